import type { Clock } from '../../base/clock.ts';
import type { Wait } from '../../client/rate-limit/window-log.ts';

/** What holds up the calls of a command beside the service itself. */
export interface WaitWatch {
  /** What they waited for a short while ago: `the budget of 600 calls a minute`. */
  limit(): string | undefined;
  /** Called at each wait, and now and then while it lasts. */
  onWait(listener: () => void): void;
}

/** So long a wait shows in how many calls there were. */
const showsMs = 12_000;

/** Told of waits by what keeps the pace, and asked by whoever shows how far something has come. */
export function createWaitWatch(clock: Clock): WaitWatch & { waits(wait: Wait): void } {
  const listeners: (() => void)[] = [];
  let last: { readonly what: string; readonly at: number } | undefined;
  return {
    limit: () => (last !== undefined && clock.now() - last.at <= showsMs ? last.what : undefined),
    onWait: (listener) => void listeners.push(listener),
    waits({ what }) {
      last = { what, at: clock.now() };
      for (const listener of listeners) listener();
    },
  };
}
