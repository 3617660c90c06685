/** Places to begin with, how full they may become, and how full they are made for what is expected. */
const first = 1024;
const fullest = 0.85;
const planned = 0.8;
/** Growing by little keeps the old places in memory beside the new ones; by much trusts in what may be wrong. */
const growth = { least: 1.5, most: 16 };

/**
 * Which addresses a file has brought so far, and in which row each stood last. Keeps two 32-bit hashes and a row number
 * per address: 12 bytes in a table that is four fifths full where it was told how many would come, so that a million
 * rows cost 15 MB. Two different addresses of a million are taken for one with a chance of about one in thirty million.
 */
export class AddressSet {
  #table = tableOf(first);
  #places = first;
  #size = 0;
  #expected = 0;

  get size(): number {
    return this.#size;
  }

  /** How many there will be in all, as far as one can tell by now. */
  expect(size: number): void {
    this.#expected = size;
  }

  /** Puts the address in `row`; the row it stood in before, or 0. */
  put(key: string, row: number): number {
    if (this.#size > this.#places * fullest) this.#grow();
    const [low, high] = hash(key);
    const at = this.#find(low, high);
    const before = this.#table[at] ?? 0;
    if (before === 0) {
      this.#table[at + 1] = low;
      this.#table[at + 2] = high;
      this.#size += 1;
    }
    this.#table[at] = row;
    return before;
  }

  /** The row the address stands in, or 0. */
  rowOf(key: string): number {
    const [low, high] = hash(key);
    return this.#table[this.#find(low, high)] ?? 0;
  }

  clear(): void {
    letGo(this.#table);
    this.#table = tableOf(first);
    this.#places = first;
    this.#size = 0;
  }

  /** Where the address stands in the table, or could. */
  #find(low: number, high: number): number {
    const table = this.#table;
    let at = Math.floor((low / 2 ** 32) * this.#places) * width;
    while (table[at] !== 0 && (table[at + 1] !== low || table[at + 2] !== high)) {
      at += width;
      if (at === table.length) at = 0;
    }
    return at;
  }

  #grow(): void {
    const before = this.#table;
    const { least, most } = growth;
    const wanted = Math.max(this.#expected / planned, this.#places * least);
    this.#places = Math.ceil(Math.min(wanted, this.#places * most));
    this.#table = tableOf(this.#places);
    for (let at = 0; at < before.length; at += width) {
      const [row = 0, low = 0, high = 0] = [before[at], before[at + 1], before[at + 2]];
      if (row !== 0) this.#table.set([row, low, high], this.#find(low, high));
    }
    letGo(before);
  }
}

/** Row number (from 1; 0 is a free place) and the two hashes. */
const width = 3;

function tableOf(places: number): Uint32Array<ArrayBuffer> {
  const bytes = places * width * Uint32Array.BYTES_PER_ELEMENT;
  return new Uint32Array(new ArrayBuffer(bytes, { maxByteLength: bytes }), 0, places * width);
}

/** At once: the engine might not come to it for as long as the process lives. */
const letGo = ({ buffer }: Uint32Array<ArrayBuffer>): void => buffer.resize(0);

/** Two mixes of the text's units with different odd multipliers, stirred once more at the end. */
function hash(text: string): [low: number, high: number] {
  let low = 0x9e3779b1 ^ text.length;
  let high = 0x7feb352d ^ text.length;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    low = Math.imul(low ^ unit, 0x85ebca6b);
    low ^= low >>> 15;
    high = Math.imul(high + unit, 0xc2b2ae35);
    high ^= high >>> 13;
  }
  return [stirred(low), stirred(high ^ Math.imul(low, 0x27d4eb2f))];
}

function stirred(value: number): number {
  const once = Math.imul(value ^ (value >>> 16), 0x21f0aaad);
  const twice = Math.imul(once ^ (once >>> 15), 0x735a2d97);
  return (twice ^ (twice >>> 15)) >>> 0;
}
