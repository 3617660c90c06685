/** The space between two columns, in cells. */
export const gap = 2;
/** A column cut to less than this tells nothing. */
const least = 6;

export interface Measured {
  /** The widest cell, header included. */
  readonly natural: number;
  /** Never cut: a number with its last digits missing is another number. */
  readonly rigid: boolean;
}

/**
 * Widths that fit `window`: short columns keep their natural width, the others share what is left equally, the odd
 * cells going from left to right. Undefined where no table of these columns can be read in that window.
 */
export function columnWidths(columns: readonly Measured[], window: number): number[] | undefined {
  const widths = columns.map(({ natural }) => natural);
  let room = window - gap * Math.max(0, columns.length - 1);
  let open = columns.map((_, index) => index);
  const settle = (keeps: (index: number) => boolean) => {
    const settled = open.filter(keeps);
    for (const index of settled) room -= widths[index] ?? 0;
    open = open.filter((index) => !keeps(index));
    return settled.length > 0;
  };

  if (widths.reduce((sum, width) => sum + width, 0) <= room) return widths;
  settle((index) => columns[index]?.rigid === true);
  let share = 0;
  do share = open.length === 0 ? 0 : Math.floor(room / open.length);
  while (settle((index) => (widths[index] ?? 0) <= share));
  if (room < 0 || (open.length > 0 && share < least)) return undefined;

  const spare = room - share * open.length;
  for (const [place, index] of open.entries()) widths[index] = share + (place < spare ? 1 : 0);
  return widths;
}
