import { sum } from '../../../base/counted.ts';

/** The space between two columns, in cells. */
export const gap = 2;
/** A column cut to less than this tells nothing. */
const leastOfAny = 6;

export interface Measured {
  /** The widest cell, header included. */
  readonly natural: number;
  /** What it needs before a less important column may stay: all of it where it must not be cut. */
  readonly needed: number;
  /** The column with the highest is dropped first; 0 is never dropped. */
  readonly rank: number;
  /** Cut further it tells nothing; 6 unless given. */
  readonly least?: number;
  /** Has so much before the others share what is left. */
  readonly first?: number;
}

/** The columns that are shown, by their place, and how wide each of them is. */
export interface Columns {
  readonly shown: readonly number[];
  readonly widths: readonly number[];
}

/** The most important columns that fit `window`, with their cells; undefined where not even rank 0 fits. */
export function layColumns(columns: readonly Measured[], window: number): Columns | undefined {
  let shown = columns.map((_, place) => place);
  const at = (place: number) => columns[place] as Measured;
  const fits = (needed: (column: Measured) => number) =>
    sum(shown.map((place) => needed(at(place)))) + gap * (shown.length - 1) <= window;
  const needed = ({ needed }: Measured) => needed;
  while (!fits(needed)) {
    let [last = 0] = shown;
    for (const place of shown) if (at(place).rank >= at(last).rank) last = place;
    if (at(last).rank === 0) break;
    shown = shown.filter((place) => place !== last);
  }
  // What is left is important enough to be cut further.
  const rigid = ({ natural, needed, least = leastOfAny }: Measured) =>
    needed < natural ? Math.min(needed, least) : natural;
  if (shown.length === 0 || !(fits(needed) || fits(rigid))) return undefined;
  return { shown, widths: columnWidths(shown.map(at), window) };
}

/** Columns that are not cut keep their width, the others share what is left equally, the odd cells from left to right. */
function columnWidths(columns: readonly Measured[], window: number): number[] {
  const widths = columns.map(({ natural }) => natural);
  let room = window - gap * (columns.length - 1);
  if (sum(widths) <= room) return widths;
  let open = columns.map((_, index) => index);
  const settle = (keeps: (index: number) => boolean) => {
    const settled = open.filter(keeps);
    for (const index of settled) room -= widths[index] ?? 0;
    open = open.filter((index) => !keeps(index));
    return settled.length > 0;
  };

  settle((index) => columns[index]?.needed === columns[index]?.natural);
  for (const index of open) {
    const { first, natural, needed } = columns[index] as Measured;
    if (first === undefined) continue;
    let left = room;
    for (const other of open) if (other !== index) left -= columns[other]?.needed ?? 0;
    const equal = Math.floor(room / open.length);
    widths[index] = Math.min(natural, Math.max(needed, equal, Math.min(first, left)));
  }
  settle((index) => columns[index]?.first !== undefined);
  let share = 0;
  do share = open.length === 0 ? 0 : Math.floor(room / open.length);
  while (settle((index) => (widths[index] ?? 0) <= share));
  const spare = room - share * open.length;
  for (const [place, index] of open.entries()) widths[index] = share + (place < spare ? 1 : 0);
  return widths;
}
