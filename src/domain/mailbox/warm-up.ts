import { limits } from '../../contract/limits.ts';
import { day, dayNumber, startOfDay, weekday } from '../window.ts';

/** Warm-up settings of a mailbox (spec, Warm-up settings record). Times are milliseconds. */
export interface WarmUp {
  readonly enabled: boolean;
  /** When it was first switched on. */
  readonly activatedAt: number | null;
  /** When it was last switched on: the ramp starts there. */
  readonly enabledAt: number | null;
  readonly startLimit: number;
  readonly increaseBy: number;
  readonly capLimit: number;
  readonly enableReplies: boolean;
  readonly weekdaysOnly: boolean;
  readonly timezone: string;
}

/** What switching it on would use where nothing was chosen. */
export const defaultWarmUp: WarmUp = {
  enabled: false,
  activatedAt: null,
  enabledAt: null,
  startLimit: 2,
  increaseBy: 2,
  capLimit: 40,
  enableReplies: true,
  weekdaysOnly: false,
  timezone: 'UTC',
};

const fullDays = 7;

/** The ramp's target on the day of `at`, weekends included; 0 when off. */
export function warmUpPerDay(warmUp: WarmUp, at: number): number {
  if (!warmUp.enabled || warmUp.enabledAt === null) return 0;
  const days = dayNumber(at) - dayNumber(warmUp.enabledAt);
  return days < 0 ? 0 : Math.min(warmUp.capLimit, warmUp.startLimit + warmUp.increaseBy * days);
}

/** How many warm-up emails were sent over the last seven full days. */
export function warmUpEmails(warmUp: WarmUp, at: number): number {
  let emails = 0;
  for (let back = 1; back <= fullDays; back++) {
    const then = startOfDay(at) - back * day;
    const weekend = weekday(then) === 0 || weekday(then) === 6;
    if (!(weekend && warmUp.weekdaysOnly)) emails += warmUpPerDay(warmUp, then);
  }
  return emails;
}

/** `health`, where enough was checked to say so; null while warm-up is off or too young. */
export const healthScore = (warmUp: WarmUp | null, health: number, at: number): number | null =>
  warmUp?.enabled && warmUpEmails(warmUp, at) >= limits.warmupEmailsForScore ? health : null;
