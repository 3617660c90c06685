import { Failure, messageOf } from '../../base/errors.ts';
import { exitCodeOf } from '../../base/failure-codes.ts';
import { redact } from '../../contract/redact.ts';
import { carrierFor } from '../advice/carrier.ts';
import type { World } from '../declare/world.ts';
import { glyphsFor } from '../output/text/glyphs.ts';
import { wantsJson, wantsPretty } from '../output/text/json.ts';
import { colourLevel, loadPaint } from '../output/text/paint.ts';
import { proseFor } from '../output/text/prose.ts';
import { type Safe, safe, safeLine } from '../output/text/safe-text.ts';

/** What stopped it: where Ctrl-C did, whatever broke because of it is not worth telling. */
export function failureOf({ signal }: Pick<World, 'signal'>, error: unknown): Failure {
  const cause: unknown = signal.aborted && !(error instanceof Failure) ? signal.reason : error;
  if (cause instanceof Failure) return cause;
  // Anything else is a fault of this program.
  const message = messageOf(cause);
  return new Failure('internal', `this is a defect of outreach: ${message}`, {
    hint: 'Please report it with the command and this message. OUTREACH_DEBUG=1 shows where it happened.',
    outcome: 'unknown',
    cause,
  });
}

type Seen = Pick<World, 'argv' | 'env' | 'stderr' | 'signal' | 'agent'>;

/** Says on stderr how it went wrong: for a person in lines, for a script in JSON. Gives the exit code. */
export async function showFailure(world: Seen, error: unknown): Promise<number> {
  const failure = failureOf(world, error);
  const { failureJson, failureLines } = await import('./failure-text.ts');
  const carrier = await carrierFor(world);
  if (wantsJson(world.argv)) world.stderr.write(failureJson(failure, wantsPretty(world) ? 2 : 0, carrier));
  else await showLines(world, failure, failureLines(failure, carrier));
  return exitCodeOf(failure.kind);
}

async function showLines(
  { argv, env, stderr }: Seen,
  failure: Failure,
  lines: readonly string[],
): Promise<void> {
  const flag = argv.includes('--no-color');
  const paint = await loadPaint(colourLevel({ flag, env, stream: stderr }));
  const prose = await proseFor(stderr);
  const [headline = safe``, ...more] = lines.map(safeLine);
  const { kind, code } = failure;
  // Who says no or stops it has made none, and a difference is what was asked for.
  const isNoError = kind === 'interrupted' || kind === 'differs' || code === 'declined';
  const marked = isNoError ? headline : safe`${paint.bad(safe`Error:`)} ${headline}`;
  const { bad } = glyphsFor(env).signs;
  const drawn = (line: Safe) => {
    // What is a command line alone is to be copied.
    if (/^\s*outreach /.test(line)) return prose.command(line);
    const isSigned = line.startsWith('✗ ');
    return prose.line(isSigned ? safe`${paint.bad(bad as Safe)}${line.slice(1) as Safe}` : line);
  };
  stderr.write(`${[prose.line(marked), ...more.map(drawn)].join('\n')}\n`);
  const cause = failure.cause ?? failure;
  const stack = cause instanceof Error ? (cause.stack ?? '') : '';
  if (failure.kind === 'internal' && (env.OUTREACH_DEBUG || argv.includes('--debug')))
    stderr.write(`${redact(stack)}\n`);
}
