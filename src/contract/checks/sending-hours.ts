import type { Check } from '../operation.ts';
import { bodyCheck } from './body-check.ts';

/** A day of sending ends after it began. Times of day as HH:MM compare as text. */
export const endsAfterStart: Check = bodyCheck<{ startSchedule: string; endSchedule: string }>(
  { code: 'bad_time', hint: 'Give a first time of day and a later one, for example 09:00 and 17:00.' },
  ({ startSchedule: start, endSchedule: end }) =>
    start === undefined || end === undefined || end > start
      ? []
      : [{ field: 'endSchedule', value: end, reason: `must be later than the start, ${start}` }],
);

/** The longest pause between two emails is not shorter than the shortest. */
export const gapIsRange: Check = bodyCheck<{
  minimumTimeBetweenEmails: number;
  maximumTimeBetweenEmails: number;
}>(
  { code: 'bad_gap', hint: 'Give a minimum gap, and a maximum that is not below it.' },
  ({ minimumTimeBetweenEmails: least, maximumTimeBetweenEmails: most }) =>
    least === undefined || most === undefined || most >= least
      ? []
      : [
          {
            field: 'maximumTimeBetweenEmails',
            value: most,
            reason: `must not be less than the minimum gap, ${least}`,
          },
        ],
);
