import { counted } from '../../base/counted.ts';
import { day, minute } from '../window.ts';

/** `3 hours`; undefined where the moment is not known. */
export function ageOf(at: string | null | undefined, now: number): string | undefined {
  const since = now - Date.parse(at ?? '');
  if (Number.isNaN(since)) return undefined;
  const hour = 60 * minute;
  if (since < minute) return 'less than a minute';
  if (since < 2 * minute) return 'a minute';
  if (since < 2 * hour) return counted(Math.floor(since / minute), 'minute');
  if (since < 2 * day) return counted(Math.floor(since / hour), 'hour');
  return counted(Math.floor(since / day), 'day');
}

/** `, 3 hours old` or, of several, `, the oldest 3 hours old`; nothing where that is not known. */
export function agesText(count: number, oldestAt: string | null, now: number): string {
  const age = ageOf(oldestAt, now);
  return age === undefined ? '' : `, ${count === 1 ? '' : 'the oldest '}${age} old`;
}

/** The first of these moments; null where one of them cannot be read, as it may be the first. */
export function oldestOf(moments: readonly (string | null | undefined)[]): string | null {
  const times = moments.map((at) => Date.parse(at ?? ''));
  const first = Math.min(...times);
  return Number.isFinite(first) ? new Date(first).toISOString() : null;
}
