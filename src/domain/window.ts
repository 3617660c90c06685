export const minute = 60_000;
export const day = 86_400_000;

/**
 * When a campaign may send. The spec gives `daysSchedule` and HH:MM times without a time zone; here, all of them are UTC,
 * as the service's own daily limits are. The end is not part of the window, and a window ends on the day it starts.
 */
export interface SendingWindow {
  /** Weekdays, Sunday = 0. Empty until set: then it never opens. */
  readonly days: readonly number[];
  /** Minutes since midnight. */
  readonly start: number;
  readonly end: number;
}

export const always: SendingWindow = { days: [0, 1, 2, 3, 4, 5, 6], start: 0, end: 1440 };

/** Number of the UTC day that holds `at`. */
export const dayNumber = (at: number): number => Math.floor(at / day);
export const startOfDay = (at: number): number => dayNumber(at) * day;
/** Sunday = 0; the epoch was a Thursday. */
export const weekday = (at: number): number => (((dayNumber(at) + 4) % 7) + 7) % 7;

/** `09:30` as minutes since midnight; undefined where it is not a time of day. */
export function minutesOf(time: string): number | undefined {
  const match = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(time.trim());
  return match ? Number(match[1]) * 60 + Number(match[2]) : undefined;
}

/** The reverse: 570 as `09:30`. */
export const clockText = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** `1,2,3` as sorted weekdays without repeats; undefined where a part is not a weekday number. An empty text has none. */
export function weekdaysOf(list: string): number[] | undefined {
  if (list.trim() === '') return [];
  const days = new Set<number>();
  for (const part of list.split(',')) {
    if (!/^[0-6]$/.test(part.trim())) return undefined;
    days.add(Number(part));
  }
  return [...days].sort((a, b) => a - b);
}

export const minutesOpen = (window: SendingWindow): number => Math.max(0, window.end - window.start);

export const everOpens = (window: SendingWindow): boolean =>
  window.days.length > 0 && minutesOpen(window) > 0;

export const opensOn = (window: SendingWindow, at: number): boolean => window.days.includes(weekday(at));

export function isOpen(window: SendingWindow, at: number): boolean {
  const since = at - startOfDay(at);
  return opensOn(window, at) && since >= window.start * minute && since < window.end * minute;
}

/** The first moment from `at` on (`at` itself included) at which the window is open; undefined where it never is. */
export function nextOpen({ days, start, end }: SendingWindow, at: number): number | undefined {
  if (end <= start) return undefined;
  const today = startOfDay(at);
  for (let midnight = today; midnight <= today + 7 * day; midnight += day)
    if (at < midnight + end * minute && days.includes(weekday(midnight)))
      return Math.max(at, midnight + start * minute);
  return undefined;
}

/** `delayDays` counts UTC days: due when that day starts; 0 means as soon as the mailbox may send again. */
export const followUpDue = (sentAt: number, delayDays: number): number =>
  delayDays === 0 ? sentAt : startOfDay(sentAt) + delayDays * day;
