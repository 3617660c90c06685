// Tries a program out as people have it: spaces and other scripts in every path, through a link, in a home that cannot be
// written.
import assert from 'node:assert/strict';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execa } from 'execa';
import { doMainJob, runner } from './main-job.mjs';

/** Rights do not hold root back, so root tries it out as nobody. */
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/**
 * `own` are the words in front of every line, `search` is the PATH. Without such words, `program` is started through a
 * link, where the system has links. The tour takes some seconds. Gives the version that the program says it has.
 */
export async function tryOut(name, { program, own = [], search, withTour = false }) {
  const began = performance.now();
  const place = mkdtempSync(path.join(tmpdir(), 'outreach – prüfen 試 '));
  try {
    chmodSync(place, 0o755);
    const start = [own.length === 0 ? linkTo(program, path.join(place, 'outreach ↪')) : program, own];
    const files = folderOf(place, 'Dateien ñ', 0o755);
    const home = folderOf(place, 'nur lesen ✗', 0o555);
    const env = { PATH: search, HOME: home, USERPROFILE: home };
    const inFiles = { cwd: files, env: { ...env, OUTREACH_HOME: path.join(files, 'Ablage 箱') }, ...user };
    const run = runner(...start, inFiles);

    doMainJob(run, files);
    for (const line of ['--help', 'leads import --help', 'help safety', 'completion bash'])
      assert.match(run(line.split(' ')), /outreach/);
    assert.match(run(['__names', 'profiles', 'profiles use', '']), /sandbox/);
    if (withTour) assert.ok(JSON.parse(run(['start', '--json'])).lines.length > 10);
    assert.ok(listTools(start, inFiles).length > 10);
    await readOnly(start, { inFiles, atHome: { cwd: home, env, ...user } });

    const { checks } = JSON.parse(run(['doctor', '--json', '--profile', 'sandbox']));
    const { detail } = checks.find(({ check }) => check === 'libraries of Node');
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.log(
      `${name}: did the main job, and read in a home that cannot be written (${detail}; ${seconds} s)`,
    );
    return run(['--version']).trim();
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** The program itself on Windows, where links take rights that people do not have. */
function linkTo(program, link) {
  if (process.platform === 'win32') return program;
  symlinkSync(program, link);
  return link;
}

/** A folder of the user who runs the program, if that user may write to it. */
function folderOf(place, name, mode) {
  const folder = path.join(place, name);
  mkdirSync(folder);
  if (user.uid !== undefined && mode === 0o755) chownSync(folder, user.uid, user.gid);
  chmodSync(folder, mode);
  return folder;
}

/** What an agent would see. */
function listTools([program, own], options) {
  const hello = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'smoke', version: '1' },
  };
  const asked = [
    { id: 1, method: 'initialize', params: hello },
    { id: 2, method: 'tools/list', params: {} },
  ].map((request) => JSON.stringify({ jsonrpc: '2.0', ...request }));
  const run = runner(program, own, { ...options, stdin: undefined, input: `${asked.join('\n')}\n` });
  const [, listed] = run(['mcp', 'serve']).split('\n');
  return JSON.parse(listed).result.tools;
}

/** Where nothing can be written, all that reads a live service works; what has to be journalled is not sent. */
async function readOnly([program, own], { inFiles, atHome }) {
  const serve = ['sandbox', 'serve', '--port', '0', '--json', '-q'];
  const service = execa(program, [...own, ...serve], { ...inFiles, extendEnv: false, reject: false });
  try {
    const { value } = await service.iterable()[Symbol.asyncIterator]().next();
    const { baseUrl, key } = JSON.parse(value);
    const live = { ...atHome.env, OUTREACH_BASE_URL: baseUrl, OUTREACH_API_KEY: key };
    const run = runner(program, own, { ...atHome, env: live });
    assert.equal(JSON.parse(run(['whoami', '--json'])).baseUrl, baseUrl);
    assert.ok(JSON.parse(run(['leads', 'list', '--json'])).total > 500);
    run(['credits', 'buy', '2000', '--yes', '--json'], 2);
  } finally {
    service.kill();
  }
}
