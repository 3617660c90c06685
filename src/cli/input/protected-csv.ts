import { Failure } from '../../base/errors.ts';
import { addProtection } from '../files/formula-protection.ts';
import { csvLine } from '../output/formats/csv.ts';

/** CSV that the service wrote, with formulas made harmless; the very same text where no cell of it could be one. */
export async function protectedCsv(text: string): Promise<string> {
  const rows = await parsed(text);
  const harmless = rows.flat().every((cell) => addProtection(cell) === cell);
  return harmless ? text : rows.map(csvLine).join('');
}

async function parsed(text: string): Promise<string[][]> {
  const { parse } = await import('csv-parse/sync');
  try {
    return parse(text, { relax_column_count: true });
  } catch (error) {
    throw new Failure(
      'unreadable_answer',
      'the file that the service gave is no CSV, so it was not written',
      {
        cause: error,
      },
    );
  }
}
