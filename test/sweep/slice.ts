/** Set by `npm run test:full`: every case of every sweep. `npm test` runs one slice of each. */
export const whole = process.env.OUTREACH_SWEEP === 'full';

/** How often a property is tried: so often in a full run, a third as often in `npm test`. */
export const runs = (full: number, all = whole): number => (all ? full : Math.ceil(full / 3));

/**
 * The modes in which the row of this number is tried: one in `of`, from another beginning for each row. So every row is
 * tried, and every mode where there are at least `of` rows. The numbers alone decide: the slice is the same in every run.
 */
export function modesOf<T>(modes: readonly T[], row: number, of: number, all = whole): T[] {
  const step = Math.min(of, modes.length);
  return all ? [...modes] : modes.filter((_, column) => (row + column) % step === 0);
}

/** Every row with its modes. Throws where a mode would be tried in no row. */
export function sliced<R extends object, M>(
  rows: readonly R[],
  modes: readonly M[],
  of: number,
  all = whole,
) {
  const tried = rows.map((row, at) => ({ ...row, modes: modesOf(modes, at, of, all) }));
  const missing = modes.findIndex((mode) => !tried.some((row) => row.modes.includes(mode)));
  if (missing >= 0)
    throw new Error(`mode ${missing} of ${modes.length} is tried in none of ${rows.length} rows`);
  return tried;
}
