import { counted } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import { blocklist } from '../../contract/areas/blocklist.ts';
import { blockKey } from '../../contract/checks/block-value.ts';
import type { ItemOf } from '../../contract/operation.ts';
import { readAnyway } from '../answer/fact.ts';
import type { Service } from '../declare/command.ts';
import { whole } from '../find/find-in-pages.ts';

/** Whether an address, or its domain, is on the blocklist of the workspace or of the account. */
type IsBlocked = (address: string) => boolean;

/** The newest items of a list and its length: what shows that something was added since. */
export interface Head<T = unknown> {
  readonly total: number | null;
  readonly newest: readonly T[];
}

type Entry = ItemOf<typeof blocklist.list>;

/** Of the lists that a check reads; undefined where one cannot be read. */
export interface Heads {
  readonly blocklist: Head<Entry> | undefined;
  readonly replies: Head | undefined;
  /** Verification jobs that have ended. */
  readonly jobs: readonly unknown[] | undefined;
}

export const blocklistPage = 1000;

/** Reads both scopes, a call for 1,000 entries. Throws `incomplete_list` where there are more than `most`. */
export async function readBlocklist(
  { api }: Pick<Service, 'api'>,
  most = Number.POSITIVE_INFINITY,
): Promise<IsBlocked & { readonly head: Head<Entry> }> {
  const addresses = new Set<string>();
  const domains = new Set<string>();
  let head: Head<Entry> | undefined;
  for await (const { items, total } of whole(api.pages(blocklist.list, {}, { pageSize: blocklistPage }))) {
    head ??= { total, newest: items };
    if ((total ?? 0) > most)
      throw new Failure(
        'incomplete_list',
        `it has ${counted(total ?? 0, 'entry', 'entries')}, too many to look through`,
      );
    for (const { emailAddress, domain } of items) {
      if (emailAddress) addresses.add(blockKey(emailAddress));
      else if (domain) domains.add(blockKey(domain));
    }
  }
  const isBlocked: IsBlocked = (address) => {
    const key = blockKey(address);
    return addresses.has(key) || domains.has(key.slice(key.lastIndexOf('@') + 1));
  };
  return Object.assign(isBlocked, { head: head ?? { total: 0, newest: [] } });
}

/** More is not read for a few people: a call for 1,000 entries. */
const mostForFew = 20_000;

/** Of a few people: where it is too long, or cannot be read, it says so. */
export const readBlocklistForFew = (service: Pick<Service, 'api'>) =>
  readAnyway(blocklist.list, () => readBlocklist(service, mostForFew));
