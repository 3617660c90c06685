import { SpooledText } from '../../../cli/files/spooled-text.ts';
import type { Spool } from '../../../cli/files/transfers.ts';
import { csvLine } from '../../../cli/output/formats/csv.ts';
import { type Mapping, rejectColumns } from '../../../domain/lead-file/lead-mapping.ts';
import type { Reject } from '../../../domain/lead-file/lead-rows.ts';
import { type Cell, textOf } from '../../../domain/lead-file/row.ts';

/**
 * The rejected rows in the shape of the file, to be fixed and imported again: its columns, and in front of them row,
 * column and reason, which an import ignores. A CSV file of them is protected like an export. They wait in a spool until
 * the whole file was judged.
 */
export class Rejects {
  readonly #text: SpooledText;

  constructor(
    private readonly objects: boolean,
    openSpool: () => Promise<Spool>,
  ) {
    this.#text = new SpooledText(openSpool);
  }

  async add({ row, column, reason }: Reject, mapping: Mapping): Promise<void> {
    const marks = [String(row.number), column, reason];
    const said = rejectColumns.map((name, at) => `"${name}":${JSON.stringify(marks[at])}`);
    const line = this.objects
      ? `{${[...said, ...objectFields(row.cells, mapping, isMark)].join(',')}}\n`
      : csvLine([...marks, ...row.cells.map(textOf).filter((_, at) => !isMark(mapping[at]?.header))]);
    await this.#text.add(line);
  }

  async *pieces(mapping: Mapping): AsyncGenerator<Uint8Array | string> {
    const headers: string[] = [...rejectColumns];
    for (const { header } of mapping) if (!isMark(header)) headers.push(header);
    if (!this.objects) yield csvLine(headers);
    yield* this.#text.pieces();
  }

  close(): Promise<void> {
    return this.#text.close();
  }
}

/** Of an earlier file of rejects: this one has its own. */
const isMark = (header: string | undefined): boolean =>
  (rejectColumns as readonly (string | undefined)[]).includes(header);

/** The cells of a row as fields of an object again, but for those that are empty or left out. */
export const objectFields = (
  cells: readonly Cell[],
  mapping: Mapping,
  isLeftOut: (header: string) => boolean = () => false,
): string[] =>
  cells.flatMap((cell, at) => {
    const header = mapping[at]?.header ?? '';
    if (cell === '' || isLeftOut(header)) return [];
    return [`${JSON.stringify(header)}:${typeof cell === 'string' ? JSON.stringify(cell) : cell.text}`];
  });
