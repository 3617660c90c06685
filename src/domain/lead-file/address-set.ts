/** Two mixes of the text's units with different odd multipliers, finalMix once more at the end. */
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
  return [finalMix(low), finalMix(high ^ Math.imul(low, 0x27d4eb2f))];
}

/** Places to begin with, how full they may become, and how full they are made for what is expected. */
const first = 1024;
const fullest = 0.85;
const planned = 0.8;
/** Growing by little keeps the old places in memory beside the new ones; by much trusts in what may be wrong. */
const growth = { least: 1.5, most: 64 };

/** Value and the two halves of the hash. */
const width = 3;

/**
 * Which addresses a file has brought so far, and in which row each stood last. Of an address it keeps a hash of 64 bits, in
 * two halves, and its row number: 12 bytes each, four fifths of the places taken where the number was given, and all in
 * one piece of memory that is let go at once, so that a million rows cost 15 MB. Two different addresses of a million are
 * taken for one with a chance of about one in thirty million.
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

  /** The row of the address, or 0. */
  rowOf(key: string): number {
    const [low, high] = hash(key);
    return this.#table[this.#find(low, high)] ?? 0;
  }

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
      const [value = 0, low = 0, high = 0] = [before[at], before[at + 1], before[at + 2]];
      if (value === 0) continue;
      const place = this.#find(low, high);
      this.#table[place] = value;
      this.#table[place + 1] = low;
      this.#table[place + 2] = high;
    }
    // At once: the engine might not come to it for as long as the process lives.
    before.buffer.resize(0);
  }
}

/** The last mix of half a hash: every bit of it depends on every bit. */
function finalMix(value: number): number {
  const once = Math.imul(value ^ (value >>> 16), 0x21f0aaad);
  const twice = Math.imul(once ^ (once >>> 15), 0x735a2d97);
  return (twice ^ (twice >>> 15)) >>> 0;
}

function tableOf(places: number): Uint32Array<ArrayBuffer> {
  const bytes = places * width * Uint32Array.BYTES_PER_ELEMENT;
  return new Uint32Array(new ArrayBuffer(bytes, { maxByteLength: bytes }), 0, places * width);
}
