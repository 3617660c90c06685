import type { Check } from '../operation.ts';
import { problemAt } from '../schema/schema.ts';
import { bodyCheck } from './body-check.ts';
import { addressProblem } from './email-address.ts';

/** The only endings that can be checked or bought (spec, Done-for-you). */
export const domainEndings = ['com', 'org'] as const;

export const buyableDomains: Check = bodyCheck<{ domains: readonly { readonly domainName?: string }[] }>(
  { code: 'bad_domain', hint: 'Only names that end in .com or .org can be bought.' },
  ({ domains = [] }) =>
    domains.flatMap(({ domainName = '' }, index) => {
      const name = domainName.trim().toLowerCase();
      const sound = addressProblem(`a@${name}`) === undefined;
      const isSold = sound && domainEndings.some((ending) => name.endsWith(`.${ending}`));
      const reason = !isSold && 'must be a domain that ends in .com or .org';
      return problemAt(`domains.${index}.domainName`, domainName, reason);
    }),
);

interface Mailbox {
  readonly username?: string;
  readonly domainName?: string;
}

export const soundMailboxes: Check = bodyCheck<{ mailboxes: readonly Mailbox[] }>(
  {
    code: 'bad_mailbox',
    hint: 'A mailbox has the part before the @ as its username, and its domain beside it.',
  },
  ({ mailboxes = [] }) =>
    mailboxes.flatMap(({ username = '', domainName = '' }, index) => {
      const address = `${username}@${domainName}`;
      const problem = addressProblem(address);
      const reason = problem && `must make an address (${problem})`;
      return problemAt(`mailboxes.${index}.username`, address, reason);
    }),
);
