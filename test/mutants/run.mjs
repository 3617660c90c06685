// Builds one defect after another into a copy of the program, each a patch of this folder, and runs the tests that should
// notice it.
import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const folder = fileURLToPath(new URL('.', import.meta.url));
const root = path.resolve(folder, '../..');
const say = (line) => process.stdout.write(`${line}\n`);
const usage = `npm run mutants -- [options] [word...]

Builds each patch of test/mutants into a copy of the program and runs the tests that it names: one must fail.
A word chooses the patches whose path contains it; without a word, every patch runs.

  --dry-run  only check that each patch applies to the present code
  --types    also check that every patch compiles, so that none is noticed only by its syntax
  --whole    where the named tests notice nothing, run every test
  --help     print this

Exit code: 0 if each is noticed or says why it survives, 1 if not, 2 for a wrong line.
How to write a patch: docs/testing.md`;
const { options, words } = parsedLine();
const longestMs = 900_000;
const fast = '!slow or needed';
const mostExplained = 5;

/** The options and words of the line. Ends the process for `--help` and for a wrong line. */
function parsedLine() {
  const flag = { type: 'boolean' };
  try {
    const { values, positionals } = parseArgs({
      options: { 'dry-run': flag, types: flag, whole: flag, help: flag },
      allowPositionals: true,
    });
    if (!values.help) return { options: values, words: positionals };
    say(usage);
    process.exit(0);
  } catch (error) {
    process.stderr.write(`${error.message}\n\n${usage}\n`);
    process.exit(2);
  }
}

/** `# what it breaks`, then `# test: files` or `# tsc`, then perhaps `# survives: why`; the diff follows. */
function readPatch(name) {
  const lines = readFileSync(path.join(folder, name), 'utf8').split('\n');
  const head = lines.filter((line) => line.startsWith('# ')).map((line) => line.slice(2));
  const field = (key) =>
    head
      .find((line) => line.startsWith(key))
      ?.slice(key.length)
      .trim();
  const files = field('test:')?.split(/\s+/) ?? [];
  const patch = {
    name,
    what: head[0],
    tests: files,
    tsc: head.includes('tsc'),
    survives: field('survives:'),
  };
  const missing = files.filter((file) => !existsSync(path.join(root, file)));
  if (patch.tsc === files.length > 0) throw new Error(`${name}: name either tests or tsc`);
  if (missing.length > 0) throw new Error(`${name}: there is no ${missing.join(', ')}`);
  return patch;
}

/** A run of a program to its end: its exit code, its output, and whether it took too long. */
function run(command, args, cwd) {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  return new Promise((resolve, reject) => {
    let text = '';
    let late = false;
    const stop = setTimeout(() => {
      late = true;
      process.kill(-child.pid, 'SIGKILL');
    }, longestMs);
    child.stdout.on('data', (chunk) => (text += chunk));
    child.stderr.on('data', (chunk) => (text += chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(stop);
      resolve({ code, text, late });
    });
  });
}

const bin = (name) => path.join(root, 'node_modules', '.bin', name);
/** Some tests run the built program, which is built anew with the defect. */
async function tests(cwd, files, workers = 1) {
  if (files.length === 0 || files.some((file) => file.startsWith('test/e2e'))) {
    const built = await run(process.execPath, ['scripts/build.mjs'], cwd);
    if (built.code !== 0) return built;
  }
  // A defect must be noticed by `npm test`.
  const limits = ['--bail=1', '--testTimeout=120000', `--maxWorkers=${workers}`, `--tags-filter=${fast}`];
  const cache = `--experimental.fsModuleCachePath=${compiledOf(cwd)}`;
  return run(bin('vitest'), ['run', ...files, ...limits, cache], cwd);
}
const types = (cwd) => run(bin('tsc'), [], cwd);
/** The lines around a change may be worded anew; those that it takes away must be there. */
const apply = (cwd, { name }, ...more) => run('git', ['apply', '-C0', ...more, path.join(folder, name)], cwd);

/** The files that a patch changes, as they are: applied backwards, without context, it may change another place. */
function filesOf(cwd, { name }) {
  const changed = readFileSync(path.join(folder, name), 'utf8').matchAll(/^(?:---|\+\+\+) [ab]\/(.+)$/gm);
  const files = [...new Set(Array.from(changed, ([, file]) => path.join(cwd, file)))];
  return files.map((file) => [file, existsSync(file) ? readFileSync(file) : undefined]);
}

/** Where a copy keeps what was compiled of it: it goes with the copy. */
const compiledOf = (copy) => `${copy}-compiled`;

