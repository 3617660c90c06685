import { addressProblem } from './email-address.ts';

/** An address or a domain as it is compared: without blanks around it, in lower case. */
export const blockKey = (value: string): string => value.trim().toLowerCase();

/** An address if it contains @ (spec, Blocklist: update request), else a domain. */
export const isAddress = (value: string): boolean => value.includes('@');

/** Why a value can be neither blocked as an address nor as a domain; undefined where it can. */
export function blockProblem(value: string): string | undefined {
  const key = blockKey(value);
  if (key === '') return 'it is empty';
  if (isAddress(key)) return addressProblem(key);
  if (/^[a-z][a-z0-9+.-]*:\/\//.test(key) || key.includes('/'))
    return 'it is an address of the web, not a domain';
  // A domain is good where an address on it is.
  return addressProblem(`a@${key}`)?.replace(/^the address/, 'the domain');
}

/** The values worth sending, each once, and those that are not. */
export interface Sifted {
  readonly values: readonly string[];
  readonly rejected: readonly { readonly value: string; readonly reason: string }[];
  /** Values that stand more than once. */
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

/** The entry that keeps somebody from being written to: the address itself, or the domain it is on. */
export function blockerOf<E extends BlockEntry>(entries: readonly E[], value: string): E | undefined {
  const key = blockKey(value);
  const domain = key.slice(key.lastIndexOf('@') + 1);
  return (
    entries.find(({ emailAddress }) => emailAddress != null && blockKey(emailAddress) === key) ??
    entries.find((entry) => !entry.emailAddress && entry.domain != null && blockKey(entry.domain) === domain)
  );
}
