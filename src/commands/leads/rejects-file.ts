import type { Mapping } from '../../domain/lead-mapping.ts';
import { rejectColumns } from '../../domain/lead-mapping.ts';
import type { Reject } from '../../domain/lead-rows.ts';

/**
 * The rejected rows as a CSV file that can be mended and imported again: the columns of the original, and in front of
 * them row, column and reason, which an import passes over.
 */
export function rejectsFile(rejects: readonly Reject[], mapping: Mapping): string {
  const header = [...rejectColumns, ...mapping.map(({ header }) => header)];
  const rows = rejects.map(({ row, column, reason }) => [String(row.number), column, reason, ...row.cells]);
  return [header, ...rows].map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('');
}

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

/** `prospects.csv` -> `prospects.rejects.csv`, in the folder the command was called from. */
export function rejectsName(file: string): string {
  const name = file === '-' ? 'leads' : (file.split(/[\\/]/).at(-1) ?? file);
  return `${name.replace(/\.[^.]+$/, '')}.rejects.csv`;
}