/** All that belongs to the project, with what is installed linked to it. */
function copyProject() {
  const copy = mkdtempSync(path.join(tmpdir(), 'outreach-mutant-'));
  const left = new Set(['node_modules', '.git']);
  for (const entry of readdirSync(root))
    if (!left.has(entry)) cpSync(path.join(root, entry), path.join(copy, entry), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  return copy;
}

/** It may never have ended, or the machine may be busy. */
const isLate = ({ late, text }) => late || text.includes('Test timed out in');

async function verdictOf(cwd, patch) {
  if (options.types && !patch.tsc) {
    const checked = await types(cwd);
    if (checked.code !== 0) return { verdict: 'does not compile', text: checked.text };
  }
  const named = patch.tsc ? await types(cwd) : await tests(cwd, patch.tests);
  if (named.text.includes('failed to load config')) return { verdict: 'does not compile', text: named.text };
  if (named.code !== 0) return { verdict: isLate(named) ? 'killed, by its time' : 'killed' };
  if (!options.whole) return { verdict: 'survived' };
  const whole = await tests(cwd, []);
  return { verdict: whole.code === 0 ? 'survived' : 'killed by the whole' };
}

async function judge(cwd, patch) {
  const before = filesOf(cwd, patch);
  const applied = await apply(cwd, patch);
  if (applied.code !== 0) return { verdict: 'does not apply', text: applied.text };
  const result = await verdictOf(cwd, patch);
  for (const [file, text] of before) {
    if (text === undefined) rmSync(file);
    else writeFileSync(file, text);
  }
  return result;
}

const patches = readdirSync(folder, { recursive: true })
  .filter((name) => name.endsWith('.patch'))
  .filter((name) => words.length === 0 || words.some((word) => name.includes(word)))
  .sort()
  .map(readPatch);
if (patches.length === 0) {
  process.stderr.write(`No patch of test/mutants has a path with ${words.join(' or ')}.\n`);
  process.exit(2);
}
const results = new Map();
const copies = [];
const began = Date.now();

async function work(queue) {
  const cwd = copyProject();
  copies.push(cwd, compiledOf(cwd));
  for (let patch = queue.shift(); patch !== undefined; patch = queue.shift()) {
    const from = Date.now();
    const result = await judge(cwd, patch);
    results.set(patch, result);
    const seconds = ((Date.now() - from) / 1000).toFixed(1);
    say(`${result.verdict.padEnd(14)} ${seconds.padStart(6)} s  ${patch.name}  ${patch.what}`);
    if (result.text) say(result.text);
  }
}

/** Red tests without any patch would make every mutant look noticed. */
async function checkUnchanged() {
  const cwd = copyProject();
  copies.push(cwd, compiledOf(cwd));
  const files = [...new Set(patches.flatMap(({ tests }) => tests))];
  const clean = files.length === 0 ? { code: 0 } : await tests(cwd, files, availableParallelism());
  if (clean.code === 0) return;
  say(clean.text);
  throw new Error('The named tests fail without any patch.');
}

/** A patch whose code has moved on would notice nothing. Ends the process. */
async function checkPatches() {
  const tried = await Promise.all(patches.map((patch) => apply(root, patch, '--check')));
  const broken = patches.filter((_, at) => tried[at].code !== 0);
  for (const { name } of broken) say(`does not apply: ${name}`);
  say(`${patches.length} mutants, ${broken.length} broken patches`);
  process.exit(broken.length === 0 ? 0 : 1);
}

if (options['dry-run']) await checkPatches();
try {
  await checkUnchanged();
  const queue = [...patches];
  await Promise.all(Array.from({ length: availableParallelism() }, () => work(queue)));
} finally {
  for (const copy of copies) rmSync(copy, { recursive: true, force: true });
}

const of = (...verdicts) => patches.filter((patch) => verdicts.includes(results.get(patch)?.verdict));
const broken = of('does not apply', 'does not compile');
const survived = of('survived');
const unexplained = survived.filter((patch) => patch.survives === undefined);
const noticed = patches.filter((patch) => patch.survives !== undefined && !survived.includes(patch));
for (const { name, survives } of survived) say(`survived: ${name}: ${survives ?? 'NOT EXPLAINED'}`);
for (const { name } of noticed) say(`noticed, although it says that it survives: ${name}`);
const counts = [
  `${patches.length} mutants`,
  `${patches.length - survived.length - broken.length} killed`,
  `${survived.length} survived, ${survived.length - unexplained.length} of them explained`,
  `${broken.length} broken patches`,
];
say(`${counts.join(', ')}; ${Math.round((Date.now() - began) / 1000)} s`);
const tooMany = survived.length > mostExplained;
if (unexplained.length + noticed.length + broken.length > 0 || tooMany) process.exitCode = 1;
