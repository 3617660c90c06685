import { addressKey } from '../../contract/checks/email-address.ts';
import { finalMix, HashTable } from './hash-table.ts';

const sign = '@'.charCodeAt(0);
/** From here on bytes are parts of characters that are no ASCII. */
const wide = 0x80;
/** No address is longer, and where something is, nobody knows what it is. */
const longestCarry = 64 * 1024;

/**
 * What a byte of UTF-8 is compared as where it belongs to an address, small letters for large ones, and 0 where it does
 * not. Whatever else an address may hold cuts off a part of it: then more of them are alike, and none looks different
 * from itself.
 */
const compared = Uint8Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte).toLowerCase();
  return byte >= wide ? byte : /[\w.+-]/.test(character) ? character.charCodeAt(0) : 0;
});

const once = 1;
const again = 2;

/**
 * Which of the addresses at the beginning of a file stand nowhere else in it, found out without understanding the file:
 * by whatever stands around an @. It may take for repeated what is not, but never the other way round, so that a row
 * whose address stands once is replaced by no later one.
 */
export class HeadAddresses {
  readonly #seen = new HashTable();
  /** The end of a piece, where an address may be under way. */
  #carry: Buffer = Buffer.alloc(0);
  #lost = false;

  /** Of how many addresses at the beginning it can tell. */
  constructor(private readonly most: number) {
    this.#seen.expect(most);
  }

  /** Can text be cut into columns by this character, and an address still be found whole? */
  static understands(delimiter: string): boolean {
    return delimiter !== '@' && compared[Math.min(delimiter.charCodeAt(0), 0xff)] === 0;
  }

  /** The next piece of the file, as UTF-8. */
  take(piece: Uint8Array): void {
    if (this.#lost) return;
    const fresh = Buffer.from(piece.buffer, piece.byteOffset, piece.length);
    const bytes = this.#carry.length === 0 ? fresh : Buffer.concat([this.#carry, fresh]);
    let end = bytes.length;
    while (end > 0 && (compared[bytes[end - 1] ?? 0] !== 0 || bytes[end - 1] === sign)) end -= 1;
    this.#find(bytes.subarray(0, end));
    this.#carry = Buffer.from(bytes.subarray(end));
    this.#lost = this.#carry.length > longestCarry;
  }

  /** The file is over. */
  end(): void {
    this.#find(this.#carry);
  }

  /** True only where no other place of the file holds this address. */
  standsOnce(address: string): boolean {
    if (this.#lost) return false;
    const bytes = Buffer.from(address);
    const [low, high] = this.#hash(bytes, bytes.indexOf(sign));
    return this.#seen.get(low, high) === once;
  }

  /** Nothing is asked any more. */
  clear(): void {
    this.#seen.clear();
  }

  #find(bytes: Buffer): void {
    for (let at = bytes.indexOf(sign); at >= 0; at = bytes.indexOf(sign, at + 1)) {
      const [low, high] = this.#hash(bytes, at);
      const before = this.#seen.get(low, high);
      if (before === once) this.#seen.put(low, high, again);
      else if (before === 0 && this.#seen.size < this.most) this.#seen.put(low, high, once);
    }
  }

  /** Of the address around an @. */
  #hash(bytes: Buffer, at: number): [low: number, high: number] {
    let from = at - 1;
    while (from >= 0 && compared[bytes[from] ?? 0] !== 0) from -= 1;
    from += 1;
    let [low, high, all] = [0x9e3779b1, 0x7feb352d, 0];
    let to = from;
    for (; to < bytes.length; to++) {
      const byte = to === at ? sign : (compared[bytes[to] ?? 0] ?? 0);
      if (byte === 0) break;
      low = Math.imul(low ^ byte, 0x85ebca6b);
      low ^= low >>> 15;
      high = Math.imul(high + byte, 0xc2b2ae35);
      high ^= high >>> 13;
      all |= byte;
    }
    if (all >= wide) {
      const key = Buffer.from(addressKey(bytes.toString('utf8', from, to)));
      if (!key.equals(bytes.subarray(from, to))) return this.#hash(key, key.indexOf(sign));
    }
    return [finalMix(low), finalMix(high ^ Math.imul(low, 0x27d4eb2f))];
  }
}
