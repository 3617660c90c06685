import { words } from '../../../base/text/words.ts';

/**
 * Names with a fate that is known beforehand, so that everything an order can come to may be tried by hand. They hold
 * under both endings, and for names that go on with a hyphen: `order-fails.com`, `order-fails-2.org`.
 */
export const fates = {
  /** No answer can be had about it: unconfirmed in a list; a check or an order of it alone answers 502. */
  unconfirmed: 'registrar-down',
  /** The order is placed, but a 502 comes instead of its answer. */
  lostAnswer: 'lost-answer',
  /** A person has to approve the order first. */
  pendingApproval: 'order-approval',
  canceled: 'order-canceled',
  failed: 'order-fails',
  /** Its own mailboxes are not provided; the rest of the order is. */
  partial: 'order-partial',
} as const;

export type Fate = keyof typeof fates;

export function fateOf(domain: string): Fate | undefined {
  const label = domain.slice(0, domain.lastIndexOf('.'));
  return (Object.keys(fates) as Fate[]).find(
    (fate) => label === fates[fate] || label.startsWith(`${fates[fate]}-`),
  );
}

/** Free in every world until they are ordered. */
export const freeNames: readonly string[] = words(
  'acme-mail acme-outreach get-acme try-acme northwind-mail try-northwind',
);

/** Taken in every world. */
export const takenNames: readonly string[] = ['acme', 'example', 'northwind', 'outreach'];
