import type { Clock } from '../../base/clock.ts';
import { grouped } from '../../base/counted.ts';
import { timeLeft } from '../../base/duration.ts';
import type { OutputStream } from '../declare/world.ts';

interface MeterOptions {
  readonly clock: Clock;
  /** On a terminal one line is drawn over and over; elsewhere each is a line for itself, so they come seldom. */
  readonly stream: Pick<OutputStream, 'isTTY'>;
  say(line: string): void;
  /** `Sending`. */
  readonly label: string;
  /** `leads`. */
  readonly unit: string;
  /** How many there will be, where that is known. */
  readonly total?: number;
  /** How many an earlier run has done: they are not part of the rate. */
  readonly before?: number;
}

const terminalMs = 200;
/** Without a terminal: often enough to see that it lives, seldom enough for a log. */
const logMs = 10_000;
/** The rate is that of the last seconds: what counts is how it goes now. */
const windowMs = 15_000;

/** Says now and then how far something long has come: how many, how fast, how much longer, and what holds it up. */
export function createMeter({ clock, stream, say, label, unit, total, before = 0 }: MeterOptions) {
  const pause = stream.isTTY ? terminalMs : logMs;
  const marks: { at: number; done: number }[] = [{ at: clock.now(), done: before }];
  let said = clock.now();
  return {
    /** So many are done; `limit` names what it waits for most: `the service`. */
    at(done: number, limit: string) {
      const now = clock.now();
      if (now - said < pause) return;
      said = now;
      marks.push({ at: now, done });
      while (marks.length > 2 && (marks[1]?.at ?? now) <= now - windowMs) marks.shift();
      const [from] = marks;
      const rate = from && now > from.at ? ((done - from.done) / (now - from.at)) * 1000 : 0;
      const left = total === undefined ? [] : [`${timeLeft((total - done) / rate)} left`];
      const figure = rate >= 10 ? Math.round(rate) : Number(rate.toFixed(1));
      const pace = rate > 0 ? [`${grouped(figure)} a second`, ...left] : [];
      const all = total === undefined ? '' : ` of ${grouped(total)}`;
      say([`${label}: ${grouped(done)}${all} ${unit}`, ...pace, `waiting for ${limit}`].join(', '));
    },
  };
}
