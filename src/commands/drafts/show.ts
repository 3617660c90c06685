import { advise } from '../../cli/advice/advise.ts';
import { allOf, recordOf } from '../../cli/declare/answer.ts';
import { command } from '../../cli/declare/command.ts';
import { opt } from '../../cli/declare/params.ts';
import { heading, quote, record, stack } from '../../cli/declare/view.ts';
import { drafts } from '../../contract/areas/drafts.ts';
import { leads } from '../../contract/areas/leads.ts';
import { replies } from '../../contract/areas/replies.ts';
import * as s from '../../contract/schema/schema.ts';
import { draftDigest } from '../../domain/mail/draft-digest.ts';
import { answeredMessage, type Message } from './answered-reply.ts';
import { type Draft, draftArgument, draftOf, draftView } from './draft.ts';

/** At a terminal with the message that it answers. */
type ShownDraft = Draft & { readonly answered?: Message | undefined; readonly digest?: string };

export const show = command({
  name: 'show',
  summary: 'Show one draft with its text',
  about:
    'At a terminal, it shows the message that it answers first. A script takes one field from --json: `jq -r .digest`.',
  uses: [drafts.list, replies.list, leads.conversation],
  tool: 'read',
  answer: ({ digest }) =>
    digest ? allOf(recordOf(drafts.list), s.object({ digest: s.string() })) : recordOf(drafts.list),
  fails: ['not-found'],
  args: { draft: draftArgument, digest: opt.flag('also the digest that drafts send --expect takes') },
  examples: [
    'outreach drafts show "$(outreach drafts list --limit 1 --fields id)"',
    'outreach drafts show "$(outreach drafts list --limit 1 --fields id)" --digest --fields digest',
  ],
  async run(context, { draft: id, digest }): Promise<ShownDraft> {
    const read = await draftOf(context, id);
    const draft = digest ? { ...read, digest: draftDigest(read) } : read;
    return context.screen.isForPeople ? { ...draft, answered: await answeredMessage(context, draft) } : draft;
  },
  next: ({ id }) => [
    advise('drafts send', { draft: id }),
    ['change it', advise('drafts edit', { draft: id })],
  ],
  view: ({ answered, ...draft }) =>
    answered === undefined
      ? draftView(draft)
      : stack(
          heading('They wrote'),
          record(
            ['From', answered.fromAddress],
            ['Subject', answered.subject],
            ['Category', answered.responseCategory ?? 'pending', 'state'],
            ['Received', answered.receivedAt ?? answered.sentAt ?? answered.createdAt, 'time'],
          ),
          quote(answered.body ?? ''),
          heading('Draft of your answer'),
          draftView(draft),
        ),
});
