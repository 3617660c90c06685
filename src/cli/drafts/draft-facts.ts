import { firstOf } from '../../base/counted.ts';
import { longIdsAsText } from '../../base/digest.ts';
import { drafts } from '../../contract/areas/drafts.ts';
import { leads } from '../../contract/areas/leads.ts';
import { senders } from '../../contract/areas/senders.ts';
import type { ItemOf } from '../../contract/operation.ts';
import { placeholdersIn } from '../../domain/copy/placeholder.ts';
import { otherFields } from '../../domain/mail/draft-digest.ts';
import { recipientsIn } from '../../domain/mail/recipients.ts';
import { parseCopy } from '../../domain/merge-tags.ts';
import { leftOut, tryRead, whyOf } from '../answer/fact.ts';
import type { Service, Surroundings } from '../declare/command.ts';
import type { DoneCall } from '../declare/context-parts.ts';
import { allIn } from '../find/find-in-pages.ts';
import { ifReadable } from '../find/names.ts';
import { inline } from '../output/text/inline.ts';

type Draft = ItemOf<typeof drafts.list>;

/** How many people get one of them; null where one does not say to whom it goes, or not so that it can be read. */
export function recipientsOf(drafts: readonly Draft[]): number | null {
  if (drafts.some(({ to }) => (to ?? []).length === 0)) return null;
  const { addresses, unreadable } = recipientsIn(...drafts.flatMap(({ to, cc, bcc }) => [to, cc, bcc]));
  return unreadable.length > 0 ? null : addresses.length;
}

/** A line for each field that the spec does not list and that may go out. */
export const otherFacts = (draft: Draft): string[] =>
  otherFields(draft).map(([name, value]) => inline(`Also in it, ${name}: ${wordsOf(value)}`, 200));

const wordsOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(wordsOf).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value, longIdsAsText);
};

const mostUnfilled = 10;

/** Known to be empty: what is not said is not known. */
export const isEmpty = (text: unknown): boolean => typeof text === 'string' && text.trim() === '';

/** What no one has filled in, which would be sent as it is: placeholders, merge tags and braces. */
export function unfilled({ subject, body }: Pick<Draft, 'subject' | 'body'>): string[] {
  const texts = [subject ?? '', body ?? ''];
  const copies = texts.map((text) => parseCopy(text.replaceAll(/\{\{[^{}\r\n]*\}\}/g, '')));
  const found = new Set(texts.flatMap((text) => placeholdersIn(text)));
  for (const { pieces } of copies) for (const { raw, key } of pieces) if (key) found.add(raw);
  const named = [...found].map((text) => inline(text, 60));
  const lines: string[] = [];
  if (isEmpty(subject)) lines.push('Its subject is empty');
  if (isEmpty(body)) lines.push('Its text is empty');
  if (named.length > 0) lines.push(`Not filled in, and sent as it is: ${firstOf(named, mostUnfilled)}`);
  if (copies.some(({ unbalanced }) => unbalanced.length > 0))
    lines.push('A brace in it is not part of a merge tag');
  return lines;
}

/** The mailbox of the conversation, which sends the draft; undefined where two reads do not show it. */
export async function mailboxOf(context: Pick<Surroundings, 'service' | 'screen'>, draft: Draft) {
  const { leadId, inReplyToEmailId } = draft;
  if (!leadId) return undefined;
  const { value, failure } = await tryRead(context.service, leads.conversation, { params: { id: leadId } });
  // Of a path that is not there, the question alone says that the mailbox is not known.
  if (failure && failure.status !== 404) leftOut(context, leads.conversation, whyOf(failure));
  const { conversation = [] } = value ?? {};
  const thread = conversation.find(
    ({ id, isDraft }) => String(id) === String(isDraft ? draft.id : inReplyToEmailId),
  )?.threadId;
  const senderAddresses = new Set<string | null | undefined>();
  for (const { direction, threadId, fromAddress } of conversation)
    if (direction === 'outbound' && (!thread || threadId === thread)) senderAddresses.add(fromAddress);
  const [from, ...others] = senderAddresses;
  if (!from || others.length > 0) return undefined;
  const pages = context.service.api.pages(senders.list, {}, { pageSize: 200 });
  return (await ifReadable(allIn(pages, ({ address }) => address === from)))?.[0];
}

type Answering = Pick<Draft, 'id' | 'inReplyToEmailId'>;

/** The call from here that sent the draft, or another one that answers the same reply. */
export async function answeredBefore(
  { journal }: Pick<Service, 'journal'>,
  draft: Answering,
): Promise<DoneCall | undefined> {
  const reply = replyOf(draft);
  const done = (await ifReadable(journal.done(drafts.send))) ?? [];
  return done.find(
    ({ params, before }) =>
      String(params.id) === String(draft.id) ||
      (reply !== undefined && replyOf(before as Answering) === reply),
  );
}

const replyOf = (draft: Answering | null | undefined): string | undefined =>
  draft?.inReplyToEmailId ? String(draft.inReplyToEmailId) : undefined;
