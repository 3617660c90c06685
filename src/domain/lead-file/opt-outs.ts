import { addressKey } from '../../contract/checks/email-address.ts';
import { AddressSet } from './address-set.ts';

/** Who opted out by any of several files that are read together. */
export class OptOuts {
  readonly #said = new AddressSet();
  readonly #files: { readonly file: string; readonly plainly: number }[] = [];

  /** `isDoubtful`: the file does not plainly say so. */
  add(file: string, people: readonly { readonly value: string; readonly isDoubtful: boolean }[]): void {
    const plain = people.filter(({ isDoubtful }) => !isDoubtful).map(({ value }) => addressKey(value));
    const place = this.#files.push({ file, plainly: new Set(plain).size });
    for (const key of people.map(({ value }) => addressKey(value)))
      if (this.#said.rowOf(key) === 0) this.#said.put(key, place);
  }

  /** The first file that says so of this address. */
  fileOf(address: string): string | undefined {
    if (this.#said.size === 0) return undefined;
    return this.#files[this.#said.rowOf(addressKey(address)) - 1]?.file;
  }

  /** How many people a file plainly says it of. */
  saidIn(file: string): number {
    return this.#files.find((one) => one.file === file)?.plainly ?? 0;
  }
}
