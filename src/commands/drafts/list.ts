import { advise } from '../../cli/advice/advise.ts';
import { listOf, recordOf } from '../../cli/declare/answer.ts';
import { type Context, command } from '../../cli/declare/command.ts';
import type { Listing } from '../../cli/declare/listing.ts';
import { opt } from '../../cli/declare/params.ts';
import { createNames, ifReadable } from '../../cli/find/names.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { drafts } from '../../contract/areas/drafts.ts';
import { leadCategories, leads } from '../../contract/areas/leads.ts';
import { replies } from '../../contract/areas/replies.ts';
import { firstWords } from '../../domain/mail/first-words.ts';
import { answeredReplies, newestAnsweredReplies } from './answered-reply.ts';
import { addresses, type Draft } from './draft.ts';
import { fillingIn, fullDrafts } from './full-drafts.ts';

/** What a person at a terminal sees beside a draft. */
interface Beside {
  readonly person?: string | undefined;
  readonly category?: string | undefined;
  readonly campaign?: string | undefined;
}

export const list = command({
  name: 'list',
  about: `Lists all drafts that are not sent. (\`outreach status\` leaves out drafts for replies that you have marked as done.) --category and --campaign look at the reply that the draft answers, so they read all replies. At a terminal, up to 20 people are shown by name instead of id.

--full is for programs. For each draft it adds the \`digest\`, the reply, the lead, and why each recipient gets the email. \`addressed-by-the-reply\` means that the reply also went to this address, so the service puts it in Cc. \`match\` says whether the draft answers this reply, as in \`replies next\`. --full makes up to 5 requests for the newest 1,000 replies, and up to 200 for leads. A value that was not read is null.`,
  uses: [drafts.list, replies.list, campaigns.list, leads.get, leads.list],
  tool: 'read',
  core: true,
  args: {
    category: opt.choices('only drafts that answer replies in this category', [...leadCategories, 'pending']),
    campaign: opt.text('only drafts that answer replies to this campaign', {
      hint: 'campaign',
      names: 'campaigns',
    }),
    since: opt.moment('only drafts created since this time', 'since'),
    until: opt.moment('only drafts created up to this time', 'until'),
    lead: opt.text('only drafts to this lead, by id or email address', { hint: 'lead' }),
    full: opt.flag(
      'add the reply, the lead, the digest, and why each recipient gets the email (more requests)',
    ),
  },
  examples: [
    'outreach drafts list',
    'outreach drafts list --category interested',
    'outreach drafts list --json --fields id,to,subject',
    'outreach drafts list --full --json',
  ],
  answer: ({ full }) => (full ? fullDrafts : listOf(recordOf(drafts.list))),
  run(context, { full }): ReturnType<typeof withBeside> {
    const { isForPeople, globals } = context.screen;
    const items = context.service.list(drafts.list);
    if (full && (!isForPeople || globals.fields)) return items.with(fillingIn(context));
    return isForPeople ? withBeside(context, items) : items;
  },
  next: ({ items: [first] }) => [advise('drafts show', { draft: first?.id })],
  filters: {
    category: async (wanted, context) => {
      const replyOf = await answeredReplies(context);
      return (draft) => {
        const reply = replyOf(draft);
        return reply !== undefined && wanted.some((one) => one === (reply.responseCategory ?? 'pending'));
      };
    },
    campaign: async (wanted, context) => {
      const id = String(await context.service.find.campaign(wanted));
      const replyOf = await answeredReplies(context);
      return (draft) => String(replyOf(draft)?.campaignId) === id;
    },
    since: { from: 'createdAt' },
    until: { upTo: 'createdAt' },
    lead: { is: 'leadId', named: 'lead' },
  },
  empty: 'No drafts found.',
  columns: [
    ['ID', 'id', 'id'],
    ['To', (draft) => addresses(draft.to), 'id', 0],
    ['Cc', (draft) => addresses(draft.cc), 'id', 9],
    ['Subject', 'subject'],
    ['Lead', 'leadId', 'id', 7],
    ['Created', 'createdAt', 'time'],
  ],
  atTerminal: [
    ['ID', 'id', 'id'],
    ['To', ({ to, beside }) => beside?.person ?? addresses(to), 'name', 0],
    ['Reply', 'beside.category', 'state', 1],
    ['Text', (draft) => firstWords(draft.body), 'text', 3],
    ['Created', 'createdAt', 'time', 2],
    ['Campaign', 'beside.campaign', 'text', 5],
    ['Cc', (draft) => addresses(draft.cc), 'id', 6],
  ],
});

/** At most 22 calls: the newest replies, the campaigns, and the people of a usual page. */
function withBeside(context: Context, list: Listing<Draft>) {
  const names = createNames(context.service.api, context.screen.note);
  let newest: ReturnType<typeof newestAnsweredReplies> | undefined;
  return list.with<Draft & { beside?: Beside }>(async (items) => {
    const people = await names.people(items.map(({ leadId }) => leadId));
    newest ??= newestAnsweredReplies(context);
    const replyOf = await ifReadable(newest);
    return Promise.all(
      items.map(async (draft) => {
        const reply = replyOf?.(draft);
        const person = people.get(String(draft.leadId));
        const category = reply && (reply.responseCategory ?? 'pending');
        return { ...draft, beside: { person, category, campaign: await names.campaign(reply?.campaignId) } };
      }),
    );
  });
}
