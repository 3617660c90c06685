/** Places to begin with. */
const first = 1024;

/**
 * Which addresses a file has brought so far, and in which row each stood last. Keeps two 32-bit hashes and a row number
 * per address, 12 bytes each in a table that is half to three quarters full, so that a million rows cost about 18 MB. Two different
 * addresses of a million are taken for one with a chance of about one in thirty million.
 */
export class AddressSet {
  #low = new Uint32Array(first);
  #high = new Uint32Array(first);
  /** 0 is a free place; rows count from 1. */
  #row = new Uint32Array(first);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Puts the address in `row`; the row it stood in before, or 0. */
  put(key: string, row: number): number {
    if (this.#size * 4 > this.#row.length * 3) this.#grow();
    const [low, high] = hash(key);
    const place = this.#place(low, high);
    const before = this.#row[place] ?? 0;
    if (before === 0) {
      this.#low[place] = low;
      this.#high[place] = high;
      this.#size += 1;
    }
    this.#row[place] = row;
    return before;
  }

  /** The row the address stands in, or 0. */
  rowOf(key: string): number {
    const [low, high] = hash(key);
    return this.#row[this.#place(low, high)] ?? 0;
  }

  #place(low: number, high: number): number {
    const { length } = this.#row;
    let place = Math.floor((low / 2 ** 32) * length);
    while (this.#row[place] !== 0 && (this.#low[place] !== low || this.#high[place] !== high))
      place = place + 1 === length ? 0 : place + 1;
    return place;
  }

  #grow(): void {
    const [low, high, row] = [this.#low, this.#high, this.#row];
    const size = Math.ceil(row.length * 1.5);
    this.#low = new Uint32Array(size);
    this.#high = new Uint32Array(size);
    this.#row = new Uint32Array(size);
    for (let at = 0; at < row.length; at++) {
      const [number = 0, a = 0, b = 0] = [row[at], low[at], high[at]];
      if (number === 0) continue;
      const place = this.#place(a, b);
      this.#low[place] = a;
      this.#high[place] = b;
      this.#row[place] = number;
    }
  }
}

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
