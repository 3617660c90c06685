// Makes dist-single/outreach: the program and Node in one file for this platform, which needs no Node. With --smoke the file
// is then tried out where no Node is.
import assert from 'node:assert/strict';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { execaSync } from 'execa';
import { buildWhenChanged, bundle, root, temporaryFolder } from './bundle.mjs';
import { doMainJob, runner } from './main-job.mjs';
import { otherNode } from './other-node.mjs';
import { tryOut } from './try-out.mjs';

/** The newest line of Node. It makes single files by itself: `--build-sea`, from 25.5 on. */
const line = 26;
const folder = path.join(root, 'dist-single');
const fileName = process.platform === 'win32' ? 'outreach.exe' : 'outreach';
const scripts = path.join(root, 'scripts', 'single-file');

/** The Node that a single file holds; undefined where it cannot be had. */
export const nodeOfSingleFile = () => otherNode(line);

/** The path of the single file, made where it is not of these sources; undefined where its Node cannot be had. */
export async function singleFile() {
  const node = nodeOfSingleFile();
  if (node === undefined) return undefined;
  await buildWhenChanged(folder, (built) => make(node, built));
  return path.join(folder, fileName);
}

async function make(node, built) {
  const staged = temporaryFolder();
  try {
    copyParts(staged);
    warmUp(node, staged);
    const assets = filesIn(staged).map((file) => [file.split(path.sep).join('/'), file]);
    await bundle({ main: path.join(scripts, 'main.cjs') }, staged);
    const output = path.join(built, fileName);
    const config = {
      main: 'main.js',
      output,
      assets: Object.fromEntries(assets),
      useCodeCache: true,
      disableExperimentalSEAWarning: true,
    };
    writeFileSync(path.join(staged, 'config.json'), JSON.stringify(config));
    execaSync(node, ['--build-sea', 'config.json'], { cwd: staged, stdout: 'ignore', stderr: 'inherit' });
    // macOS starts no program whose signature is broken.
    if (process.platform === 'darwin') execaSync('codesign', ['--force', '--sign', '-', output]);
    writeFileSync(path.join(built, 'LICENCES.txt'), licences(node));
    cpSync(path.join(root, 'dist', 'man'), path.join(built, 'man'), { recursive: true });
    chmodSync(built, 0o755);
  } finally {
    rmSync(staged, { recursive: true });
  }
}

/** All that the program reads, at the same paths as in the package. */
function copyParts(staged) {
  const isRead = (source) => !/\.map$|[\\/]\.\w+$|[\\/]man$/.test(source);
  for (const part of ['bin/outreach.js', 'dist', 'examples'])
    cpSync(path.join(root, part), path.join(staged, part), { recursive: true, filter: isRead });
}

/** Does with the parts what people do most, so that the compiled code of it lies beside them. */
function warmUp(node, staged) {
  const home = mkdtempSync(path.join(tmpdir(), 'outreach-warm-up-'));
  try {
    const own = [path.join(scripts, 'warm-up.cjs'), staged];
    const env = { PATH: process.env.PATH, OUTREACH_HOME: path.join(home, 'home') };
    const run = runner(node, own, { env, cwd: home });
    doMainJob(run, home);
    const most = [
      '--help',
      'whoami',
      'leads list',
      'leads list --json',
      'replies list',
      'status',
      'mcp serve',
    ];
    for (const words of most) run(words.split(' '));
    run(['sandbox', 'exec', '--', node, ...own, 'leads', 'list', '--json']);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

const filesIn = (staged) =>
  readdirSync(staged, { recursive: true }).filter((file) => statSync(path.join(staged, file)).isFile());

function licences(node) {
  const own = readFileSync(path.join(root, 'LICENSE'), 'utf8');
  const libraries = readFileSync(path.join(root, 'dist', 'LICENCES.txt'), 'utf8');
  const ofNode = readFileSync(path.join(path.dirname(node), '..', 'LICENSE'), 'utf8');
  return [own, libraries, `The file holds Node.\n\n${ofNode}`].join(`\n${'='.repeat(80)}\n\n`);
}

/** Makes it and says what it is; throws where that cannot be. */
async function made() {
  const file = await singleFile();
  if (file !== undefined) {
    console.log(`${path.relative(root, file)}: ${Math.round(statSync(file).size / 2 ** 20)} MB`);
    return file;
  }
  const system = `${process.platform} ${process.arch}`;
  throw new Error(`A single file holds Node ${line}, and npm cannot bring it for ${system} here.`);
}

/** Tries it out without a Node on the PATH, from a folder whose name has spaces and other scripts. */
export async function trySingleFile() {
  const file = await made();
  const place = mkdtempSync(path.join(tmpdir(), 'outreach – eine Datei 試 '));
  try {
    chmodSync(place, 0o755);
    const [program, search] = [path.join(place, fileName), path.join(place, 'leer')];
    copyFileSync(file, program);
    mkdirSync(search);
    const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
    assert.equal(await tryOut('the single file', { program, search, withTour: true }), version);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const work = process.argv.includes('--smoke') ? trySingleFile : made;
  await work().catch(({ message }) => {
    console.error(message);
    process.exitCode = 1;
  });
}
