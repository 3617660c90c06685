export function duration(seconds: number): string {
  if (seconds < 120) return `${Math.max(1, Math.round(seconds))} s`;
  if (seconds < 7200) return `${Math.ceil(seconds / 60)} min`;
  return `${Math.ceil(seconds / 3600)} h`;
}

/** The same of milliseconds, and of less than a second: `40 ms`. */
export const durationOf = (ms: number): string => (ms < 1000 ? `${ms} ms` : duration(ms / 1000));

/** What is left, to the second below an hour: `40 s`, `3 min 20 s`, `2 h 5 min`. */
export function timeLeft(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

const unitMs = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
} as const;

/** `90s`, `5m`, `1h30m`, `14d` in milliseconds; undefined where the text is none of these. */
export function parseDuration(text: string): number | undefined {
  if (!/^(\d+(\.\d+)?(ms|[smhdw]))+$/.test(text)) return undefined;
  let total = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|[smhdw])/g))
    total += Number(amount) * unitMs[unit as keyof typeof unitMs];
  return Number.isSafeInteger(Math.round(total)) ? Math.round(total) : undefined;
}

/** The shortest way to write what `parseDuration` reads: `90s`, `5m`. */
export function durationText(ms: number): string {
  for (const unit of ['d', 'h', 'm', 's'] as const)
    if (ms >= unitMs[unit] && ms % unitMs[unit] === 0) return `${ms / unitMs[unit]}${unit}`;
  return `${ms}ms`;
}
