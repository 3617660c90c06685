import { AddressSet } from './address-set.ts';
import { addressKey } from './email-address.ts';

const at = 0x40;
/** No address is longer, and where something is, nobody knows what it is. */
const longestCarry = 64 * 1024;

/** What an address may hold on both sides of its @ here. Whatever else it holds cuts off a part: then more are alike. */
const isKept = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) ||
  (code >= 0x30 && code <= 0x39) ||
  (code >= 0x41 && code <= 0x5a) ||
  code === 0x2e ||
  code === 0x2d ||
  code === 0x5f ||
  code === 0x2b ||
  code >= 0x80;

const once = 1;
const again = 2;

/**
 * Which of the addresses at the beginning of a file stand nowhere else in it, found out without understanding the file:
 * by whatever stands around an @. It may take for repeated what is not, but never the other way round, so that a row
 * whose address stands once is replaced by no later one.
 */
export class HeadAddresses {
  readonly #seen = new AddressSet();
  /** The end of a piece, where an address may be under way. */
  #carry: Buffer = Buffer.alloc(0);
  #lost = false;

  /** Of how many addresses at the beginning it can tell. */
  constructor(private readonly most: number) {
    this.#seen.expect(most);
  }

  /** Can text be cut into columns by this character, and an address still be found whole? */
  static understands(delimiter: string): boolean {
    return delimiter !== '@' && !isKept(delimiter.charCodeAt(0));
  }

  /** The next piece of the file, as UTF-8. */
  take(piece: Uint8Array): void {
    if (this.#lost) return;
    const bytes =
      this.#carry.length === 0
        ? Buffer.from(piece.buffer, piece.byteOffset, piece.length)
        : Buffer.concat([this.#carry, piece]);
    let end = bytes.length;
    while (end > 0 && (isKept(bytes[end - 1] ?? 0) || bytes[end - 1] === at)) end -= 1;
    this.#find(bytes, end);
    this.#carry = Buffer.from(bytes.subarray(end));
    this.#lost = this.#carry.length > longestCarry;
  }

  /** The file is over. */
  end(): void {
    this.#find(this.#carry, this.#carry.length);
  }

  /** True only where no other place of the file holds this address. */
  standsOnce(address: string): boolean {
    if (this.#lost) return false;
    const sign = address.indexOf('@');
    let [from, to] = [sign, sign + 1];
    while (from > 0 && isKept(address.charCodeAt(from - 1))) from -= 1;
    while (to < address.length && isKept(address.charCodeAt(to))) to += 1;
    return this.#seen.rowOf(addressKey(address.slice(from, to))) === once;
  }

  #find(bytes: Buffer, end: number): void {
    for (let sign = bytes.indexOf(at); sign >= 0 && sign < end; sign = bytes.indexOf(at, sign + 1)) {
      let [from, to] = [sign, sign + 1];
      while (from > 0 && isKept(bytes[from - 1] ?? 0)) from -= 1;
      while (to < end && isKept(bytes[to] ?? 0)) to += 1;
      this.#see(addressKey(bytes.toString('utf8', from, to)));
    }
  }

  #see(key: string): void {
    if (this.#seen.rowOf(key) !== 0) this.#seen.put(key, again);
    else if (this.#seen.size < this.most) this.#seen.put(key, once);
  }
}
