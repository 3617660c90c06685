import { blockKey, blockProblem } from '../contract/checks/block-value.ts';

/** The values worth sending, each once, and those that are not. */
export interface Sifted {
  readonly values: readonly string[];
  readonly rejected: readonly { readonly value: string; readonly reason: string }[];
  /** Values that occur more than once. */
  readonly repeated: number;
}

export function siftValues(given: readonly string[]): Sifted {
  const values = new Set<string>();
  const rejected: { value: string; reason: string }[] = [];
  let repeated = 0;
  for (const value of given) {
    const reason = blockProblem(value);
    const key = blockKey(value);
    if (reason !== undefined) rejected.push({ value, reason });
    else if (values.has(key)) repeated++;
    else values.add(key);
  }
  return { values: [...values], rejected, repeated };
}

/** Entries of the list as far as they matter here. */
export interface BlockEntry {
  readonly id: number;
  readonly domain?: string | null | undefined;
  readonly emailAddress?: string | null | undefined;
  readonly scope?: string | null | undefined;
}

/** The entry that keeps a person from being written to: the address itself, or the domain it is on. */
export function blockerOf<E extends BlockEntry>(entries: readonly E[], value: string): E | undefined {
  const key = blockKey(value);
  const domain = key.slice(key.lastIndexOf('@') + 1);
  return (
    entries.find(({ emailAddress }) => emailAddress != null && blockKey(emailAddress) === key) ??
    entries.find((entry) => !entry.emailAddress && entry.domain != null && blockKey(entry.domain) === domain)
  );
}
