import { jsonParser } from '../../base/lossless-json.ts';
import { leadsPerCall } from '../../contract/areas/leads.ts';
import {
  type Judged,
  LeadMaker,
  leftOut,
  type MadeLead,
  type MakerRules,
  type NewLead,
  type Rejection,
} from '../../domain/lead-file/lead-maker.ts';
import { isBefore, type Mapping } from '../../domain/lead-file/lead-mapping.ts';
import type { LeadRows } from '../../domain/lead-file/lead-rows.ts';
import type { OptOuts } from '../../domain/lead-file/opt-outs.ts';
import type { Row } from '../../domain/lead-file/row.ts';
import { ColumnTally } from '../../domain/lead-file/saying-columns.ts';
import { capHeap } from '../files/cap-heap.ts';
import { openRows } from './open-rows.ts';
import type { RowSource } from './row-source.ts';
import type { SourceFile } from './source-file.ts';

export interface JudgedRow {
  readonly row: Row;
  readonly judged: Judged;
}

export interface LeadRow extends Pick<MadeLead, 'lead' | 'verdict' | 'filled'> {
  readonly number: number;
}

/** What of a row is sent; undefined for nothing. */
export type SentOf = (row: LeadRow) => NewLead | undefined;

export interface Batch {
  /** From 0, and the same whenever the same file is imported in the same way. */
  readonly index: number;
  readonly leads: NewLead[];
}

interface LeadFileOptions extends LeadFileRules {
  readonly file: SourceFile;
  readonly delimiter: string | undefined;
  /** Of the columns that the file begins with. */
  readonly mapping: Mapping;
  /** The mapping once more, for a file of objects in which new fields turned up. */
  remap(headers: readonly string[]): Mapping;
}

/** Which rows become leads, and how. */
export interface LeadFileRules extends MakerRules {
  readonly perCall?: number | undefined;
  /** By the files of the same run: this one adds what it says. */
  readonly optOuts?: OptOuts | undefined;
  /** Leaves out leads that may not go. */
  readonly gate?: Gate | undefined;
  /** Leaves out those who were forgotten. */
  readonly forgotten?: { has(address: string): boolean } | undefined;
}

interface Gate {
  judge(row: number, lead: NewLead, mapping: Mapping): Rejection | undefined;
}

const wasForgotten = 'forgotten: leads forget was run for this person';

/** A file of leads that is read as often as needed, each time to the same leads. */
export class LeadFile {
  #tally: ColumnTally | undefined;

  constructor(private readonly options: LeadFileOptions) {}

  /** It is a file of old values. */
  get putsBack(): boolean {
    return isBefore(this.options.mapping.map(({ header }) => header));
  }

  /** How much of the file the reading under way has seen, as a share of 1. */
  get share(): number {
    const { size, position } = this.options.file;
    return position / size;
  }

  /** Which columns say whom to leave out. Their values decide: all are looked at, where a name fits. */
  async #learn(): Promise<ColumnTally> {
    const { file, delimiter } = this.options;
    const source: RowSource = await openRows(file, { delimiter });
    const tally = new ColumnTally(source.headers);
    if (tally.isEmpty) return tally;
    const keepHeapSmall = capHeap();
    for await (const some of source.rows()) {
      keepHeapSmall();
      for (const { cells } of some) tally.take(cells);
    }
    return tally;
  }

  /**
   * All rows from the first on, some at a time, each judged by itself, and the columns known by then: objects may bring new
   * ones further down. `couldSay`: a column, or a variable in one, could say whom to leave out.
   */
  async *rows() {
    const { file, delimiter, remap } = this.options;
    let { mapping } = this.options;
    const parse = await jsonParser();
    this.#tally ??= await this.#learn();
    const tally = this.#tally;
    const source: RowSource = await openRows(file, { delimiter });
    const rules = { ...this.options, holdsObjects: source.delimiter === undefined };
    const makerOf = () => new LeadMaker(mapping, parse, tally.columns(source.headers), rules);
    let maker = makerOf();
    const keepHeapSmall = capHeap();
    for await (const some of source.rows()) {
      if (source.headers.length > mapping.length) {
        mapping = remap(source.headers);
        maker = makerOf();
      }
      keepHeapSmall();
      const rows: JudgedRow[] = [];
      for (const row of some) rows.push({ row, judged: this.#passed(row, maker.judge(row), mapping) });
      yield { mapping, rows, couldSay: maker.couldSay };
    }
  }

  async *addresses(): AsyncGenerator<readonly string[]> {
    for await (const { rows } of this.rows()) {
      const addresses: string[] = [];
      for (const { judged } of rows) if ('lead' in judged) addresses.push(judged.lead.email);
      yield addresses;
    }
  }

  #passed({ number }: Row, judged: Judged, mapping: Mapping): Judged {
    const { file, gate, forgotten, optOuts } = this.options;
    if (!('lead' in judged)) {
      if (judged.kind === 'opted-out') optOuts?.add(file.name, judged);
      return judged;
    }
    const { email } = judged.lead;
    const column = mapping[judged.at]?.header ?? '';
    if (forgotten?.has(email)) return { kind: 'forgotten', column, reason: wasForgotten, email };
    const elsewhere = optOuts?.fileOf(email);
    if (elsewhere !== undefined && elsewhere !== file.name && !this.options.keep?.has('opted-out'))
      return { ...leftOut('opted-out', [email], '', `${elsewhere} says so`), saidBy: elsewhere };
    const rejection = gate?.judge(number, judged.lead, mapping);
    return rejection ? { ...rejection, email } : judged;
  }

  /** The leads that no later row replaces, in the order of the file. `rows` has taken every row before. */
  async *leads(rows: LeadRows): AsyncGenerator<readonly LeadRow[]> {
    for await (const some of this.rows()) {
      const kept: LeadRow[] = [];
      for (const { row, judged } of some.rows) {
        if (!('lead' in judged) || rows.rowOf(judged.lead.email) !== row.number) continue;
        const { lead, verdict, filled } = judged;
        kept.push({ number: row.number, lead, verdict, filled });
      }
      yield kept;
    }
  }

  /**
   * The same, a call's worth at a time. `sent` says what of a row goes out: a batch has the same rows whatever that is, and
   * perhaps none of them.
   */
  async *batches(rows: LeadRows, sent: SentOf = ({ lead }) => lead): AsyncGenerator<Batch> {
    const { perCall = leadsPerCall } = this.options;
    let index = 0;
    let count = 0;
    let leads: NewLead[] = [];
    for await (const some of this.leads(rows)) {
      for (const row of some) {
        const lead = sent(row);
        if (lead !== undefined) leads.push(lead);
        count += 1;
        if (count < perCall) continue;
        yield { index: index++, leads };
        leads = [];
        count = 0;
      }
    }
    if (count > 0) yield { index, leads };
  }
}
