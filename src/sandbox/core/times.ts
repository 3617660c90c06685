/** A stored time as the service writes it. */
export const rfc3339 = (at: number): string => new Date(at).toISOString();

export const maybeTime = (at: number | null): string | null => (at === null ? null : rfc3339(at));

/** Limits and allowances count UTC days (spec, Limits). */
export const utcDay = (at: number): string => rfc3339(at).slice(0, 10);

const day = 86_400_000;

export const secondsToUtcMidnight = (at: number): number => Math.ceil((day - (at % day)) / 1000);
