import { Failure } from '../../base/errors.ts';
import { type Cell, type Row, textOf } from '../../domain/lead-file/row.ts';
import type { RowSource } from './row-source.ts';

/**
 * In front of what stands for a byte that is not UTF-8: a character that Unicode keeps for the inside of programs. So
 * it passes through any parser, and its row can be found out afterwards.
 */
export const damageMark = '\ufdd0';

/** Rows of UTF-8 with invalid bytes: such a row has a fault, and reads as Windows-1252. Throws `usage` in a header. */
export function damagedRows(name: string, source: RowSource): RowSource {
  let checked = 0;
  const check = () => {
    for (; checked < source.headers.length; checked++) {
      const header = source.headers[checked] ?? '';
      if (header.includes(damageMark))
        throw new Failure(
          'wrong_encoding',
          `${name} cannot be read: a letter in its header, in "${withoutMarks(header)}", is not UTF-8.`,
          { hint: 'Name its encoding with --encoding, or save it as UTF-8.' },
        );
    }
  };
  check();
  return {
    ...source,
    get headers() {
      return source.headers;
    },
    sample: source.sample.map(withoutMarks),
    sampleRow: source.sampleRow.map(withoutMarks),
    async *rows() {
      for await (const some of source.rows()) {
        check();
        yield some.map(judged);
      }
    },
  };
}

function judged(row: Row): Row {
  const at = row.cells.findIndex((cell) => textOf(cell).includes(damageMark));
  if (at < 0) return row;
  return { ...row, cells: row.cells.map(repaired), fault: { at, reason: 'a letter of it is not UTF-8' } };
}

const repaired = (cell: Cell): Cell =>
  typeof cell === 'string' ? withoutMarks(cell) : { ...cell, text: withoutMarks(cell.text) };

const withoutMarks = (text: string): string => text.replaceAll(damageMark, '');
