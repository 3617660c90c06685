import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { expect, it } from 'vitest';
import { askProgram } from '../../src/cli/outside/ask-program.ts';
import { temporaryFolder } from '../e2e/binary.ts';

const killGroup = (leader: number) => {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
};
const sh = (script: string, timeoutMs = 60_000, input = '') => ({
  command: 'sh',
  args: ['-c', script],
  env: { PATH: process.env.PATH },
  input,
  timeoutMs,
});
const ask = (program: ReturnType<typeof sh>, signal = new AbortController().signal) =>
  askProgram(program, { signal, killGroup });

it('gives its input to a program, and returns what that prints and how it ends', async () => {
  const said = await ask(sh('cat; echo no >&2; exit 3', undefined, 'a key'));
  expect(said).toEqual({ out: 'a key', err: 'no\n', code: 3 });
});

it('does without a reader of the input', async () => {
  expect(await ask(sh('exec <&-; exit 0', undefined, 'x'.repeat(1_000_000)))).toMatchObject({ code: 0 });
});

it.each([
  ['prints without end', sh('yes'), 'printed too much'],
  ['ends by a signal', sh('kill -9 $$'), 'was ended by SIGKILL'],
  ['is not there', { ...sh(''), command: 'no-such-keychain' }, 'is not installed'],
  ['may not be run', { ...sh(''), command: '/' }, 'could not be started (EACCES)'],
])('says of a program that %s: %#', async (_case, program, failed) => {
  expect(await ask(program)).toMatchObject({ code: null, failed });
});

it('ends what hangs, with all that it has started', { tags: 'slow' }, async () => {
  const pidFile = join(await temporaryFolder(), 'pid');
  const hanging = sh(`trap '' TERM; sleep 600 & echo $! > ${pidFile}; wait`, 1000);
  expect(await ask(hanging)).toMatchObject({ code: null, failed: 'did not answer within 1 s' });
  const pid = Number(readFileSync(pidFile, 'utf8'));
  await expect.poll(() => isRunning(pid), { timeout: 10_000 }).toBe(false);
});

it('ends with the reason of its signal', async () => {
  const stop = new AbortController();
  const asking = ask(sh('sleep 600'), stop.signal);
  stop.abort(new Error('interrupted'));
  await expect(asking).rejects.toThrow('interrupted');
  await expect(ask(sh('echo'), stop.signal)).rejects.toThrow('interrupted');
});

/** One that waits for its parent to notice its end does not run. */
function isRunning(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}
