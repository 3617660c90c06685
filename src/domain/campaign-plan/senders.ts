import { Failure } from '../../base/errors.ts';
import { closest } from '../../base/text/nearest.ts';
import { domainOf } from '../../contract/checks/personal-mailbox.ts';
import type { FieldValue } from '../campaign-file/campaign-fields.ts';
import type { SenderPattern } from '../campaign-file/front-matter.ts';
import type { CampaignFile } from '../campaign-file/read-campaign-file.ts';
import type { Place } from '../campaign-file/yaml-document.ts';
import type { Mailbox } from './plan.ts';

type WithSenders = Pick<CampaignFile, 'file' | 'senders'>;

/** Where the files name a domain of which no mailbox is connected: it attaches nothing. */
export function emptyDomains(files: readonly WithSenders[], mailboxes: readonly Mailbox[]): string[] {
  const connected = mailboxes.filter(({ isConnected }) => isConnected);
  const domains = connected.map(({ address }) => domainOf(address));
  return meaningNone(files, connected)
    .filter(({ pattern }) => isOfDomain(pattern))
    .map(({ pattern, ...place }) => {
      const near = closest(domainOf(pattern), domains);
      const hint = near === undefined ? '' : `; did you mean *@${near}?`;
      return `${placeText(place)}: no mailbox of ${domainOf(pattern)} is connected${hint}`;
    });
}

/** Throws one `usage` that lists every address of the files that the account does not have. */
export function refuseUnknown(files: readonly WithSenders[], mailboxes: readonly Mailbox[]): void {
  const problems = meaningNone(files, mailboxes)
    .filter(({ pattern }) => !isOfDomain(pattern))
    .map(({ pattern, ...place }) => ({ ...place, message: `the account has no mailbox ${pattern}` }));
  const [headline, ...more] = problems.map(({ message, ...place }) => `${placeText(place)}: ${message}`);
  if (headline === undefined) return;
  throw new Failure('unknown_mailbox', headline, {
    problems,
    hint: [...more, 'Connect the mailbox, or take its address out of the file.'].join('\n'),
  });
}

const meaningNone = (files: readonly WithSenders[], mailboxes: readonly Mailbox[]) =>
  files.flatMap(({ file, senders = [] }) =>
    senders
      .filter(({ pattern }) => !mailboxes.some(({ address }) => matches(pattern, address)))
      .map(({ pattern, place: { line, column } }) => ({ file, line, column, pattern })),
  );

const placeText = ({ file, line, column }: { file: string } & Place): string => `${file}:${line}:${column}`;

/** The mailboxes that the patterns mean, as sorted addresses. One that is attached stays wanted while it is disconnected. */
export function wantedSenders(
  patterns: readonly SenderPattern[],
  mailboxes: readonly Mailbox[],
  attached: readonly string[],
): readonly string[] {
  const wanted = patterns.flatMap(({ pattern }) =>
    mailboxes
      .filter(({ address }) => matches(pattern, address))
      .map(({ address, isConnected }) => ({ address: address.toLowerCase(), isConnected }))
      .filter(
        ({ address, isConnected }) => !isOfDomain(pattern) || isConnected || attached.includes(address),
      ),
  );
  return [...new Set(wanted.map(({ address }) => address))].sort();
}

const isOfDomain = (pattern: string): boolean => pattern.startsWith('*@');

const matches = (pattern: string, address: string): boolean =>
  isOfDomain(pattern)
    ? address.toLowerCase().endsWith(pattern.slice(1).toLowerCase())
    : address.toLowerCase() === pattern.toLowerCase();

/** What becomes of a difference between the mailboxes that are wanted and those that are attached. */
export function senderWork(
  wanted: readonly string[],
  attached: readonly string[],
  mailboxes: readonly Mailbox[],
) {
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
