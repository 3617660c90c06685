// Installs the packed tarball and tries it out on the lines of Node that we promise, as far as they can be had. With --full
// also: packed once more from a copy, started by npx, installed without libsql, and the single file.
import assert from 'node:assert/strict';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execaSync } from 'execa';
import { root } from './bundle.mjs';
import { runner } from './main-job.mjs';
import { otherNode } from './other-node.mjs';
import { tryOut } from './try-out.mjs';

const [major] = process.versions.node.split('.').map(Number);
const folder = mkdtempSync(path.join(tmpdir(), 'outreach – Probe 試 '));
const version = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).version;

const npm = (args, cwd = folder) =>
  execaSync('npm', args, { cwd, stdin: 'ignore', stderr: 'inherit' }).stdout;

function pack(from, name) {
  const to = path.join(folder, name);
  mkdirSync(to);
  const [packed] = JSON.parse(npm(['pack', '--json', '--pack-destination', to], from));
  return { ...packed, file: path.join(to, packed.filename) };
}

const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--ignore-scripts'];

/** Installs it as people do, below a folder of ours, and gives the command. */
function install({ file }) {
  const prefix = path.join(folder, 'Programme ä');
  npm(['install', '--global', ...quiet, '--prefix', prefix, file]);
  if (process.platform === 'win32') return path.join(prefix, 'outreach.cmd');
  // Where man looks for the pages of a program in bin/.
  for (const page of ['man1/outreach-leads.1', 'man7/outreach-safety.7'])
    assert.ok(existsSync(path.join(prefix, 'share', 'man', page)), `npm did not install ${page}`);
  return path.join(prefix, 'bin', 'outreach');
}

/** The command takes the first Node of its PATH. */
const searchFrom = (node) => [path.dirname(node), process.env.PATH].join(path.delimiter);

async function tryOnNodes(command, nodes, note = '') {
  for (const [line, node] of nodes) {
    if (node === undefined) console.log(`Node ${line}: not tried, it cannot be had here`);
    else
      assert.equal(
        await tryOut(`Node ${line}${note}`, { program: command, search: searchFrom(node) }),
        version,
      );
  }
}

/** The same sources in another folder, with other times, are the same bytes. */
function packCopy({ file, size }) {
  const copy = path.join(folder, 'Kopie');
  const tracked = execaSync('git', ['ls-files', '-z'], { cwd: root }).stdout.split('\0').filter(Boolean);
  for (const name of tracked) {
    mkdirSync(path.dirname(path.join(copy, name)), { recursive: true });
    copyFileSync(path.join(root, name), path.join(copy, name));
  }
  const modules = 'node_modules';
  cpSync(path.join(root, modules), path.join(copy, modules), { recursive: true, verbatimSymlinks: true });
  const again = pack(copy, 'noch einmal');
  assert.ok(readFileSync(file).equals(readFileSync(again.file)), 'a second build is another tarball');
  console.log(`packed in another folder: the same ${size} bytes`);
}

/** What a machine has where npm leaves out libsql: all with a Node that has SQLite, a word about it with one that has not. */
async function withoutLibsql(packed, nodes) {
  // npm 11 does not look at --omit where it installs for all projects.
  const prefix = path.join(folder, 'ohne libsql');
  npm(['install', ...quiet, '--omit=optional', '--prefix', prefix, packed.file]);
  const command = path.join(prefix, 'node_modules', '.bin', 'outreach');
  const [old, ...newer] = nodes;
  await tryOnNodes(command, newer, ' without libsql');
  if (old[1] === undefined) return;
  const env = { PATH: searchFrom(old[1]), OUTREACH_HOME: path.join(folder, 'Ablage') };
  runner(command, [], { cwd: folder, env })(['campaigns', 'create', 'März', '--json'], 2);
  console.log(`Node ${old[0]} without libsql: says so`);
}

try {
  chmodSync(folder, 0o755);
  const nodes = [20, 22, 24].map((line) => [line, line === major ? process.execPath : otherNode(line)]);
  const packed = pack(root, 'Paket');
  const kB = (bytes) => Math.round(bytes / 1024);
  console.log(
    `packed ${packed.filename}: ${packed.files.length} files, ${kB(packed.size)} kB, ${kB(packed.unpackedSize)} kB unpacked`,
  );
  await tryOnNodes(install(packed), nodes);
  if (process.argv.includes('--full')) {
    packCopy(packed);
    assert.equal(npm(['exec', '--yes', `--package=${packed.file}`, '--', 'outreach', '--version']), version);
    console.log('started by npx');
    await withoutLibsql(packed, nodes);
    const { trySingleFile } = await import('./package.mjs');
    await trySingleFile();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
