import { drafts } from '../../contract/areas/drafts.ts';
import { leads } from '../../contract/areas/leads.ts';
import { pagedItem } from './appeared.ts';
import { isGiven, same } from './compare.ts';
import {
  type Evidence,
  type Finding,
  type Item,
  isOfAnother,
  itemOf,
  nothing,
  type Probe,
  readIfPossible,
  taken,
} from './evidence.ts';

/** A sent draft is listed no more. A list may lag behind and not show a young one; then the conversation does. */
export const send: Evidence = {
  whenNothing: 'ask',
  snapshot: async (looking) => (await listed(looking)) ?? null,
  async look(looking, snapshot): Promise<Finding> {
    // Not listed before, it shows nothing by not being listed now.
    if (snapshot === null || (await listed(looking)) !== undefined) return nothing;
    const draft = itemOf(snapshot);
    const said = await conversationWith(draft, looking);
    if (said.some(({ isDraft }) => isDraft === true)) return nothing;
    if (await isOfAnother(looking, snapshot)) return taken;
    const [sent] = said.filter(({ isDraft }) => isDraft === false);
    const answer = answerOf(draft, sent);
    const { words }: { readonly words: readonly string[] } = drafts.send.undone;
    const isFailed = words.includes(String(sent?.status).toLowerCase());
    return isFailed ? { kind: 'several', matches: [answer] } : { kind: 'done', answer };
  },
};

const listed = (looking: Probe): Promise<Item | undefined> =>
  pagedItem(drafts.list, looking, ({ id }) => same(id, looking.input.params?.id));

/** What was written in the words of the draft, since it was there. */
async function conversationWith(draft: Item, looking: Probe): Promise<Item[]> {
  if (!isGiven(draft.leadId)) return [];
  const answer = await readIfPossible(looking, leads.conversation, {
    params: { id: draft.leadId as number },
  });
  const items = Array.isArray(answer?.conversation) ? answer.conversation.map(itemOf) : [];
  return items.filter((item) => item.direction === 'outbound' && same(item.body, draft.body));
}

/** The text is the one it had just before; an edit in between would have gone out instead. */
function answerOf({ id, leadId, to, cc, subject, body }: Item, sent: Item | undefined) {
  const status = isGiven(sent?.status) ? `, with the status ${sent?.status}` : '';
  const shown = sent ? `the conversation shows it${status}` : 'it was sent, or can no longer be sent';
  return {
    id,
    leadId: leadId ?? null,
    recipient: null,
    to: to ?? null,
    cc: cc ?? null,
    subject: subject ?? null,
    body: body ?? null,
    // No answer said one.
    status: null,
    message: `It is no longer listed: ${shown}`,
  };
}
