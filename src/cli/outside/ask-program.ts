import { spawn } from 'node:child_process';
import { duration } from '../../base/duration.ts';
import type { AskedProgram, ProgramAnswer } from '../declare/world.ts';

/** Far more than a key is long. */
const longest = 64 * 1024;

export const notInstalled = 'is not installed';

export interface Surroundings {
  readonly signal: AbortSignal;
  /** Kills a process and all that it started. */
  killGroup(leader: number): void;
}

/**
 * Runs a program that no one sees: it reads `input`, and what it prints is returned. It is killed, with all that it
 * started, when its time is over, when it prints too much, and when `signal` is aborted, which rejects with its reason.
 */
export function askProgram(
  { command, args, env, input, timeoutMs }: AskedProgram,
  { signal, killGroup }: Surroundings,
): Promise<ProgramAnswer> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const printed = { out: '', err: '' };
    // In a group of its own: it can be killed as a whole, and has no terminal to ask at.
    const child = spawn(command, args, { env: { ...env }, detached: true });
    let over = false;
    const end = (settle: () => void) => {
      over = true;
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      settle();
    };
    const kill = () => {
      if (child.pid !== undefined) killGroup(child.pid);
      // What has left the group may hold them open.
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
    };
    const fail = (failed: string) => {
      if (over) return;
      kill();
      end(() => resolve({ ...printed, code: null, failed }));
    };
    const abort = () => {
      kill();
      end(() => reject(signal.reason));
    };
    const timer = setTimeout(() => fail(`did not answer within ${duration(timeoutMs / 1000)}`), timeoutMs);
    signal.addEventListener('abort', abort, { once: true });
    for (const name of ['out', 'err'] as const)
      child[`std${name}`].setEncoding('utf8').on('data', (text: string) => {
        printed[name] += text;
        if (printed[name].length > longest) fail('printed too much');
      });
    // A program that does not read its input says by its code how it went.
    child.stdin.on('error', () => undefined).end(input);
    child.once('error', ({ code, message }: NodeJS.ErrnoException) =>
      fail(code === 'ENOENT' ? notInstalled : `could not be started (${code ?? message})`),
    );
    child.once('close', (code, by) => {
      if (over) return;
      end(() => resolve({ ...printed, code, ...(code === null && { failed: `was ended by ${by}` }) }));
    });
  });
}
