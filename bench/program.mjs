import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const program = fileURLToPath(new URL('../bin/outreach.js', import.meta.url));
const usage = fileURLToPath(new URL('usage.cjs', import.meta.url));

/** Looks like one of a live account. */
export const key = 'run_abcdefgh_0123456789012345678901234567890123456789';

/** Nothing of the user who runs the benchmarks. */
export const environment = (folder) => ({
  PATH: process.env.PATH,
  HOME: folder,
  OUTREACH_HOME: path.join(folder, 'home'),
});

/** Runs a script of ours or the program to its end: time from start to exit, processor time and the peak of memory. */
export async function run(args, options) {
  const { code, said, ...measured } = await measure(args, options);
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${said}`);
  return measured;
}

/** The same however it ends. */
async function measure(args, { folder, env = {}, keepOutput = false }) {
  // Several may run at once.
  const measured = path.join(folder, `usage-${randomUUID()}.json`);
  const began = performance.now();
  const child = spawn(process.execPath, ['--require', usage, ...args], {
    env: { ...environment(folder), BENCH_USAGE: measured, ...env },
    cwd: folder,
    stdio: ['ignore', keepOutput ? 'pipe' : 'ignore', 'pipe'],
  });
  let [out, said] = ['', ''];
  child.stdout?.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  const ms = performance.now() - began;
  return { ms, code, out, said, ...JSON.parse(readFileSync(measured, 'utf8')) };
}

export const measureOutreach = (args, options) => measure([program, ...args], options);
export const runOutreach = (args, options) => run([program, ...args], options);
