// Installs the packed tarball into an empty folder and runs it there, on this Node and on the newer lines we promise.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const expected = ['LICENSE', 'README.md', 'CHANGELOG.md', 'package.json', 'bin/', 'dist/', 'completions/', 'examples/'];
const folder = mkdtempSync(path.join(tmpdir(), 'outreach-smoke-'));
const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];

function run(program, args, options = {}) {
  return execFileSync(program, args, { encoding: 'utf8', cwd: folder, stdio: ['ignore', 'pipe', 'inherit'], ...options });
}

function must(condition, message) {
  if (!condition) throw new Error(message);
}

/** A Node of another major line, from its prebuilt package; undefined where this platform has none. */
function nodeOf(major) {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  try {
    run('npm', ['install', ...quiet, '--no-save', '--ignore-scripts', '--prefix', path.join(folder, `node${major}`), `${name}@${major}`]);
  } catch {
    console.log(`Node ${major}: no prebuilt package for ${process.platform} ${process.arch}, passed over`);
    return undefined;
  }
  const binary = path.join(folder, `node${major}`, 'node_modules', name, 'bin', 'node');
  return existsSync(binary) ? binary : undefined;
}

try {
  const [packed] = JSON.parse(run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: process.cwd() }));
  const strays = packed.files.map((file) => file.path).filter((file) => !expected.some((start) => file.startsWith(start)));
  must(strays.length === 0, `the package holds files that nobody asked for: ${strays.join(', ')}`);
  run('npm', ['install', ...quiet, '--ignore-scripts', '--prefix', folder, path.join(folder, packed.filename)]);
  const program = path.join(folder, 'node_modules', 'outreach-cli', 'bin', 'outreach.js');
  const { version } = JSON.parse(run('node', [program, '--version', '--json']));
  console.log(`packed ${packed.filename}: ${packed.files.length} files, ${Math.round(packed.unpackedSize / 1024)} kB, version ${version}`);

  for (const [name, node] of [[`Node ${process.versions.node}`, process.execPath], ['Node 22', nodeOf(22)], ['Node 24', nodeOf(24)]]) {
    if (node === undefined) continue;
    const env = { PATH: process.env.PATH, OUTREACH_HOME: path.join(folder, `home-${name.replaceAll(' ', '-')}`) };
    must(run(node, [program, '--version'], { env }).trim() === version, `${name}: wrong version`);
    run(node, [program, 'leads', 'add', 'ana@lumen.example', '--first-name', 'Ana', '--json'], { env });
    const leads = JSON.parse(run(node, [program, 'leads', 'list', '--json'], { env }));
    must(leads.total === 1 && leads.items[0].email === 'ana@lumen.example', `${name}: the lead was not kept`);
    const doctor = JSON.parse(run(node, [program, 'doctor', '--json', '--profile', 'sandbox'], { env }));
    console.log(`${name}: kept a lead; ${JSON.stringify(doctor.items?.find((check) => /database/i.test(check.check ?? check.name ?? '')) ?? 'ok')}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
