import type { Saying } from '../address/address-verdict.ts';
import { isTelling, type StatusColumn, sayingOf, statusColumnsOf } from '../address/status-column.ts';
import { foldHeader } from './lead-fields.ts';
import { type Cell, textOf } from './row.ts';

/** A column of a file that is a product's, by its name and by its values. */
export type SayingColumn = ReturnType<typeof sayingColumn>;

/** What the cells of a column are, if it is this column of a product. */
interface Tally {
  readonly column: StatusColumn;
  known: number;
  foreign: number;
  isTelling: boolean;
  readonly sayings: Set<Saying>;
}

/** Learns from the rows of a file which of its columns say who is to be left out; it keeps no cell. */
export class ColumnTally {
  readonly #columns: { readonly at: number; readonly tallies: readonly Tally[] }[] = [];
  readonly #learned: number;

  constructor(headers: readonly string[]) {
    this.#learned = headers.length;
    for (const [at, header] of headers.entries()) {
      const tallies: Tally[] = [];
      for (const column of statusColumnsOf(header))
        tallies.push({ column, known: 0, foreign: 0, isTelling: false, sayings: new Set() });
      if (tallies.length > 0) this.#columns.push({ at, tallies });
    }
  }

  /** No column has such a name: the values need not be looked at. */
  get isEmpty(): boolean {
    return this.#columns.length === 0;
  }

  take(cells: readonly Cell[]): void {
    for (const { at, tallies } of this.#columns) {
      const text = textOf(cells[at]);
      if (text !== '') for (const tally of tallies) count(tally, text);
    }
  }

  /** The columns that say something, of a file that has these by now. */
  columns(headers: readonly string[]): readonly SayingColumn[] {
    const folded = new Set(headers.map(foldHeader));
    const found: SayingColumn[] = [];
    for (const { at, tallies } of this.#columns) {
      const shown = new Set<StatusColumn>();
      const out: StatusColumn[] = [];
      for (const tally of tallies) {
        if (tally.column.needs !== 'cell' && isShown(tally, folded)) shown.add(tally.column);
        if (saysOut(tally)) out.push(tally.column);
      }
      const could = [...new Set([...shown, ...out])];
      const isSure = (column: StatusColumn, saying: Saying) =>
        saying === 'out' || column.needs === 'cell' || shown.has(column);
      if (could.length > 0) found.push(sayingColumn(at, headers[at] ?? '', could, isSure));
    }
    // Of an object further down: each cell counts by itself.
    for (let at = this.#learned; at < headers.length; at++) {
      const header = headers[at] ?? '';
      const could = statusColumnsOf(header);
      if (could.length > 0) found.push(sayingColumn(at, header, could, isSureAlone));
    }
    return found;
  }
}

function count(tally: Tally, text: string): void {
  const saying = sayingOf(tally.column, text);
  if (saying === undefined) return;
  if (saying === 'foreign') tally.foreign += 1;
  else {
    tally.known += 1;
    tally.sayings.add(saying);
    tally.isTelling ||= tally.column.words.has('*')
      ? saying !== 'other' && !/^[\d.,\s%]*$/.test(text)
      : isTelling(text);
  }
}

/** A name others use needs words they do not, or good and bad ones alone. Amounts alone are counts, else slips. */
function isShown(
  { column, known, foreign, sayings, ...tally }: Tally,
  headers: ReadonlySet<string>,
): boolean {
  if (column.words.has('*')) return foreign === 0 || tally.isTelling;
  const isBeside = [...column.beside].some((name) => headers.has(name));
  if (column.needs === 'name' || isBeside) return known > foreign;
  if (column.needs === 'beside' || foreign > 0) return false;
  return tally.isTelling || (has(sayings, 'valid', 'other') && has(sayings, 'invalid', 'risky', 'out'));
}

/** Who opted out of email did so, whatever else a column of this name says: unless other words give it another meaning. */
const saysOut = ({ column, sayings }: Tally): boolean =>
  column.needs === 'cell'
    ? sayings.size > 0 && !sayings.has('other')
    : column.needs === 'name' && !column.words.has('*') && sayings.has('out');

const has = (found: ReadonlySet<Saying>, ...some: readonly Saying[]): boolean =>
  some.some((saying) => found.has(saying));

const isSureAlone = ({ needs }: StatusColumn, _: Saying, text: string): boolean =>
  needs === 'name' || needs === 'cell' || (needs === 'words' && isTelling(text));

const sayingColumn = (
  at: number,
  header: string,
  could: readonly StatusColumn[],
  isSure: (column: StatusColumn, saying: Saying, text: string) => boolean,
) => ({
  at,
  header,
  could,
  say(text: string): Saying | undefined {
    for (const column of could) {
      const saying = sayingOf(column, text);
      if (saying !== undefined && saying !== 'foreign' && isSure(column, saying, text)) return saying;
    }
    return undefined;
  },
});
