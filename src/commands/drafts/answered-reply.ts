import type { Surroundings } from '../../cli/declare/command.ts';
import { ifReadable, once } from '../../cli/find/names.ts';
import type { Page } from '../../client/api/api.ts';
import { leads } from '../../contract/areas/leads.ts';
import { replies } from '../../contract/areas/replies.ts';
import type { ItemOf, Output } from '../../contract/operation.ts';
import type { Draft } from './draft.ts';

type Reply = ItemOf<typeof replies.list>;
/** A reply, or what the conversation shows of it. */
export type Message = Partial<Reply> & Partial<Output<typeof leads.conversation>['conversation'][number]>;

/** The reply that a draft answers: the one it names, else the newest of its lead. */
export type AnsweredReply = (draft: Draft) => Reply | undefined;

const whole = new WeakMap<Surroundings, Promise<AnsweredReply>>();

/** By all replies there are; two filters read them once. */
export function answeredReplies(context: Surroundings): Promise<AnsweredReply> {
  const known = whole.get(context) ?? indexOf(context.service.api.pages(replies.list, {}));
  whole.set(context, known);
  return known;
}

/** By the newest replies: a call for 200. */
export const newestAnsweredReplies = ({ service }: Surroundings, most = 200): Promise<AnsweredReply> =>
  indexOf(service.api.pages(replies.list, {}, { limit: most, pageSize: 200 }));

/** Two reads at most, and undefined where they do not show it. */
export async function answeredMessage(context: Surroundings, draft: Draft): Promise<Message | undefined> {
  const { leadId, inReplyToEmailId } = draft;
  const reply = (await ifReadable(newestAnsweredReplies(context)))?.(draft);
  if (reply !== undefined || !leadId) return reply;
  const said = await ifReadable(context.service.api(once(leads.conversation), { params: { id: leadId } }));
  return said?.conversation.find(({ id }) => String(id) === String(inReplyToEmailId));
}

async function indexOf(pages: AsyncIterable<Page<Reply>>): Promise<AnsweredReply> {
  const byId = new Map<string, Reply>();
  const newest = new Map<string, Reply>();
  for await (const { items } of pages)
    for (const reply of items) {
      byId.set(String(reply.id), reply);
      const lead = String(reply.leadId);
      if (!newest.has(lead)) newest.set(lead, reply);
    }
  return ({ inReplyToEmailId, leadId }) =>
    inReplyToEmailId ? byId.get(String(inReplyToEmailId)) : leadId ? newest.get(String(leadId)) : undefined;
}
