import { jsonText } from '../../base/lossless-json.ts';
import { dfy } from '../../contract/areas/dfy.ts';
import { appeared } from './appeared.ts';
import type { Fit } from './compare.ts';
import { bodyOf, type Evidence, type Item, itemOf } from './evidence.ts';

/** The list is for keys that the service forgot. The spec does not show what is in an order: words in any field. */
export const createOrder: Evidence = appeared({
  list: dfy.orders,
  made: ({ order }) => itemOf(order).id,
  resent: true,
  matches: (order, looking) => fitsOrder(order, bodyOf(looking)),
  answer: (order) => ({ order }),
});

function fitsOrder(order: Item, { domains, mailboxes, forwardingDomain }: Item): Fit {
  const wanted = wordsOf([domains, mailboxes]);
  const listed = wordsOf([order.domains, order.mailboxes]);
  const names = [...listed].filter((word) => /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)*\.(com|org)$/u.test(word));
  if (names.length === 0) return 'perhaps';
  const named = itemsOf(domains).flatMap(({ domainName }) => [...wordsOf([domainName])]);
  if (!named.every((name) => listed.has(name))) return false;
  if (!itemsOf(mailboxes).every((mailbox) => hasMailbox(order, mailbox))) return false;
  const known = new Set([...wanted, ...wordsOf([forwardingDomain])]);
  return names.every((name) => known.has(name)) || 'perhaps';
}

function hasMailbox({ mailboxes }: Item, { username, domainName }: Item): boolean {
  const listed = wordsOf([mailboxes]);
  return [...wordsOf([username, domainName])].every((word) => listed.has(word));
}

const itemsOf = (list: unknown): Item[] => (Array.isArray(list) ? list.map(itemOf) : []);

/** Names of domains and mailboxes in it, in lower case; an address gives both of its halves. */
const wordsOf = (values: readonly unknown[]): ReadonlySet<string> =>
  new Set(
    jsonText(values.filter((value) => value !== undefined))
      .toLowerCase()
      .match(/[\p{L}\p{N}._+-]+/gu),
  );
