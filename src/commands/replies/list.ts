import { Failure } from '../../base/errors.ts';
import { advise } from '../../cli/advice/advise.ts';
import { command, type Surroundings } from '../../cli/declare/command.ts';
import type { Listing } from '../../cli/declare/listing.ts';
import { opt } from '../../cli/declare/params.ts';
import type { Column } from '../../cli/declare/view.ts';
import { ifReadable } from '../../cli/find/names.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { drafts } from '../../contract/areas/drafts.ts';
import { leadCategories, leads } from '../../contract/areas/leads.ts';
import { replies } from '../../contract/areas/replies.ts';
import type { Output } from '../../contract/operation.ts';
import { firstWords } from '../../domain/mail/first-words.ts';
import { waitsIn } from '../../domain/replies/waiting.ts';
import { handledHere, type Reply } from './queue/read-queue.ts';
import { type ShownReply, withNames } from './with-names.ts';

export const columns: readonly Column<Reply>[] = [
  ['ID', 'id', 'id'],
  ['From', 'fromAddress', 'id', 0],
  ['Subject', 'subject'],
  ['Category', (reply) => reply.responseCategory ?? 'pending', 'state'],
  ['Lead', 'leadId', 'id', 7],
  ['Campaign', 'campaignId', 'id', 8],
  ['Received', 'receivedAt', 'time'],
];

export const list = command({
  name: 'list',
  about: `--unanswered lists the newest reply of each thread, if it is interested or has no category yet. It leaves out replies that were answered with \`drafts send\` or marked with \`replies done\`, on this machine or on another machine with the same journal.

--verify also reads each conversation (one request each), and leaves out replies that you answered elsewhere, with a later email in the same thread.

At a terminal, up to 20 people are shown by name instead of id.`,
  uses: [replies.list, campaigns.list, drafts.list, leads.get, leads.list, leads.conversation],
  tool: 'read',
  core: true,
  args: {
    category: opt.choices('only replies in this category', [...leadCategories, 'pending']),
    campaign: opt.text('only replies to this campaign', { hint: 'campaign', names: 'campaigns' }),
    lead: opt.text('only replies from this lead, by id or email address', { hint: 'lead' }),
    since: opt.moment('only replies received since this time', 'since'),
    until: opt.moment('only replies received up to this time', 'until'),
    unanswered: opt.flag('only replies that need an answer'),
    verify: opt.flag('with --unanswered: leave out replies answered elsewhere'),
  },
  examples: [
    'outreach replies list',
    'outreach replies list --unanswered --since 7d',
    'outreach replies list --unanswered --verify',
    'outreach replies list --category interested --campaign 1',
    'outreach replies list --all --ndjson --fields id,leadId,responseCategory',
  ],
  run(context, { unanswered, verify }): Listing<ShownReply> {
    if (verify && !unanswered)
      throw new Failure('contradicting_options', '--verify belongs to --unanswered', {
        hint: 'outreach replies list --unanswered --verify',
      });
    if (unanswered && !verify)
      context.screen.warn('answers sent elsewhere are not seen: from Gmail, Outlook or the app');
    const found = context.service.list(replies.list);
    return context.screen.isForPeople ? found.with(withNames(context)) : found;
  },
  next: ({ items: [first] }) => [
    advise('replies show', { reply: first?.id }),
    ['drafted answers', advise('drafts list')],
  ],
  filters: {
    category: { oneOf: ({ responseCategory }) => responseCategory ?? 'pending' },
    campaign: { is: 'campaignId', named: 'campaign' },
    lead: { is: 'leadId', named: 'lead' },
    since: { from: 'receivedAt' },
    until: { upTo: 'receivedAt' },
    unanswered: async (_, context) => {
      const handled = await ifReadable(handledHere(context));
      if (handled === undefined)
        context.screen.warn('the journal cannot be read, so answers sent from here are not seen either');
      return waitsIn(handled ?? { isAnswered: () => false, marks: [], now: 0 });
    },
    verify: (_, context) => ({ confirms: notAnsweredElsewhere(context) }),
  },
  empty: 'No replies found.',
  columns,
  atTerminal: [
    ['ID', 'id', 'id'],
    ['From', ({ fromAddress, beside }) => beside?.person ?? fromAddress, 'name', 0],
    ['Category', (reply) => reply.responseCategory ?? 'pending', 'state', 1],
    ['Text', (reply) => firstWords(reply.body), 'text', 3],
    ['Received', 'receivedAt', 'time', 2],
    ['Draft', 'beside.draft', 'text', 4],
    ['Campaign', ({ campaignId, beside }) => beside?.campaign ?? campaignId, 'text', 5],
  ],
});

type Email = Output<typeof leads.conversation>['conversation'][number];

/** Whether no later email of its thread was sent: a call each. A reply whose conversation cannot be read stays. */
function notAnsweredElsewhere({ service, screen }: Pick<Surroundings, 'service' | 'screen'>) {
  let isWarned = false;
  return async (reply: Reply): Promise<boolean> => {
    const { leadId } = reply;
    const said = leadId
      ? await ifReadable(service.api(leads.conversation, { params: { id: leadId } }))
      : undefined;
    if (said === undefined && !isWarned) {
      screen.warn('a conversation cannot be read, so whether its reply was answered elsewhere is unknown');
      isWarned = true;
    }
    return !said?.conversation.some((email) => answers(email, reply));
  };
}

function answers({ direction, isDraft, sentAt, threadId }: Email, reply: Reply): boolean {
  const isSent = direction === 'outbound' && isDraft !== true && sentAt !== null && sentAt !== undefined;
  const isSameThread = !threadId || !reply.threadId || threadId === reply.threadId;
  return isSent && isSameThread && Date.parse(sentAt) > Date.parse(reply.receivedAt ?? '');
}
