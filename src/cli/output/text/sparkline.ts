import type { Cell, Series } from '../../declare/view.ts';
import { asciiGlyphs, unicodeGlyphs } from './glyphs.ts';
import type { Safe } from './safe-text.ts';

/**
 * A sign for each day, on a scale of their own from zero to the highest. A day above zero never looks like one of zero,
 * and a day that is not known looks like neither.
 */
export function sparkline(values: Series, { ascii }: { readonly ascii: boolean }): Safe {
  const { unknown, zero, levels } = (ascii ? asciiGlyphs : unicodeGlyphs).spark;
  const known = values.filter((value): value is number => Number.isFinite(value));
  const most = Math.max(0, ...known);
  const signOf = (value: number | null): string => {
    if (value === null || !Number.isFinite(value)) return unknown;
    if (value <= 0) return zero;
    return levels[Math.max(1, Math.ceil((value / most) * levels.length)) - 1] ?? unknown;
  };
  return values.map(signOf).join('') as Safe;
}

export const isSeries = (cell: Cell): cell is Series => Array.isArray(cell);
