import { domainOf, isPersonalMailbox } from '../contract/checks/personal-mailbox.ts';

/**
 * What colleagues share: the domain of a business address, else the name of the company; undefined where neither tells.
 */
export function companyKey(address: string, company: string | null): string | undefined {
  if (!isPersonalMailbox(address)) return `@${domainOf(address)}`;
  const name = company?.trim().toLowerCase();
  return name === undefined || name === '' ? undefined : name;
}
