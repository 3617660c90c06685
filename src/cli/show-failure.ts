import { Failure } from '../contract/errors.ts';
import { exitCodeOf } from './exit.ts';
import { asFailure, failureJson, failureLines } from './failure-text.ts';
import { colourLevel, loadPaint } from './output/paint.ts';
import { safe, safeLine } from './output/safe-text.ts';
import { redact } from './redact.ts';
import type { World } from './world.ts';

/** Says on stderr how it went wrong: for a person in lines, for a script in one line of JSON. Gives the exit code. */
export async function showFailure(world: World, error: unknown): Promise<number> {
  const { argv, env, stderr, signal } = world;
  const failure = asFailure(signal.aborted && !(error instanceof Failure) ? signal.reason : error);
  if (wantsJson(argv)) stderr.write(`${failureJson(failure)}\n`);
  else {
    const flag = argv.includes('--no-color');
    const paint = await loadPaint(colourLevel({ flag, env, stream: stderr }));
    const [headline = '', ...more] = failureLines(failure).map((line) => safeLine(line));
    const lines = [safe`${paint.bad(safe`Error:`)} ${safeLine(headline)}`, ...more];
    stderr.write(`${lines.join('\n')}\n`);
    if (failure.kind === 'internal' && (env.OUTREACH_DEBUG || argv.includes('--debug')))
      stderr.write(`${redact(stackOf(error))}\n`);
  }
  return exitCodeOf(failure.kind);
}

/** Asked of the words themselves, since a line that cannot be parsed may be what is wrong. */
export function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return argv.slice(0, end < 0 ? argv.length : end).some((word) => word === '--json' || word === '--ndjson');
}

const stackOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? '') : '');
