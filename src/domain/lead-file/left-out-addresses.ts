import { addressKey } from '../../contract/checks/email-address.ts';
import { AddressSet } from './address-set.ts';
import type { LeftOutKind, Rejection } from './lead-maker.ts';

/** Addresses that rows of a file say to leave out, each with the row that says so. */
export class LeftOutAddresses {
  /** Twice the row, and 1 more where the person opted out: that counts before what is known of the address. */
  readonly #found = new AddressSet();
  /** Of each person of whom a row of this file plainly says it, the first address. */
  readonly optedOut = new AddressSet();

  /** Gives the keys of those that were not known before. */
  add({ kind, leftOut = [], doubtful, saidBy }: Rejection, row: number): readonly string[] {
    const keys = leftOut.map(addressKey);
    const [first] = keys;
    if (kind === 'opted-out' && first !== undefined && !doubtful && saidBy === undefined)
      this.optedOut.put(first, row);
    return keys.filter((key) => {
      const before = this.#found.rowOf(key);
      if (before === 0 || (kind === 'opted-out' && before % 2 === 0))
        this.#found.put(key, row * 2 + (kind === 'opted-out' ? 1 : 0));
      return before === 0;
    });
  }

  find(address: string): { readonly kind: LeftOutKind; readonly row: number } | undefined {
    const found = this.#found.size === 0 ? 0 : this.#found.rowOf(addressKey(address));
    if (found === 0) return undefined;
    return { kind: found % 2 === 1 ? 'opted-out' : 'known-invalid', row: Math.floor(found / 2) };
  }
}
