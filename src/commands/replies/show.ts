import { Failure } from '../../base/errors.ts';
import { advise } from '../../cli/advice/advise.ts';
import { recordOf } from '../../cli/declare/answer.ts';
import { command, type Service } from '../../cli/declare/command.ts';
import { arg } from '../../cli/declare/params.ts';
import { quote, record, stack } from '../../cli/declare/view.ts';
import { findInPages } from '../../cli/find/find-in-pages.ts';
import { named } from '../../cli/find/names.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { drafts } from '../../contract/areas/drafts.ts';
import { leads } from '../../contract/areas/leads.ts';
import { replies } from '../../contract/areas/replies.ts';
import type { Reply } from './queue/read-queue.ts';
import { type ShownReply, withNames } from './with-names.ts';

export const show = command({
  name: 'show',
  summary: 'Show one reply with its text',
  about: 'The service can only list replies, so the command reads the list until it finds this one.',
  uses: [replies.list, campaigns.list, drafts.list, leads.get],
  tool: 'read',
  answer: recordOf(replies.list),
  fails: ['not-found'],
  args: { reply: arg.id('id of the reply', { asked: 'reply' }) },
  examples: [
    'outreach replies show "$(outreach replies list --limit 1 --fields id)"',
    'outreach replies show "$(outreach replies list --limit 1 --fields id)" --json',
  ],
  async run(context, { reply: id }): Promise<ShownReply> {
    const reply = await replyOf(context.service, id);
    const [shown] = context.screen.isForPeople ? await withNames(context)([reply]) : [];
    return shown ?? reply;
  },
  next: ({ leadId }) => [
    ['the whole conversation', advise('leads conversation', { lead: leadId })],
    ['drafted answers', advise('drafts list')],
  ],
  view: ({ beside, ...reply }) =>
    stack(
      record(
        ['ID', reply.id, 'id'],
        ['From', reply.fromAddress, 'id'],
        ['Subject', reply.subject],
        ['Category', reply.responseCategory ?? 'pending', 'state'],
        ['Lead', named(reply.leadId, beside?.person)],
        ['Campaign', named(reply.campaignId, beside?.campaign) ?? 'unknown'],
        ['Draft', beside?.draft],
        ['Received', reply.receivedAt, 'time'],
      ),
      quote(reply.body ?? ''),
    ),
});

/** The service shows replies in their list alone. Throws `not-found`. */
export async function replyOf({ api }: Pick<Service, 'api'>, id: number): Promise<Reply> {
  const reply = await findInPages(api.pages(replies.list, {}), id);
  if (reply) return reply;
  throw noReply(id);
}

export const noReply = (id: number): Failure =>
  new Failure('not_found', `there is no reply ${id}`, { hint: 'See: outreach replies list' });
