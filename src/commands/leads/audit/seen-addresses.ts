import { addressKey } from '../../../contract/checks/email-address.ts';
import { AddressSet } from '../../../domain/lead-file/address-set.ts';

/** Which of several files had an address last. */
export class SeenAddresses {
  readonly #last = new AddressSet();
  readonly #files: string[] = [];

  begin(file: string): void {
    this.#files.push(file);
  }

  /** The file before this one that has the address; undefined where it is this one already. */
  put(address: string): string | undefined {
    const before = this.#last.put(addressKey(address), this.#files.length);
    return before === this.#files.length ? undefined : this.#files[before - 1];
  }
}
