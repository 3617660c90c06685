import { Failure } from '../base/errors.ts';

const names = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;
const full = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
const words: ReadonlyMap<string, string> = new Map([
  ['weekdays', 'mon-fri'],
  ['weekend', 'sat-sun'],
  ['daily', 'mon-sun'],
  ['all', 'mon-sun'],
]);

/** `mon-fri`, `fri-mon`, `weekdays` or numbers from Sunday = 0, as the service's `1,2,3,4,5`. Throws `usage`. */
export function parseDays(text: string): string {
  const parts = text
    .toLowerCase()
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?[-–] ?/g, '-')
    // Blanks as well: PowerShell hands `mon,wed` on as `mon wed`.
    .split(/ ?, ?| /);
  const days = new Set<number>();
  for (const part of parts) {
    const [from, to = from, ...rest] = (words.get(part) ?? part).split('-').map(dayNumber);
    if (from === undefined || to === undefined || rest.length > 0) throw badDays(part);
    // `fri-mon` goes on over the end of the week.
    for (let day = from; day <= (to < from ? to + 7 : to); day++) days.add(day % 7);
  }
  return [...days].sort((a, b) => a - b).join(',');
}

function dayNumber(name: string): number {
  if (/^[0-6]$/.test(name)) return Number(name);
  const found = full.findIndex((day) => name.length >= 2 && day.startsWith(name));
  if (found < 0) throw badDays(name);
  return found;
}

function badDays(part: string): Failure {
  return new Failure('bad_days', `'${part.slice(0, 60)}' is not a day of the week`, {
    hint: 'Write --days mon-fri, --days mon,wed,fri or --days daily.',
  });
}

/** `9:00`, `09:00` or `9` as `09:00`. Throws `usage`. */
export function parseTimeOfDay(text: string): string {
  const match = /^(\d{1,2})(?::(\d{2}))?$/.exec(text.trim());
  const hours = Number(match?.[1]);
  const minutes = Number(match?.[2] ?? 0);
  if (!match || hours > 23 || minutes > 59)
    throw new Failure('bad_time', `'${text.slice(0, 60)}' is not a time of day`, {
      hint: 'Write hours and minutes, from 00:00 to 23:59.',
    });
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
}

/** `1,2,3,4,5` as `Mon-Fri`, `0,6` as `Sat, Sun`; weeks begin on Monday. What is no such list is left as it is. */
export function describeDays(list: string): string {
  if (list.trim() === '') return 'not set';
  if (!/^[0-6](,[0-6])*$/.test(list)) return list;
  const days = [...new Set(list.split(',').map((day) => (Number(day) + 6) % 7))].sort((a, b) => a - b);
  const runs: number[][] = [];
  for (const day of days) {
    const last = runs.at(-1);
    if (last?.at(-1) === day - 1) last.push(day);
    else runs.push([day]);
  }
  return runs
    .map((run) => (run.length < 3 ? run.map(nameOf).join(', ') : `${nameOf(run[0])}-${nameOf(run.at(-1))}`))
    .join(', ');
}

/** Of a day that counts from Monday = 0. */
const nameOf = (day = 0): string => names[(day + 1) % 7] ?? '';
