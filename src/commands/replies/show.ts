import { Failure } from '../../base/errors.ts';
import { command } from '../../cli/declare/command.ts';
import { arg } from '../../cli/declare/params.ts';
import { quote, record, stack } from '../../cli/declare/view.ts';
import { findInPages } from '../../cli/find/find-in-pages.ts';
import { lineOf } from '../../cli/line/shell-words.ts';
import { replies } from '../../contract/areas/replies.ts';

export const show = command({
  name: 'show',
  summary: 'Show one reply with its text',
  about: 'The service shows replies in its list alone, so this reads the list until the reply is found.',
  uses: [replies.list],
  fails: ['not-found'],
  args: { reply: arg.id('id of the reply', { asked: 'reply' }) },
  examples: ['outreach replies show 1', 'outreach replies show 1 --json'],
  async run({ api }, { reply: id }) {
    const reply = await findInPages(api.pages(replies.list, {}), id);
    if (reply) return reply;
    throw new Failure('not_found', `there is no reply ${id}`, { hint: 'See: outreach replies list' });
  },
  next: ({ leadId }) => [
    ['the whole conversation', lineOf`leads conversation ${leadId}`],
    ['drafted answers', lineOf`drafts list`],
  ],
  view: (reply) =>
    stack(
      record(
        ['ID', reply.id],
        ['From', reply.fromAddress],
        ['Subject', reply.subject],
        ['Category', reply.responseCategory ?? 'pending'],
        ['Lead', reply.leadId],
        ['Campaign', reply.campaignId ?? 'unknown'],
        ['Received', reply.receivedAt],
      ),
      quote(reply.body ?? ''),
    ),
});
