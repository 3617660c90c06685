// Forecasts 200 random campaigns, lets the sandbox send them to their end, and counts how often the forecast holds: without
// and with the usual answers. With the draws of the sandbox a course equals it on every day, which the test makes sure of;
// what is left is chance, and how often a forecast can be near by chance alone is printed beside. Then times a forecast of
// 10,000 leads. With --check every bar must be reached.
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
const mostMs = 500;
const check = process.argv.includes('--check');

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

try {
  const figures = path.join(folder, 'figures');
  const env = { ...process.env, OUTREACH_COURSES: String(campaigns), OUTREACH_FIGURES: figures };
  const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const args = [vitest, 'run', 'test/sandbox/forecast.test.ts', '--maxWorkers=1'];
  spawnSync(process.execPath, args, { cwd: root, env, stdio: 'ignore' });
  console.log(`Forecast against the sandbox, ${campaigns} random campaigns run to their end`);
  for (const [kind, bar] of Object.entries(bars)) {
    const { exact, near, nearByChance, inBand, width, emails } = JSON.parse(
      readFileSync(`${figures}.${kind}`, 'utf8'),
    );
    const share = (count) => `${((count / campaigns) * 100).toFixed(1)} %`;
    console.log(
      `${kind.padEnd(9)} same day ${share(exact)}, within one sending day ${share(near)} (bar ${bar.near * 100} %; by chance alone ${share(nearByChance)}), in the band ${share(inBand)} (bar ${bar.inBand * 100} %), ${(width / campaigns).toFixed(2)} days wide, ${emails} emails`,
    );
    if (check && (near / campaigns < bar.near || inBand / campaigns < bar.inBand)) process.exitCode = 1;
  }
  const sequence = ['', ' delay=3d thread', ' delay=5d thread']
    .map((head, step) => `--- step${head} ---\n${step === 0 ? 'Subject: A question\n' : ''}\nHello\n`)
    .join('\n');
  outreach(['campaigns', 'create', 'Autumn']);
  outreach(['campaigns', 'sequence', 'set', '1', '-', '--yes'], sequence);
  outreach(['campaigns', 'schedule', '1', '--days', 'mon-fri']);
  outreach(['campaigns', 'senders', 'attach', '1', '1', '2']);
  const timed = (leads) =>
    Math.min(
      ...[1, 2, 3, 4, 5].map(() =>
        outreach(['campaigns', 'forecast', '1', '--add-senders', '18', '--leads', leads, '--json']),
      ),
    );
  const ms = timed('10000') - timed('1');
  console.log(`A forecast of 10,000 leads: ${ms.toFixed(0)} ms beside its calls (bar ${mostMs} ms)`);
  if (check && ms > mostMs) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
