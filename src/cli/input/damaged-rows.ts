import { Failure } from '../../base/errors.ts';
import { type Cell, type Row, textOf } from '../../domain/lead-file/row.ts';
import type { RowSource } from './row-source.ts';

/** Rows of UTF-8 with invalid bytes: such a row has a fault, and reads as Windows-1252. Throws `usage` in a header. */
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
    sampleRow: source.sampleRow.map(withoutDamage),
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
    { hint: 'Name its encoding with --encoding, or save it as UTF-8.' },
  );
}

const repaired = (cell: Cell): Cell =>
  typeof cell === 'string' ? withoutDamage(cell) : { ...cell, text: withoutDamage(cell.text) };

/**
 * A byte that is not UTF-8, marked in its text by characters that Unicode keeps for the inside of
 * programs. So it passes through any parser, and its row can be found out afterwards.
 */
const pattern = /\ufdd0([0-9a-f]{2})\ufdd1(\d+)\ufdd2/;
const patterns = new RegExp(pattern, 'g');

export const markDamage = (byte: number, offset: number): Buffer =>
  Buffer.from(`\ufdd0${byte.toString(16).padStart(2, '0')}\ufdd1${offset}\ufdd2`);

interface Damage {
  readonly byte: string;
  /** In the file, from 0. */
  readonly offset: number;
}

/** The first damage of a text. */
function damageIn(text: string): Damage | undefined {
  const [, byte, offset] = pattern.exec(text) ?? [];
  return byte === undefined ? undefined : { byte: `0x${byte}`, offset: Number(offset) };
}

/** The text with what such bytes are in Windows-1252, as they nearly always were written. */
const withoutDamage = (text: string): string =>
  text.replaceAll(patterns, (_, byte: string) =>
    new TextDecoder('windows-1252').decode(Buffer.from(byte, 'hex')),
  );
