import { parseDuration } from '../base/duration.ts';

/** What a moment is for: the start of a period, its end, the next one, or an end ahead by which something is done. */
export type MomentUse = 'since' | 'until' | 'next' | 'by';

/** What is typed for one, as help and refusals show it. */
export const momentExamples = (use: MomentUse): string =>
  isAhead(use) ? '3d, tomorrow, mon or 2027-01-31' : '7d, yesterday, mon or 2026-10-01';

const isAhead = (use: MomentUse): boolean => use === 'next' || use === 'by';

interface MomentOptions {
  readonly use: MomentUse;
  readonly now: number;
  /** Days begin and hours count in UTC instead of the zone of this machine. */
  readonly utc: boolean;
}

/** `7d`, `now`, `today`, `mon 09:00`, `2026-11-23 09:00`, Unix seconds, RFC 3339, as RFC 3339. Undefined for others. */
export function parseMoment(text: string, options: MomentOptions): string | undefined {
  const words = text.trim().toLowerCase();
  if (/^\d{9,12}$/.test(words)) return written(Number(words) * 1000);
  const { use, now, utc } = options;
  const span = parseDuration(words);
  if (span !== undefined) {
    const at = now + (isAhead(use) ? span : -span);
    // What is done `30d` ahead has the whole of that day.
    return use === 'by' ? ofDay(dayOf(new Date(at), utc), options) : written(at);
  }
  if (words === 'now') return written(now);
  return fromDate(text.trim(), options) ?? fromDay(words, options);
}

const dateForm =
  /^([1-9]\d{3}-\d\d-\d\d)(?:[t ]((?:[01]\d|2[0-3]):[0-5]\d)(:[0-5]\d)?(\.\d+)?(z|[+-](?:[01]\d|2[0-3]):[0-5]\d)?)?$/i;

function fromDate(text: string, options: MomentOptions): string | undefined {
  const [, date, time, seconds, fraction = '', zone] = dateForm.exec(text) ?? [];
  if (date === undefined || (fraction !== '' && seconds === undefined)) return undefined;
  const day = Date.parse(`${date}T00:00:00Z`);
  // Date.parse turns the 30th of February into the 2nd of March.
  if (Number.isNaN(day) || !new Date(day).toISOString().startsWith(date)) return undefined;
  if (time === undefined) return ofDay(dayOf(new Date(day), true), options);
  if (zone !== undefined && seconds !== undefined && /t/i.test(text)) return text;
  const ending = zone?.toUpperCase() ?? (options.utc ? 'Z' : '');
  // Without a zone it is read in that of this machine.
  return written(Date.parse(`${date}T${time}${seconds ?? ':00'}${fraction}${ending}`));
}

function fromDay(words: string, options: MomentOptions): string | undefined {
  const [, name = '', hours, minutes] = /^([a-z]*)\s*(?:(\d{1,2}):(\d\d))?$/.exec(words) ?? [];
  if (name === '' && hours === undefined) return undefined;
  if (Number(hours ?? 0) > 23 || Number(minutes ?? 0) > 59) return undefined;
  const days = daysCalled(name, options);
  const [nearest] = days;
  if (nearest === undefined) return undefined;
  const { use, now, utc } = options;
  if (hours === undefined && use !== 'next') return ofDay(nearest, options);
  const time = [Number(hours ?? 0), Number(minutes ?? 0)] as const;
  for (const day of days) {
    const moment = startOf(day, utc, ...time);
    if (isAhead(use) ? moment > now : moment <= now) return written(moment);
  }
  return written(startOf(nearest, utc, ...time));
}

type Day = readonly [year: number, month: number, day: number];

const dayOf = (date: Date, utc: boolean): Day =>
  utc
    ? [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
    : [date.getFullYear(), date.getMonth(), date.getDate()];

/** Where clocks skip its midnight, the first moment after it. */
const startOf = ([year, month, day]: Day, utc: boolean, hours = 0, minutes = 0): number =>
  utc ? Date.UTC(year, month, day, hours, minutes) : new Date(year, month, day, hours, minutes).getTime();

const after = ([year, month, day]: Day, days: number): Day =>
  dayOf(new Date(Date.UTC(year, month, day + days)), true);

const ofDay = (day: Day, { use, utc }: MomentOptions): string | undefined =>
  written(use === 'until' || use === 'by' ? startOf(after(day, 1), utc) - 1 : startOf(day, utc));

/** The days that a name can mean, the nearest first: back from today, or ahead where the next one is meant. */
function daysCalled(name: string, { use, now, utc }: MomentOptions): Day[] {
  const today = dayOf(new Date(now), utc);
  if (name === 'today') return [today];
  if (name === 'yesterday') return [after(today, -1)];
  if (name === 'tomorrow') return [after(today, 1)];
  const week = Array.from({ length: 8 }, (_, days) => after(today, isAhead(use) ? days : -days));
  if (name === '') return week.slice(0, 2);
  const weekday = weekdays.findIndex((day) => name.length >= 3 && day.startsWith(name));
  return week.filter((day) => new Date(Date.UTC(...day)).getUTCDay() === weekday);
}

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** Undefined for a time so far away that RFC 3339 cannot write it. */
function written(at: number): string | undefined {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return undefined;
  const text = date.toISOString().replace('.000Z', 'Z');
  return /^\d{4}-/.test(text) ? text : undefined;
}
