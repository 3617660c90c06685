import { addressKey } from '../../contract/checks/email-address.ts';
import { AddressSet } from './address-set.ts';
import type { Mapping } from './lead-mapping.ts';
import { type Cell, type LeadText, leadWriter, type Rejection, type RejectKind } from './lead-text.ts';
import { NumberSet } from './number-set.ts';

/** One data row of a file: its number as a spreadsheet shows it (the header is row 1) and its cells. */
export interface Row {
  readonly number: number;
  readonly cells: readonly Cell[];
  /** What is wrong with a cell already before anything is made of it: a byte in another encoding. */
  readonly fault?: { readonly at: number; readonly reason: string };
}

export interface Reject extends Rejection {
  readonly row: Row;
}

/** A row that is no lead, and why; `column` as in a rejection. */
export interface RejectedRow {
  readonly row: number;
  readonly column: string;
  readonly reason: string;
}

/** Something that happened to many rows: how often, and the first few as examples. */
export interface Tally<T> {
  readonly count: number;
  readonly some: readonly T[];
}

/** What became of a file's rows. Every row read is exactly one of: a lead, a reject, empty, or replaced by a later row. */
export interface Verdict {
  readonly read: number;
  readonly valid: number;
  readonly rejected: number;
  readonly rejects: ReadonlyMap<RejectKind, Tally<RejectedRow>>;
  /** Rows without any value. */
  readonly empty: number;
  /** Rows whose address stands again further down: the last one wins, whole. */
  readonly replaced: Tally<{ row: number; by: number }>;
  /** Addresses that had spaces around them. */
  readonly trimmed: number;
}

const examples = 3;

/**
 * Sorts rows, one after the other, into leads and rejects. Keeps no row: only which addresses there were, in which rows,
 * so that a file of any length takes a few bytes a row. A lead is final only when the last row was seen, because a later
 * one may replace it: `isReplaced` tells.
 */
export class LeadRows {
  #write: ReturnType<typeof leadWriter>;
  readonly #addresses = new AddressSet();
  #valid = 0;
  readonly #candidates = new NumberSet();
  readonly #replacedRows = new NumberSet();
  readonly #replaced: { row: number; by: number }[] = [];
  readonly #rejects = new Map<RejectKind, { count: number; some: RejectedRow[] }>();
  #read = 0;
  #rejected = 0;
  #empty = 0;
  #trimmed = 0;

  constructor(private mapping: Mapping) {
    this.#write = leadWriter(mapping);
  }

  /** For a file of objects in which a new field turned up further down. */
  remap(mapping: Mapping): void {
    this.mapping = mapping;
    this.#write = leadWriter(mapping);
  }

  /** How many rows there will be in all, as far as one can tell by now. */
  expect(rows: number): void {
    this.#addresses.expect(rows);
  }

  /** The lead that the row is so far, why it is none, or undefined where nothing stands in it. */
  take({ number, cells, fault }: Row): LeadText | Rejection | undefined {
    this.#read += 1;
    const made = fault ? this.#faulty(fault) : this.#write(cells);
    if (!('reason' in made)) {
      this.#candidates.add(number);
      if (made.trimmed) this.#trimmed += 1;
      const before = this.#addresses.put(addressKey(made.email), number);
      if (before === 0) this.#valid += 1;
      else this.#replace(before, number);
      return made;
    }
    if (cells.every((cell) => typeof cell === 'string' && cell.trim() === '')) {
      this.#empty += 1;
      return undefined;
    }
    this.#rejected += 1;
    const tally = this.#rejects.get(made.kind) ?? { count: 0, some: [] };
    tally.count += 1;
    const { column, reason } = made;
    if (tally.some.length < examples) tally.some.push({ row: number, column, reason });
    this.#rejects.set(made.kind, tally);
    return made;
  }

  /** The rows that became leads, in order, those that were replaced among them. */
  candidates(): Generator<number> {
    return this.#candidates.from();
  }

  isReplaced(row: number): boolean {
    return this.#replacedRows.has(row);
  }

  /** No row comes any more, and none is looked for by its address: most of the memory is given back. */
  settle(): void {
    this.#addresses.clear();
  }

  /** The row of the lead with this address, or 0. */
  rowOf(address: string): number {
    return this.#addresses.rowOf(addressKey(address));
  }

  verdict(): Verdict {
    return {
      read: this.#read,
      valid: this.#valid,
      rejected: this.#rejected,
      rejects: this.#rejects,
      empty: this.#empty,
      replaced: { count: this.#replacedRows.size, some: this.#replaced },
      trimmed: this.#trimmed,
    };
  }

  #faulty({ at, reason }: NonNullable<Row['fault']>): Rejection {
    return { kind: 'wrong encoding', column: this.mapping[at]?.header ?? '', reason };
  }

  #replace(row: number, by: number): void {
    this.#replacedRows.add(row);
    if (this.#replaced.length < examples) this.#replaced.push({ row, by });
  }
}
