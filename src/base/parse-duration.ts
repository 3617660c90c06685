const unitMs: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** `90s`, `5m`, `1h30m`, `14d` in milliseconds; undefined where the text is none of these. */
export function parseDuration(text: string): number | undefined {
  if (!/^(\d+(\.\d+)?(ms|[smhdw]))+$/.test(text)) return undefined;
  let total = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|[smhdw])/g))
    total += Number(amount) * (unitMs[unit ?? ''] ?? 0);
  return Number.isSafeInteger(Math.round(total)) ? Math.round(total) : undefined;
}
