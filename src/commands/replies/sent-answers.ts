import type { Context } from '../../cli/declare/command.ts';
import { drafts } from '../../contract/areas/drafts.ts';
import type { replies } from '../../contract/areas/replies.ts';
import type { ItemOf } from '../../contract/operation.ts';

type Reply = ItemOf<typeof replies.list>;
type Draft = Partial<ItemOf<typeof drafts.list>>;

/**
 * Whether a draft that answers the reply was sent from here, by the journal. A draft that did not say which reply it
 * answers counts for those that its person had sent before.
 */
export async function sentAnswers({ journal }: Pick<Context, 'journal'>): Promise<(reply: Reply) => boolean> {
  const answered = new Set<string>();
  const until = new Map<string, number>();
  for (const { before, finishedAt } of await journal.done(drafts.send)) {
    const { inReplyToEmailId, leadId } = (before ?? {}) as Draft;
    if (inReplyToEmailId) answered.add(String(inReplyToEmailId));
    else if (leadId) until.set(String(leadId), Math.max(finishedAt, until.get(String(leadId)) ?? 0));
  }
  return ({ id, leadId, receivedAt }) =>
    answered.has(String(id)) || Date.parse(receivedAt ?? '') <= (until.get(String(leadId)) ?? 0);
}
