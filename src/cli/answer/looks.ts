import { Failure, isStop } from '../../base/errors.ts';
import type { Context } from '../declare/command.ts';
import { noteTime } from './await-end.ts';

const failuresAllowed = 5;

interface LookOptions {
  readonly pauseMs: number;
  /** Until it is stopped, unless given. */
  readonly longMs: number | undefined;
}

/** What each look shows, over looks that fail in a way that may pass: five in a row end it. */
export async function* looks<T>(
  context: Pick<Context, 'service' | 'files' | 'screen'>,
  look: () => Promise<T>,
  { pauseMs, longMs }: LookOptions,
): AsyncGenerator<T> {
  const { clock, signal } = context.files.world;
  const end = clock.now() + (longMs ?? Number.POSITIVE_INFINITY);
  let isFirst = true;
  for (let failures = 0; ; ) {
    let seen: { readonly found: T } | undefined;
    try {
      seen = { found: await look() };
      failures = 0;
    } catch (error) {
      if (!(error instanceof Failure) || isStop(error)) throw error;
      const mayPass = ['rate-limited', 'service', 'unreachable'].includes(error.kind);
      if (!mayPass || ++failures >= failuresAllowed) throw error;
      context.screen.note(`Could not check (${error.message}); trying again`);
    }
    if (seen) yield seen.found;
    const left = end - clock.now();
    if (left <= 0) return;
    if (isFirst) noteTime(context.service.settings, context.screen.note);
    isFirst = false;
    await clock.sleep(Math.min(Math.max(pauseMs, 1000), left), signal);
  }
}
