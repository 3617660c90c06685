import type { Spool } from '../../../cli/files/transfers.ts';
import { leadsPerCall } from '../../../contract/areas/leads.ts';
import type { LeadRows } from '../../../domain/lead-file/lead-rows.ts';
import { Body, type Frame, larger, separator } from './body.ts';

/** The leads of one call. */
export interface Batch {
  /** From 0, and the same whenever the same file is imported in the same way. */
  readonly index: number;
  readonly count: number;
  /** In their frame, until `done`: then the next batch may stand in the same place of memory. */
  readonly bytes: Uint8Array;
  done(): void;
}

interface Block {
  readonly from: number;
  readonly bytes: number;
  /** Whatever comes further down, it is sent as it is. */
  readonly settled: boolean;
}

/** Larger strings would stay in memory long after they are let go. */
const pieceLength = 8 * 1024;

/**
 * The leads of a file as the text they are sent in, waiting on the disk until the last row was seen: only then is it
 * known of most of them whether a later row replaced them. A line each, in blocks of as many as a call takes. Whatever
 * the number of rows, all of it passes through the same few places of memory.
 */
export class LeadSpool {
  #text = '';
  /** The block under way, as far as it is no longer `#text`. */
  #block: Buffer = Buffer.alloc(0);
  #length = 0;
  #lines = 0;
  #settled = true;
  readonly #blocks: Block[] = [];
  /** How many of them `settled` has looked at, and how many it has given. */
  #looked = 0;
  #given = 0;
  /** By row number, where its line begins: only where rows are looked up one by one. */
  readonly #starts: number[] | undefined;
  #end = 0;
  /** Of batches that are done. */
  readonly #bodies: Body[] = [];

  constructor(
    private readonly spool: Spool,
    { lookup }: { lookup: boolean },
  ) {
    this.#starts = lookup ? [] : undefined;
  }

  /** True when a block is full, for `flush`. No later row replaces a lead that is `settled`. */
  add(row: number, json: string, settled: boolean): boolean {
    this.#settled &&= settled;
    this.#text += json;
    this.#text += separator;
    this.#lines += 1;
    if (this.#starts) {
      this.#starts[row] = this.#end;
      this.#end += Buffer.byteLength(json) + separator.length;
    }
    if (this.#text.length > pieceLength) this.#encode();
    return this.#lines === leadsPerCall;
  }

  async flush(): Promise<void> {
    this.#encode();
    if (this.#lines === 0) return;
    const settled = this.#settled && this.#lines === leadsPerCall;
    this.#blocks.push({ from: this.spool.size, bytes: this.#length, settled });
    await this.spool.write(this.#block.subarray(0, this.#length));
    this.#length = 0;
    this.#lines = 0;
    this.#settled = true;
  }

  /** The next batch that can be sent before the last row was seen; `batches` begins with these, too. */
  async settled(frame: Frame): Promise<Batch | undefined> {
    for (const block of this.#blocks.slice(this.#looked)) {
      this.#looked += 1;
      if (block.settled) return this.#whole(this.#given++, block, frame);
    }
    return undefined;
  }

  /** All leads that no later row replaced, a call's worth at a time. */
  async *batches(rows: LeadRows, frame: Frame): AsyncGenerator<Batch> {
    let index = 0;
    for (const block of this.#blocks) if (block.settled) yield this.#whole(index++, block, frame);
    const candidates = rows.candidates();
    let body: Body | undefined;
    let count = 0;
    for (const block of this.#blocks) {
      const numbers = next(candidates, leadsPerCall);
      if (block.settled) continue;
      if (count === 0 && numbers.length === leadsPerCall && !numbers.some((row) => rows.isReplaced(row))) {
        yield this.#whole(index++, block, frame);
        continue;
      }
      const lines = await this.#read(block);
      let from = 0;
      for (const row of numbers) {
        const to = lines.indexOf(separator, from) + separator.length;
        if (!rows.isReplaced(row)) {
          body ??= this.#body(frame);
          lines.copy(body.room(to - from), 0, from, to);
          body.filled(to - from);
          count += 1;
        }
        from = to;
        if (body === undefined || count < leadsPerCall) continue;
        yield this.#batch(index++, count, body, frame);
        body = undefined;
        count = 0;
      }
    }
    if (body) yield this.#batch(index, count, body, frame);
  }

  /** The lead that stands in a row. */
  async lead(row: number): Promise<unknown> {
    const start = this.#starts?.[row];
    if (start === undefined) throw new Error(`no lead was kept for row ${row}`);
    for (let size = 1024; ; size *= 4) {
      const piece = Buffer.alloc(size);
      const text = piece.subarray(0, await this.spool.readInto(piece, start));
      const end = text.indexOf(separator);
      if (end >= 0) return JSON.parse(text.toString('utf8', 0, end));
      if (text.length < size) throw new Error(`the lead of row ${row} is cut off`);
    }
  }

  close(): Promise<void> {
    return this.spool.close();
  }

  #encode(): void {
    const needed = this.#length + this.#text.length * 3;
    if (this.#block.length < needed) this.#block = larger(this.#block, this.#length, needed);
    this.#length += this.#block.write(this.#text, this.#length);
    this.#text = '';
  }

  /** Where the block under way stood: no row comes any more. */
  async #read({ from, bytes }: Block): Promise<Buffer> {
    const lines = this.#block.subarray(0, bytes);
    await this.spool.readInto(lines, from);
    return lines;
  }

  async #whole(index: number, { from, bytes }: Block, frame: Frame): Promise<Batch> {
    const body = this.#body(frame);
    await this.spool.readInto(body.room(bytes), from);
    body.filled(bytes);
    return this.#batch(index, leadsPerCall, body, frame);
  }

  #body(frame: Frame): Body {
    const body = this.#bodies.pop() ?? new Body();
    body.begin(frame);
    return body;
  }

  #batch(index: number, count: number, body: Body, frame: Frame): Batch {
    return { index, count, bytes: body.end(frame), done: () => void this.#bodies.push(body) };
  }
}

function next(numbers: Generator<number>, count: number): number[] {
  const taken: number[] = [];
  while (taken.length < count) {
    const { done, value } = numbers.next();
    if (done) break;
    taken.push(value);
  }
  return taken;
}
