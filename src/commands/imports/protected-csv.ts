import { Failure } from '../../base/errors.ts';
import { addProtection } from '../../cli/files/formula-protection.ts';
import { MalformedRecord, RecordSplitter } from '../../cli/input/record-splitter.ts';
import { csvLine } from '../../cli/output/formats/csv.ts';

/** CSV that the service wrote, with formulas made harmless; the very same text where no cell of it could be one. */
export function protectedCsv(text: string): string {
  const rows = split(text);
  const harmless = rows.flat().every((cell) => addProtection(cell) === cell);
  return harmless ? text : rows.map(csvLine).join('');
}

function split(text: string): string[][] {
  const splitter = new RecordSplitter(',');
  try {
    return [...splitter.take(text), ...splitter.end()];
  } catch (error) {
    if (!(error instanceof MalformedRecord)) throw error;
    throw new Failure('unreadable_answer', 'the file from the service is not CSV, so it was not written', {
      cause: error,
    });
  }
}
