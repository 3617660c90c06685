import { type Context, command } from '../../cli/declare/command.ts';
import { opt } from '../../cli/declare/params.ts';
import { createNames, ifTold } from '../../cli/find/names.ts';
import { lineOf } from '../../cli/line/shell-words.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { drafts } from '../../contract/areas/drafts.ts';
import { leadCategories, leads } from '../../contract/areas/leads.ts';
import { replies } from '../../contract/areas/replies.ts';
import type { ItemOf } from '../../contract/operation.ts';
import { firstWords } from '../../domain/mail/first-words.ts';
import { unanswered } from '../../domain/mail/unanswered.ts';
import { sentAnswers } from './sent-answers.ts';

/** What a person at a terminal sees in place of ids. */
interface Beside {
  readonly person?: string | undefined;
  readonly campaign?: string | undefined;
  /** Its id, or that it was sent. */
  readonly draft?: number | 'sent' | undefined;
}
type Reply = ItemOf<typeof replies.list> & { readonly beside?: Beside };

export const list = command({
  name: 'list',
  summary: 'List replies of prospects, newest first',
  about: `With --unanswered: interested or not categorized yet, the newest of its thread, and no draft that answers it was sent from here.

At a terminal, names stand in place of ids, for up to 20 people.`,
  uses: [replies.list, campaigns.list, drafts.list, leads.get, leads.list],
  args: {
    category: opt.choices('only replies of this category', [...leadCategories, 'pending']),
    campaign: opt.text('only replies to this campaign', { hint: 'campaign' }),
    lead: opt.text('only replies of this lead, by id or email address', { hint: 'lead' }),
    since: opt.moment('only replies received from this time on', 'since'),
    until: opt.moment('only replies received up to this time', 'until'),
    unanswered: opt.flag('only replies that wait for an answer'),
  },
  examples: [
    'outreach replies list',
    'outreach replies list --unanswered --since 7d',
    'outreach replies list --category interested --campaign 1',
    'outreach replies list --all --ndjson --fields id,leadId,responseCategory',
  ],
  run: (context): ReturnType<typeof withBeside> =>
    context.isForPeople ? withBeside(context) : context.list(replies.list),
  next: ({ items: [first] }) => [lineOf`replies show ${first?.id}`, ['drafted answers', lineOf`drafts list`]],
  filters: {
    category: { oneOf: ({ responseCategory }) => responseCategory ?? 'pending' },
    campaign: async (wanted, { find }) => {
      const id = String(await find.campaign(wanted));
      return ({ campaignId }) => String(campaignId) === id;
    },
    lead: async (wanted, { find }) => {
      const id = String(await find.lead(wanted));
      return ({ leadId }) => String(leadId) === id;
    },
    since: { from: ({ receivedAt }) => receivedAt },
    until: { upTo: ({ receivedAt }) => receivedAt },
    unanswered: async (_, context) => {
      context.warn('answers sent elsewhere are not seen');
      return unanswered(await sentAnswers(context));
    },
  },
  columns: [
    ['ID', (reply) => reply.id, 'id'],
    ['From', (reply) => reply.fromAddress],
    ['Subject', (reply) => reply.subject],
    ['Category', (reply) => reply.responseCategory ?? 'pending', 'state'],
    ['Lead', (reply) => reply.leadId, 'id'],
    ['Campaign', (reply) => reply.campaignId, 'id'],
    ['Received', (reply) => reply.receivedAt, 'time'],
  ],
  atTerminal: [
    ['ID', (reply) => reply.id, 'id'],
    ['From', ({ fromAddress, beside }) => beside?.person ?? fromAddress, 'id', 1],
    ['Category', (reply) => reply.responseCategory ?? 'pending', 'state', 2],
    ['Text', (reply) => firstWords(reply.body), 'text', 3],
    ['Received', (reply) => reply.receivedAt, 'time', 4],
    ['Draft', ({ beside }) => beside?.draft, 'text', 4],
    ['Campaign', ({ campaignId, beside }) => beside?.campaign ?? campaignId, 'text', 5],
  ],
});

/** At most 23 calls: the campaigns, the drafts that wait, and the people of a usual page. */
function withBeside(context: Context) {
  const names = createNames(context.api);
  const waiting = memoized(() => waitingDrafts(context));
  const sent = memoized(() => ifTold(() => sentAnswers(context)));
  return context.list(replies.list).with<Reply>(async (items) => {
    const people = await names.people(items.map(({ leadId }) => leadId));
    const [drafted, isAnswered] = [await waiting(), await sent()];
    return Promise.all(
      items.map(async (reply) => {
        const draft = isAnswered?.(reply) ? ('sent' as const) : drafted.get(String(reply.id));
        const person = people.get(String(reply.leadId));
        return { ...reply, beside: { person, draft, campaign: await names.campaign(reply.campaignId) } };
      }),
    );
  });
}

function memoized<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** The newest drafts, by the reply that each answers. */
async function waitingDrafts({ api }: Context): Promise<ReadonlyMap<string, number>> {
  const page = await ifTold(() => api.page(drafts.list, {}, { pageSize: 200 }));
  return new Map(page?.items.map(({ id, inReplyToEmailId }) => [String(inReplyToEmailId), id]));
}
