import { addressKey } from '../../contract/checks/email-address.ts';
import { AddressSet } from './address-set.ts';
import type { Rejection } from './lead-maker.ts';

/** Who opted out by any of several files that are read together: each learns it as it is read. */
export class OptOuts {
  readonly #files = new Map<string, { readonly all: AddressSet; readonly plainly: AddressSet }>();

  add(file: string, { leftOut = [], doubtful }: Rejection): void {
    const said = this.#files.get(file) ?? { all: new AddressSet(), plainly: new AddressSet() };
    this.#files.set(file, said);
    for (const [at, key] of leftOut.map(addressKey).entries()) {
      said.all.put(key, 1);
      // Several addresses in a row are one person.
      if (!doubtful && at === 0) said.plainly.put(key, 1);
    }
  }

  /** The first file that says so of this address. */
  fileOf(address: string): string | undefined {
    for (const [file, { all }] of this.#files) if (all.rowOf(addressKey(address)) > 0) return file;
    return undefined;
  }

  /** How many people a file plainly says it of. */
  saidIn(file: string): number {
    return this.#files.get(file)?.plainly.size ?? 0;
  }
}
