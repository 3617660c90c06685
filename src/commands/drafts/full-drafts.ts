import { atMost } from '../../base/at-most.ts';
import { allOf, listOf, recordOf } from '../../cli/declare/answer.ts';
import type { Context } from '../../cli/declare/command.ts';
import { ifReadable, once } from '../../cli/find/names.ts';
import { drafts } from '../../contract/areas/drafts.ts';
import { leads } from '../../contract/areas/leads.ts';
import { replies } from '../../contract/areas/replies.ts';
import type { ItemOf, Output } from '../../contract/operation.ts';
import * as s from '../../contract/schema/schema.ts';
import { draftDigest } from '../../domain/mail/draft-digest.ts';
import { recipientsIn } from '../../domain/mail/recipients.ts';
import { type Match, matches } from '../../domain/replies/waiting.ts';
import { type AnsweredReply, newestAnsweredReplies } from './answered-reply.ts';
import type { Draft } from './draft.ts';

type Reply = ItemOf<typeof replies.list>;
type Lead = Output<typeof leads.get>['lead'];

const fields = ['to', 'cc', 'bcc'] as const;
const sources = ['wrote-the-reply', 'is-the-lead', 'addressed-by-the-reply', 'not-known'] as const;

interface Recipient {
  readonly address: string;
  readonly field: (typeof fields)[number];
  readonly source: (typeof sources)[number];
}

/** A draft with all that decides whether it is sent. */
interface FullDraft extends Draft {
  /** As `drafts send --expect` takes it. */
  readonly digest: string;
  readonly match: Match;
  readonly recipients: readonly Recipient[];
  /** Null where it is not among those that were read. */
  readonly reply: Reply | null;
  readonly lead: Lead | null;
}

export const fullDrafts = listOf(
  allOf(
    recordOf(drafts.list),
    s.object({
      digest: s.string(),
      match: s.oneOf(matches),
      recipients: s.array(
        s.object({ address: s.fromOthers(s.string()), field: s.oneOf(fields), source: s.oneOf(sources) }),
      ),
      reply: recordOf(replies.list),
      lead: recordOf(leads.get),
    }),
  ),
);

/** A call for each lead; no more of one line. */
const mostLeads = 200;

/** Fills in the drafts of a list, page by page: the newest 1,000 replies are read once, each lead once. */
export function fillingIn(context: Context): (page: readonly Draft[]) => Promise<FullDraft[]> {
  const { api } = context.service;
  const inTurn = atMost(5);
  const people = new Map<string, Promise<Lead | undefined>>();
  let read: Promise<AnsweredReply | undefined> | undefined;
  const leadOf = ({ leadId: id }: Draft): Promise<Lead | undefined> | undefined => {
    if (!id) return undefined;
    const known = people.get(String(id));
    if (known || people.size >= mostLeads) return known;
    const asked = inTurn(async () => (await ifReadable(api(once(leads.get), { params: { id } })))?.lead);
    people.set(String(id), asked);
    return asked;
  };
  return async (page) => {
    read ??= ifReadable(newestAnsweredReplies(context, 1000));
    const replyOf = await read;
    return Promise.all(
      page.map(async (draft) => filledIn(draft, replyOf?.(draft), (await leadOf(draft)) ?? null)),
    );
  };
}

function filledIn(draft: Draft, reply: Reply | undefined, lead: Lead | null): FullDraft {
  const found = draft.inReplyToEmailId ? 'certain' : 'likely';
  const recipients: Recipient[] = [];
  for (const field of fields) {
    const { addresses, unreadable } = recipientsIn(draft[field]);
    for (const address of [...addresses, ...unreadable])
      recipients.push({ address, field, source: sourceOf(address, field, { reply, lead }) });
  }
  return {
    ...draft,
    digest: draftDigest(draft),
    match: reply ? found : 'none',
    recipients,
    reply: reply ?? null,
    lead,
  };
}

/** The service puts in Cc everyone else whom the reply addressed, without mailboxes of the workspace. */
function sourceOf(
  address: string,
  field: Recipient['field'],
  { reply, lead }: { readonly reply: Reply | undefined; readonly lead: Lead | null },
): Recipient['source'] {
  const isSame = (other: string | null | undefined) => other?.toLowerCase() === address.toLowerCase();
  if (isSame(reply?.fromAddress)) return 'wrote-the-reply';
  if (isSame(lead?.email)) return 'is-the-lead';
  return field === 'cc' ? 'addressed-by-the-reply' : 'not-known';
}
