import type { Spool } from '../../../cli/files/transfers.ts';
import { csvLine } from '../../../cli/output/formats/csv.ts';
import { type Mapping, rejectColumns } from '../../../domain/lead-file/lead-mapping.ts';
import type { Reject } from '../../../domain/lead-file/lead-rows.ts';
import { type Cell, textOf } from '../../../domain/lead-file/row.ts';

const pieceSize = 128 * 1024;

/**
 * The rejected rows in the shape of the file, to be fixed and imported again: its columns, and in front of them row,
 * column and reason, which an import ignores. A CSV file of them is protected like an export. They wait in a spool until
 * the whole file was judged.
 */
export class Rejects {
  #text = '';
  #spool: Spool | undefined;

  constructor(
    private readonly objects: boolean,
    private readonly openSpool: () => Promise<Spool>,
  ) {}

  async add({ row, column, reason }: Reject, mapping: Mapping): Promise<void> {
    const marks = [String(row.number), column, reason];
    this.#text += this.objects
      ? objectLine(marks, row.cells, mapping)
      : csvLine([...marks, ...row.cells.map(textOf).filter((_, at) => !isMark(mapping[at]?.header))]);
    if (this.#text.length < pieceSize) return;
    this.#spool ??= await this.openSpool();
    await this.#spool.write(Buffer.from(this.#text));
    this.#text = '';
  }

  async *pieces(mapping: Mapping): AsyncGenerator<Uint8Array | string> {
    const headers = mapping.map(({ header }) => header).filter((header) => !isMark(header));
    if (!this.objects) yield csvLine([...rejectColumns, ...headers]);
    const piece = Buffer.alloc(pieceSize);
    for (let at = 0; this.#spool && at < this.#spool.size; ) {
      const length = await this.#spool.readInto(piece, at);
      at += length;
      yield piece.subarray(0, length);
    }
    yield this.#text;
  }

  async close(): Promise<void> {
    await this.#spool?.close();
  }
}

/** Of an earlier file of rejects: this one has its own. */
const isMark = (header: string | undefined): boolean =>
  (rejectColumns as readonly (string | undefined)[]).includes(header);

function objectLine(marks: readonly string[], cells: readonly Cell[], mapping: Mapping): string {
  const fields = cells.flatMap((cell, at): string[] => {
    const header = mapping[at]?.header ?? '';
    if (cell === '' || isMark(header)) return [];
    return [`${JSON.stringify(header)}:${typeof cell === 'string' ? JSON.stringify(cell) : cell.text}`];
  });
  const said = rejectColumns.map((name, at) => `"${name}":${JSON.stringify(marks[at])}`);
  return `{${[...said, ...fields].join(',')}}\n`;
}
