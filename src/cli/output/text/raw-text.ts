import type { Cell, Toned } from '../../declare/view.ts';
import { exactJson } from './json.ts';

/** The value without what it means to a person. */
export const plainValue = (cell: Cell): Exclude<Cell, Toned> => (isToned(cell) ? cell.value : cell);

export const isToned = (cell: Cell): cell is Toned =>
  typeof cell === 'object' && cell !== null && 'tone' in cell;

/** Any value as exact text without layout; nothing for null and undefined. What machines get, before their escaping. */
export function rawText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? exactJson(value) : String(value);
}
