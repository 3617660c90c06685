// Forecasts 200 random campaigns, lets the sandbox send them to their end, and counts how often the forecast holds: without
// and with the usual answers. With the draws of the sandbox a course equals it on every day, which the test makes sure of;
// what is left is chance, and how often a forecast can be near by chance alone is printed beside. The same for campaigns
// that have begun, forecast at a random moment after their first email: their seeds are 1, 2 and so on, and half of them
// share their mailboxes. Then times a forecast of 10,000 leads, before the start and in the middle. With --check every bar
// must be reached; --begun leaves out those that have not begun.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { program } from './program.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'outreach-forecast-'));
const campaigns = Number(process.env.BENCH_FORECASTS ?? 200);
const bars = { silence: { near: 0.97, inBand: 0.98 }, answers: { near: 0.9, inBand: 0.95 } };
/** Of campaigns that have begun; `narrow`: so many bands are no wider than 2 open days, or 15 % of those that are left. */
const begunBars = { near: 0.9, inBand: 0.95, narrow: 0.5 };
const mostMs = 500;
const [check, onlyBegun] = ['--check', '--begun'].map((flag) => process.argv.includes(flag));
const share = (count, of) => `${((count / of) * 100).toFixed(1)} %`;

function outreach(args, input = '') {
  const env = { PATH: process.env.PATH, HOME: folder, OUTREACH_HOME: path.join(folder, 'home') };
  const began = performance.now();
  const { status, stderr } = spawnSync(process.execPath, [program, ...args], {
    env,
    input,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  return performance.now() - began;
}

/** Runs a test with as many campaigns, which writes its figures into files. */
function rehearse(name) {
  const figures = path.join(folder, 'figures');
  const env = { ...process.env, OUTREACH_COURSES: String(campaigns), OUTREACH_FIGURES: figures };
  const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
  spawnSync(process.execPath, [vitest, 'run', `test/sandbox/${name}.test.ts`, '--maxWorkers=1'], {
    cwd: root,
    env,
    stdio: 'ignore',
  });
  return (kind) => JSON.parse(readFileSync(`${figures}.${kind}`, 'utf8'));
}

function beforeTheStart() {
  const figuresOf = rehearse('forecast');
  console.log(`Forecast against the sandbox, ${campaigns} random campaigns run to their end`);
  for (const [kind, bar] of Object.entries(bars)) {
    const { exact, near, nearByChance, inBand, width, emails } = figuresOf(kind);
    const of = (count) => share(count, campaigns);
    console.log(
      `${kind.padEnd(9)} same day ${of(exact)}, within one sending day ${of(near)} (bar ${bar.near * 100} %; by chance alone ${of(nearByChance)}), in the band ${of(inBand)} (bar ${bar.inBand * 100} %), ${(width / campaigns).toFixed(2)} days wide, ${emails} emails`,
    );
    if (check && (near / campaigns < bar.near || inBand / campaigns < bar.inBand)) process.exitCode = 1;
  }
}

function judge(what, ms) {
  console.log(`A forecast of ${what}: ${ms.toFixed(0)} ms beside its calls (bar ${mostMs} ms)`);
  if (check && ms > mostMs) process.exitCode = 1;
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

function afterTheStart() {
  const rows = rehearse('forecast-begun')('begun');
  const [first, last] = [rows[0].seed, rows.at(-1).seed];
  console.log(`The same in the middle of ${rows.length} random campaigns, seeds ${first} to ${last}`);
  const isNear = ({ late }) => Math.abs(late) <= 1;
  const isNarrow = ({ width, left }) => width <= Math.max(2, 0.15 * left);
  const groups = [
    ['all', () => true],
    ['silence, alone', ({ answering, shared }) => !answering && !shared],
    ['silence, shared', ({ answering, shared }) => !answering && shared],
    ['answers, alone', ({ answering, shared }) => answering && !shared],
    ['answers, shared', ({ answering, shared }) => answering && shared],
  ];
  for (const [name, isOf] of groups) {
    const own = rows.filter(isOf);
    const of = (fits) => share(own.filter(fits).length, own.length);
    console.log(
      `${name.padEnd(16)}${String(own.length).padStart(4)}: same day ${of(({ late }) => late === 0)}, within one sending day ${of(isNear)}, in the band ${of(({ inBand }) => inBand)}, narrow enough ${of(isNarrow)}, median width ${median(own.map(({ width }) => width))} of ${median(own.map(({ left }) => left))} sending days left`,
    );
  }
  const off = rows.filter((row) => !isNear(row) || !row.inBand);
  console.log(
    `seeds more than a day off, or outside (!): ${off.map(({ seed, late, inBand }) => `${seed}: ${late}${inBand ? '' : '!'}`).join(', ')}`,
  );
  const reached = (fits, bar) => rows.filter(fits).length / rows.length >= bar;
  const holds =
    reached(isNear, begunBars.near) &&
    reached(({ inBand }) => inBand, begunBars.inBand) &&
    reached(isNarrow, begunBars.narrow);
  if (check && !holds) process.exitCode = 1;
}

try {
  if (!onlyBegun) beforeTheStart();
  afterTheStart();
  const sequence = ['', ' delay=3d thread', ' delay=5d thread']
    .map((head, step) => `--- step${head} ---\n${step === 0 ? 'Subject: A question\n' : ''}\nHello\n`)
    .join('\n');
  outreach(['campaigns', 'create', 'Autumn']);
  outreach(['campaigns', 'sequence', 'set', '1', '-', '--yes'], sequence);
  outreach(['campaigns', 'schedule', '1', '--days', 'mon-fri']);
  outreach(['campaigns', 'senders', 'attach', '1', '1', '2']);
  const people = Array.from({ length: 10_000 }, (_, index) => `p${index}@firm${index}.example`);
  const fastest = (...args) =>
    Math.min(...[1, 2, 3, 4, 5].map(() => outreach(['campaigns', 'forecast', '1', '--json', ...args])));
  const before = (leads) => fastest('--add-senders', '18', '--leads', leads);
  const few = before('1');
  judge('10,000 leads', before('10000') - few);
  outreach(['leads', 'import', '-', '--campaign', '1', '--yes'], ['email', ...people].join('\n'));
  outreach(['campaigns', 'update', '1', '--daily-limit', '1000']);
  for (const id of ['1', '2'])
    outreach([
      'senders',
      'update',
      id,
      '--daily-limit',
      '400',
      '--max-limit',
      '400',
      '--no-build-up',
      '--yes',
    ]);
  outreach(['api', 'POST', '/campaigns/1/resume', '--yes']);
  outreach(['sandbox', 'clock', 'advance', '70d']);
  judge('10,000 leads in the middle', fastest() - few);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
