import { timeLeft } from '../../base/duration.ts';
import type { Share } from '../declare/context-parts.ts';

export type Stopwatch = ReturnType<typeof stopwatch>;

/** How long it has taken, and how much longer it takes at the pace so far. */
export function stopwatch(now: () => number, began: number = now()) {
  let first: (Share & { readonly at: number }) | undefined;
  let last = first;
  return {
    reached(share: Share | undefined) {
      if (share === undefined) return;
      last = { ...share, at: now() };
      if (first === undefined || first.total !== share.total) first = last;
    },
    elapsed: () => (now() - began) / 1000,
    left(): number | undefined {
      if (!first || !last || last.done <= first.done || last.total <= last.done) return undefined;
      const end = first.at + ((last.at - first.at) * (last.total - first.done)) / (last.done - first.done);
      return Math.max(0, (end - now()) / 1000);
    },
  };
}

/** A shorter wait needs no figures. */
const worthSayingS = 3;

/** ` (1 min 12 s, about 40 s left; waiting for the rate limit)` */
export function besides(watch: Stopwatch, label: string, limit: string | undefined): string {
  const elapsed = watch.elapsed();
  // A label that names what it waits for says how long it takes as well.
  if (elapsed < worthSayingS || label.includes('waiting for')) return '';
  const left = watch.left();
  const times = `${timeLeft(Math.floor(elapsed))}${left === undefined ? '' : `, about ${timeLeft(left)} left`}`;
  return ` (${times}${limit === undefined ? '' : `; waiting for ${limit.split(/ of |,/, 1)[0]}`})`;
}
