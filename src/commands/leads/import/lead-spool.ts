import type { Spool } from '../../../cli/transfers.ts';
import { leadsPerCall } from '../../../contract/areas/leads.ts';
import type { LeadRows } from '../../../domain/lead-rows.ts';

/** What stands around the leads of a call. */
export interface Frame {
  readonly start: string;
  readonly end: string;
}

/** The leads of one call. */
export interface Batch {
  /** From 0, and the same whenever the same file is imported in the same way. */
  readonly index: number;
  /** In their frame. One string, not one of parts: large strings stay long after they are let go. */
  readonly text: string;
  readonly count: number;
}

/**
 * The leads of a file as the text they are sent in, waiting on the disk until the last row was seen: only then is it
 * known which of them a later row replaced. A line each, in blocks of as many as a call takes.
 */
export class LeadSpool {
  #text = '';
  #lines = 0;
  /** Where each full block begins. */
  readonly #blocks: number[] = [];
  /** By row number, where its line begins: only where rows are looked up one by one. */
  readonly #starts: number[] | undefined;
  #end = 0;
  /** One place of memory for every block: buffers that are let go stay long after strings are gone. */
  #piece = Buffer.alloc(0);

  constructor(
    private readonly spool: Spool,
    { lookup }: { lookup: boolean },
  ) {
    this.#starts = lookup ? [] : undefined;
  }

  /** True when a block is full, for `flush`. */
  add(row: number, json: string): boolean {
    const line = `${json},\n`;
    if (this.#starts) {
      this.#starts[row] = this.#end;
      this.#end += Buffer.byteLength(line);
    }
    this.#text += line;
    this.#lines += 1;
    return this.#lines === leadsPerCall;
  }

  async flush(): Promise<void> {
    if (this.#lines === 0) return;
    this.#blocks.push(this.spool.size);
    const piece = this.#room(this.#text.length * 3);
    await this.spool.write(piece.subarray(0, piece.write(this.#text)));
    this.#text = '';
    this.#lines = 0;
  }

  /** All leads that no later row replaced, a call's worth at a time. */
  async *batches(rows: LeadRows, frame: Frame): AsyncGenerator<Batch> {
    const candidates = rows.candidates();
    let index = 0;
    const pending: string[] = [];
    for (const block of this.#blocks.keys()) {
      const numbers = next(candidates, leadsPerCall);
      const whole = numbers.length === leadsPerCall && !numbers.some((row) => rows.isReplaced(row));
      if (pending.length === 0 && whole) {
        yield { index: index++, text: await this.#block(block, frame), count: numbers.length };
        continue;
      }
      const lines = (await this.#block(block)).split(',\n');
      pending.push(...lines.filter((_, at) => !rows.isReplaced(numbers[at] ?? 0)));
      while (pending.length >= leadsPerCall) yield batchOf(index++, pending.splice(0, leadsPerCall), frame);
    }
    if (pending.length > 0) yield batchOf(index, pending, frame);
  }

  /** The lead that stands in a row. */
  async lead(row: number): Promise<unknown> {
    const start = this.#starts?.[row];
    if (start === undefined) throw new Error(`no lead was kept for row ${row}`);
    for (let size = 1024; ; size *= 4) {
      const piece = Buffer.alloc(size);
      const text = piece.subarray(0, await this.spool.readInto(piece, start));
      const end = text.indexOf(',\n');
      if (end >= 0) return JSON.parse(text.toString('utf8', 0, end));
      if (text.length < size) throw new Error(`the lead of row ${row} is cut off`);
    }
  }

  close(): Promise<void> {
    return this.spool.close();
  }

  async #block(block: number, { start, end }: Frame = { start: '', end: '' }): Promise<string> {
    const from = this.#blocks[block] ?? 0;
    const length = (this.#blocks[block + 1] ?? this.spool.size) - from;
    const bytes = this.#room(length + Buffer.byteLength(start) + Buffer.byteLength(end));
    const begin = bytes.write(start);
    await this.spool.readInto(bytes.subarray(begin, begin + length), from);
    // Without the comma and the line break behind the last one.
    const last = begin + length - 2;
    return bytes.toString('utf8', 0, last + bytes.write(end, last));
  }

  #room(bytes: number): Buffer {
    if (this.#piece.length < bytes) this.#piece = Buffer.allocUnsafeSlow(Math.ceil(bytes * 1.25));
    return this.#piece;
  }
}

const batchOf = (index: number, lines: readonly string[], { start, end }: Frame): Batch => ({
  index,
  text: `${start}${lines.join(',\n')}${end}`,
  count: lines.length,
});

function next(numbers: Generator<number>, count: number): number[] {
  const taken: number[] = [];
  while (taken.length < count) {
    const { done, value } = numbers.next();
    if (done) break;
    taken.push(value);
  }
  return taken;
}
