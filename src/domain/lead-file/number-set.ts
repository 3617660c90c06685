/** A set of small whole numbers, a bit each: row numbers of a file, batches that were confirmed. */
export class NumberSet {
  #bits: Uint8Array;
  #size = 0;

  /** Takes over what `bytes` gave earlier. */
  constructor(bytes: Uint8Array = new Uint8Array(64)) {
    this.#bits = bytes;
    for (const byte of bytes) for (let rest = byte; rest !== 0; rest &= rest - 1) this.#size += 1;
  }

  get size(): number {
    return this.#size;
  }

  has(number: number): boolean {
    return ((this.#bits[number >> 3] ?? 0) & (1 << (number & 7))) !== 0;
  }

  add(number: number): void {
    if (this.has(number)) return;
    const at = number >> 3;
    if (at >= this.#bits.length) {
      const larger = new Uint8Array(Math.max(this.#bits.length * 2, at + 1));
      larger.set(this.#bits);
      this.#bits = larger;
    }
    this.#bits[at] = (this.#bits[at] ?? 0) | (1 << (number & 7));
    this.#size += 1;
  }

  /** The numbers in order, from `from` on. */
  *from(from = 0): Generator<number> {
    const end = this.#bits.length * 8;
    for (let number = from; number < end; number++) {
      if ((number & 7) === 0 && this.#bits[number >> 3] === 0) number += 7;
      else if (this.has(number)) yield number;
    }
  }

  /** All of it, to be kept. */
  get bytes(): Uint8Array {
    return this.#bits;
  }
}
