import type { Clock } from '../../base/clock.ts';
import type { Wait } from '../../client/rate-limit/window-log.ts';
import type { WaitWatch } from '../declare/context-parts.ts';

/** So long a wait shows in how many calls there were. */
const showsMs = 12_000;

/** The rate limit reports its waits here, and progress shows them. */
export function createWaitWatch(clock: Clock): WaitWatch & { waits(wait: Wait): void; called(): void } {
  const listeners: (() => void)[] = [];
  let calls = 0;
  let last: { readonly what: string; readonly at: number } | undefined;
  return {
    limit: () => (last !== undefined && clock.now() - last.at <= showsMs ? last.what : undefined),
    calls: () => calls,
    called: () => {
      calls += 1;
    },
    onWait: (listener) => void listeners.push(listener),
    waits({ what }) {
      last = { what, at: clock.now() };
      for (const listener of listeners) listener();
    },
  };
}
