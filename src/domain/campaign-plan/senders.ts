import { Failure } from '../../base/errors.ts';
import type { FieldValue } from '../campaign-file/campaign-fields.ts';
import type { Place } from '../campaign-file/yaml-document.ts';
import type { Mailbox } from './plan.ts';

export interface SenderPattern {
  /** An address, or `*@domain` for all connected mailboxes of the domain. */
  readonly pattern: string;
  readonly place: Place;
}

/**
 * The mailboxes that the patterns mean, as sorted addresses. One that is attached stays wanted while it is disconnected.
 * Throws `usage` for an address that the account does not have.
 */
export function wantedSenders(
  file: string,
  patterns: readonly SenderPattern[],
  mailboxes: readonly Mailbox[],
  attached: readonly string[],
): readonly string[] {
  const wanted = new Set<string>();
  for (const { pattern, place } of patterns) {
    const found = mailboxes.filter(({ address }) => matches(pattern, address));
    const isDomain = pattern.startsWith('*@');
    if (!isDomain && found.length === 0)
      throw new Failure(
        'unknown_mailbox',
        `${file}, line ${place.line}, column ${place.column}: the account has no mailbox ${pattern}`,
        { hint: 'Connect the mailbox, or take its address out of the file.' },
      );
    for (const { address, isConnected } of found) {
      const name = address.toLowerCase();
      if (!isDomain || isConnected || attached.includes(name)) wanted.add(name);
    }
  }
  return [...wanted].sort();
}

const matches = (pattern: string, address: string): boolean =>
  pattern.startsWith('*@')
    ? address.toLowerCase().endsWith(pattern.slice(1).toLowerCase())
    : address.toLowerCase() === pattern.toLowerCase();

/** What becomes of a difference between the mailboxes that are wanted and those that are attached. */
export interface SenderWork {
  readonly attach: readonly Mailbox[];
  readonly byHand: readonly string[];
}

export function senderWork(
  wanted: readonly string[],
  attached: readonly string[],
  mailboxes: readonly Mailbox[],
): SenderWork {
  const missing = mailboxes.filter(({ address }) => {
    const name = address.toLowerCase();
    return wanted.includes(name) && !attached.includes(name);
  });
  return {
    attach: missing.filter(({ isConnected }) => isConnected),
    byHand: [
      ...missing
        .filter(({ isConnected }) => !isConnected)
        .map(({ address }) => `connect ${address}: a mailbox that is not connected cannot be attached`),
      ...attached
        .filter((address) => !wanted.includes(address))
        .map((address) => `detach ${address} in the app`),
    ],
  };
}

export const addressesIn = (value: FieldValue | undefined): readonly string[] =>
  Array.isArray(value) ? value : [];
