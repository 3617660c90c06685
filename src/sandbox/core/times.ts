/** A stored time as the service writes it. */
export const rfc3339 = (at: number): string => new Date(at).toISOString();

export const maybeTime = (at: number | null): string | null => (at === null ? null : rfc3339(at));

type Time<T> = null extends T ? string | null : string;
type WithTimes<T> = { [K in keyof T]: K extends 'at' | `${string}At` ? Time<T[K]> : T[K] };

/** A row as the service shows it: the fields whose names end in `At` are times. */
export function withTimes<T extends object>(row: T): WithTimes<T> {
  const shown: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(row))
    shown[name] = /^at$|At$/.test(name) ? maybeTime(value) : value;
  return shown as WithTimes<T>;
}

/** Limits and allowances count UTC days (spec, Limits). */
export const utcDay = (at: number): string => rfc3339(at).slice(0, 10);

const day = 86_400_000;

export const secondsToUtcMidnight = (at: number): number => Math.ceil((day - (at % day)) / 1000);
