// Installs the packed tarball into an empty folder and runs it there, on this Node and on the newer lines we promise.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { otherNode } from './other-node.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'outreach-smoke-'));
const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];

function run(program, args, options = {}) {
  return execFileSync(program, args, {
    encoding: 'utf8',
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    ...options,
  });
}

function must(condition, message) {
  if (!condition) throw new Error(message);
}

try {
  const [packed] = JSON.parse(
    run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: process.cwd() }),
  );
  run('npm', [
    'install',
    ...quiet,
    '--ignore-scripts',
    '--prefix',
    folder,
    path.join(folder, packed.filename),
  ]);
  const program = path.join(folder, 'node_modules', 'outreach-cli', 'bin', 'outreach.js');
  const { version } = JSON.parse(run('node', [program, '--version', '--json']));
  console.log(
    `packed ${packed.filename}: ${packed.files.length} files, ${Math.round(packed.unpackedSize / 1024)} kB, version ${version}`,
  );

  const nodes = [process.execPath, otherNode(22), otherNode(24)].filter((node) => node !== undefined);
  for (const node of nodes) {
    const name = `Node ${run(node, ['-p', 'process.versions.node']).trim()}`;
    const env = {
      PATH: process.env.PATH,
      OUTREACH_HOME: path.join(folder, `home-${name.replaceAll(' ', '-')}`),
    };
    must(run(node, [program, '--version'], { env }).trim() === version, `${name}: wrong version`);
    run(node, [program, 'leads', 'add', 'ana@lumen.example', '--first-name', 'Ana', '--json'], { env });
    const leads = JSON.parse(run(node, [program, 'leads', 'list', '--json'], { env }));
    must(leads.total === 1 && leads.items[0].email === 'ana@lumen.example', `${name}: the lead was not kept`);
    const doctor = JSON.parse(run(node, [program, 'doctor', '--json', '--profile', 'sandbox'], { env }));
    const { detail } = doctor.checks.find(({ check }) => check === 'database');
    console.log(`${name}: kept a lead; ${detail}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
