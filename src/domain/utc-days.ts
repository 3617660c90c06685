import { day, dayNumber } from './window.ts';

/** A UTC day, or what a period has of it; both ends belong to it. RFC 3339. */
export interface DayPart {
  /** `2026-03-02`. */
  readonly date: string;
  readonly since: string;
  readonly until: string;
  readonly isWhole: boolean;
}

export const countUtcDays = (since: string, until: string): number =>
  dayNumber(Date.parse(until)) - dayNumber(Date.parse(since)) + 1;

/** The UTC days of a period, without a gap: each ends with its last millisecond, the last where the period does. */
export function utcDays(since: string, until: string): DayPart[] {
  const first = dayNumber(Date.parse(since));
  const count = countUtcDays(since, until);
  return Array.from({ length: count }, (_, index) => {
    const start = (first + index) * day;
    const whole = { since: new Date(start).toISOString(), until: new Date(start + day - 1).toISOString() };
    return {
      date: whole.since.slice(0, 10),
      since: index === 0 ? since : whole.since,
      until: index === count - 1 ? until : whole.until,
      // A day is usually given with its last second as the end.
      isWhole:
        (index > 0 || Date.parse(since) === start) &&
        (index < count - 1 || Date.parse(until) >= start + day - 1000),
    };
  });
}
