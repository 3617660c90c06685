import { blocklist } from '../../contract/areas/blocklist.ts';
import { blockKey } from '../../contract/checks/block-value.ts';
import type { Context } from '../declare/command.ts';

/** Whether an address, or its domain, is on the blocklist of the workspace or of the account. */
export type IsBlocked = (address: string) => boolean;

/** Reads the whole list, both scopes: a call for 1,000 entries. An address is looked up without going through them. */
export async function readBlocklist({ api }: Pick<Context, 'api'>): Promise<IsBlocked> {
  const addresses = new Set<string>();
  const domains = new Set<string>();
  for await (const { items } of api.pages(blocklist.list, {}))
    for (const { emailAddress, domain } of items) {
      if (emailAddress) addresses.add(blockKey(emailAddress));
      else if (domain) domains.add(blockKey(domain));
    }
  return (address) => {
    const key = blockKey(address);
    return addresses.has(key) || domains.has(key.slice(key.lastIndexOf('@') + 1));
  };
}
