import table from './personal-providers.tsv';

/**
 * Providers whose addresses belong to persons, not to businesses: a short list of the common ones, not a complete one.
 * `freemail.example` represents them in the sandbox, where no real domain may appear.
 */
const providers: ReadonlySet<string> = new Set(table.trimEnd().split('\n').slice(1));

export const domainOf = (address: string): string =>
  address.slice(address.lastIndexOf('@') + 1).toLowerCase();

export const isPersonalMailbox = (address: string): boolean => providers.has(domainOf(address));
