import type { Clock } from '../contract/clock.ts';
import { grouped } from '../contract/grouped.ts';

export interface MeterOptions {
  readonly clock: Clock;
  /** On a terminal one line is drawn over and over; elsewhere each is a line for itself, so they come seldom. */
  readonly terminal: boolean;
  say(line: string): void;
  /** `Sending`. */
  readonly label: string;
  /** `leads`. */
  readonly unit: string;
  /** How many there will be, where that is known. */
  readonly total?: number;
  /** How many an earlier run has done: they are no part of the rate. */
  readonly before?: number;
}

export interface Meter {
  /** So many are done; `limit` names what it waits for most: `the service`. */
  at(done: number, limit: string): void;
}

const terminalMs = 200;
/** Without a terminal: often enough to see that it lives, seldom enough for a log. */
const logMs = 10_000;
/** The rate is that of the last seconds: what counts is how it goes now. */
const windowMs = 15_000;

/** Says now and then how far something long has come: how many, how fast, how much longer, and what holds it up. */
export function createMeter({ clock, terminal, say, label, unit, total, before = 0 }: MeterOptions): Meter {
  const pause = terminal ? terminalMs : logMs;
  const marks: { at: number; done: number }[] = [{ at: clock.now(), done: before }];
  let said = clock.now();
  return {
    at(done, limit) {
      const now = clock.now();
      if (now - said < pause) return;
      said = now;
      marks.push({ at: now, done });
      while (marks.length > 2 && (marks[1]?.at ?? now) <= now - windowMs) marks.shift();
      const [from] = marks;
      const rate = from && now > from.at ? ((done - from.done) / (now - from.at)) * 1000 : 0;
      say(
        [`${label}: ${amount(done, total)} ${unit}`, ...pace(rate, done, total), `waiting for ${limit}`].join(
          ', ',
        ),
      );
    },
  };
}

const amount = (done: number, total: number | undefined): string =>
  total === undefined ? grouped(done) : `${grouped(done)} of ${grouped(total)}`;

function pace(rate: number, done: number, total: number | undefined): string[] {
  if (rate <= 0) return [];
  const perSecond = `${grouped(rate >= 10 ? Math.round(rate) : Number(rate.toFixed(1)))} a second`;
  return total === undefined ? [perSecond] : [perSecond, `${remaining((total - done) / rate)} left`];
}

/** `40 s`, `3 min 20 s`, `2 h 5 min`. */
export function remaining(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}
