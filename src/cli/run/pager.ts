import { PassThrough } from 'node:stream';
import { Failure } from '../../base/errors.ts';
import { wordsIn } from '../advice/shell-words.ts';
import { type OutputStream, type World, withParts } from '../declare/world.ts';
import { proseFor } from '../output/text/prose.ts';
import { safeLine } from '../output/text/safe-text.ts';

/**
 * The pager starts with the first byte of output, so that an error needs none. What goes to stderr while it shows waits until
 * it is left. Where it cannot be started, everything is printed as without it.
 */
export function openPager(outer: World) {
  const { env, stdout, stderr } = outer;
  const wanted = wordsIn(env.OUTREACH_PAGER ?? '');
  const [command = 'less', ...args] = wanted.length > 0 ? wanted : wordsIn(env.PAGER ?? '');
  const input = new PassThrough();
  const held: Parameters<OutputStream['write']>[] = [];
  let running: Promise<unknown> | undefined;
  let isShown = false;
  let hasEnded = false;
  let isLeft = false;
  const stop = new AbortController();
  outer.signal.addEventListener('abort', () => stop.abort(outer.signal.reason), { once: true });
  const release = () => {
    isShown = false;
    for (const said of held.splice(0)) stderr.write(...said);
  };
  const start = async () => {
    isShown = true;
    const program = { command, args, env: { LESS: 'FRX', LV: '-c', ...env }, input };
    try {
      await outer.spawn(program);
      isLeft = !hasEnded;
      if (isLeft) stop.abort(new Failure('interrupted', 'The pager was left', { outcome: 'none' }));
    } catch (error) {
      if (!(error instanceof Failure) || error.kind !== 'usage') throw error;
      release();
      const prose = await proseFor(stderr);
      stderr.write(`${prose.line(safeLine(`Warning: ${error.message}; the output is not paged`))}\n`);
      for await (const chunk of input) stdout.write(chunk);
    } finally {
      input.destroy();
      release();
    }
  };
  const write: OutputStream['write'] = (chunk, done) => {
    running ??= start();
    // Awaited at the end.
    running.catch(() => undefined);
    return input.write(chunk, done);
  };
  const parts = {
    signal: stop.signal,
    stdout: Object.create(stdout, {
      write: { value: write },
      on: { value: input.on.bind(input) },
      destroyed: { get: () => input.destroyed },
    }),
    stderr: Object.create(stderr, {
      write: {
        value: (...said: Parameters<OutputStream['write']>) => {
          if (!isShown) return stderr.write(...said);
          held.push(said);
          return true;
        },
      },
    }),
  };
  return {
    world: withParts(outer, parts),
    /** The pager was left before all was written: the command need not go on, and that is not a failure. */
    get isLeft() {
      return isLeft;
    },
    /** Resolves when the person has left the pager. */
    async end() {
      hasEnded = true;
      input.end();
      await running;
    },
  };
}
