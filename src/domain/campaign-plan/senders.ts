import { Failure, type LocatedProblem } from '../../base/errors.ts';
import { closest } from '../../base/text/nearest.ts';
import { domainOf } from '../../contract/checks/personal-mailbox.ts';
import type { FieldValue } from '../campaign-file/campaign-fields.ts';
import type { SenderPattern } from '../campaign-file/front-matter.ts';
import type { CampaignFile } from '../campaign-file/read-campaign-file.ts';
import type { Place } from '../campaign-file/yaml-document.ts';
import type { Mailbox } from './plan.ts';

type WithSenders = Pick<CampaignFile, 'file' | 'path' | 'senders'>;

/** Where the files name a domain of which no mailbox is connected: it attaches nothing. */
export function emptyDomains(files: readonly WithSenders[], mailboxes: readonly Mailbox[]): string[] {
  const connected = mailboxes.filter(({ isConnected }) => isConnected);
  const domains = connected.map(({ address }) => domainOf(address));
  const problems: string[] = [];
  for (const { pattern, file, place } of meaningNone(files, connected)) {
    if (!isOfDomain(pattern)) continue;
    const near = closest(domainOf(pattern), domains);
    const hint = near === undefined ? '' : `; did you mean *@${near}?`;
    problems.push(`${placeText(file, place)}: no mailbox of ${domainOf(pattern)} is connected${hint}`);
  }
  return problems;
}

/** Throws one `usage` that lists every address of the files that the account does not have. */
export function refuseUnknown(files: readonly WithSenders[], mailboxes: readonly Mailbox[]): void {
  const problems: LocatedProblem[] = [];
  const lines: string[] = [];
  for (const { pattern, file, place } of meaningNone(files, mailboxes)) {
    if (isOfDomain(pattern)) continue;
    const message = `the account has no mailbox ${pattern}`;
    problems.push({ file: file.file, line: place.line, column: place.column, message });
    lines.push(`${placeText(file, place)}: ${message}`);
  }
  const [headline, ...more] = lines;
  if (headline === undefined) return;
  throw new Failure('unknown_mailbox', headline, {
    problems,
    hint: [...more, 'Connect the mailbox, or take its address out of the file.'].join('\n'),
  });
}

function* meaningNone(files: readonly WithSenders[], mailboxes: readonly Mailbox[]) {
  for (const file of files)
    for (const { pattern, place } of file.senders ?? [])
      if (!mailboxes.some(({ address }) => matches(pattern, address))) yield { file, place, pattern };
}

/** `campaigns/autumn.md:3:11`, as editors take it. */
export const placeText = (
  { file, path = file }: Pick<CampaignFile, 'file' | 'path'>,
  { line, column }: Place,
): string => `${path}:${line}:${column}`;

/** The mailboxes that the patterns mean, as sorted addresses. One that is attached stays wanted while it is disconnected. */
export function wantedSenders(
  patterns: readonly SenderPattern[],
  mailboxes: readonly Mailbox[],
  attached: readonly string[],
): readonly string[] {
  const wanted = new Set<string>();
  for (const { pattern } of patterns)
    for (const mailbox of mailboxes) {
      const address = mailbox.address.toLowerCase();
      const isUsable = !isOfDomain(pattern) || mailbox.isConnected || attached.includes(address);
      if (isUsable && matches(pattern, address)) wanted.add(address);
    }
  return [...wanted].sort();
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
  const attach: Mailbox[] = [];
  const byHand: string[] = [];
  for (const mailbox of mailboxes) {
    const { address, isConnected } = mailbox;
    if (!wanted.includes(address.toLowerCase()) || attached.includes(address.toLowerCase())) continue;
    if (isConnected) attach.push(mailbox);
    else byHand.push(`connect ${address}: a mailbox that is not connected cannot be attached`);
  }
  for (const address of attached) if (!wanted.includes(address)) byHand.push(`detach ${address} in the app`);
  return { attach, byHand };
}

export const addressesIn = (value: FieldValue | undefined): readonly string[] =>
  Array.isArray(value) ? value : [];
