import { finalMix, HashTable } from './hash-table.ts';

/**
 * Which addresses a file has brought so far, and in which row each stood last. Of an address it keeps a hash and its row
 * number, so that a million rows cost 15 MB. Two different addresses of a million are taken for one with a chance of
 * about one in thirty million.
 */
export class AddressSet {
  readonly #rows = new HashTable();

  get size(): number {
    return this.#rows.size;
  }

  /** How many there will be in all, as far as one can tell by now. */
  expect(size: number): void {
    this.#rows.expect(size);
  }

  /** Puts the address in `row`; the row it stood in before, or 0. */
  put(key: string, row: number): number {
    const [low, high] = hash(key);
    return this.#rows.put(low, high, row);
  }

  /** The row of the address, or 0. */
  rowOf(key: string): number {
    const [low, high] = hash(key);
    return this.#rows.get(low, high);
  }
}

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
