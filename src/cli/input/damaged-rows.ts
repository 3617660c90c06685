import { Failure } from '../../base/errors.ts';
import { type Cell, type Row, textOf } from '../../domain/lead-file/row.ts';
import { damageIn, withoutDamage } from './damage.ts';
import type { RowSource } from './row-source.ts';

/**
 * The rows of a file in UTF-8 with invalid bytes: a row with one of them has a fault and reads as
 * Windows-1252. Throws `usage` where one is in a header.
 */
export function damagedRows(name: string, source: RowSource): RowSource {
  let checked = 0;
  const check = () => {
    for (; checked < source.headers.length; checked++) checkHeader(name, source.headers[checked] ?? '');
  };
  check();
  return {
    ...source,
    get headers() {
      return source.headers;
    },
    sample: source.sample.map(withoutDamage),
    async *rows() {
      for await (const some of source.rows()) {
        check();
        yield some.map(judged);
      }
    },
  };
}

function judged(row: Row): Row {
  for (const [at, cell] of row.cells.entries()) {
    const damage = damageIn(textOf(cell));
    if (damage === undefined) continue;
    const reason = `byte ${damage.byte} at offset ${damage.offset} of the file is not UTF-8`;
    return { ...row, cells: row.cells.map(repaired), fault: { at, reason } };
  }
  return row;
}

function checkHeader(name: string, header: string): void {
  const damage = damageIn(header);
  if (damage === undefined) return;
  const { byte, offset } = damage;
  throw new Failure(
    'wrong_encoding',
    `${name} cannot be read: byte ${byte} at offset ${offset}, in its header, is not UTF-8.`,
    {
      hint: 'Name its encoding with --encoding, or save it as UTF-8.',
    },
  );
}

const repaired = (cell: Cell): Cell =>
  typeof cell === 'string' ? withoutDamage(cell) : { ...cell, text: withoutDamage(cell.text) };
