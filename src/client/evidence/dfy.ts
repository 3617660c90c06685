import { jsonText } from '../../base/lossless-json.ts';
import { dfy } from '../../contract/areas/dfy.ts';
import { appeared } from './appeared.ts';
import { bodyOf, type Evidence, type Item, itemOf } from './evidence.ts';

/** The list is for keys that the service forgot. The spec does not show what is in an order: words in any field. */
export const createOrder: Evidence = appeared({
  list: dfy.orders,
  made: ({ order }) => itemOf(order).id,
  resent: true,
  matches: (order, looking) => {
    const { domains, mailboxes, forwardingDomain } = bodyOf(looking);
    const wanted = wordsOf([domains, mailboxes]);
    const listed = wordsOf([order.domains, order.mailboxes]);
    const names = [...listed].filter((word) => /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)*\.(com|org)$/u.test(word));
    if (names.length === 0) return 'perhaps';
    for (const { domainName } of itemsOf(domains))
      for (const name of wordsOf([domainName])) if (!listed.has(name)) return false;
    const inMailboxes = wordsOf([order.mailboxes]);
    for (const { username, domainName } of itemsOf(mailboxes))
      for (const word of wordsOf([username, domainName])) if (!inMailboxes.has(word)) return false;
    const known = new Set([...wanted, ...wordsOf([forwardingDomain])]);
    return names.every((name) => known.has(name)) || 'perhaps';
  },
  answer: (order) => ({ order }),
});

const itemsOf = (list: unknown): Item[] => (Array.isArray(list) ? list.map(itemOf) : []);

/** Names of domains and mailboxes in it, in lower case; an address gives both of its halves. */
const wordsOf = (values: readonly unknown[]): ReadonlySet<string> =>
  new Set(
    jsonText(values.filter((value) => value !== undefined))
      .toLowerCase()
      .match(/[\p{L}\p{N}._+-]+/gu),
  );
