import { changes, omitUndefined } from '../../base/omit-undefined.ts';
import { advise } from '../../cli/advice/advise.ts';
import { allOf, recordOf } from '../../cli/declare/answer.ts';
import { command, type Verbs } from '../../cli/declare/command.ts';
import { opt } from '../../cli/declare/params.ts';
import { heading, quote, record, stack } from '../../cli/declare/view.ts';
import { drafts } from '../../contract/areas/drafts.ts';
import { leads } from '../../contract/areas/leads.ts';
import { replies } from '../../contract/areas/replies.ts';
import * as s from '../../contract/schema/schema.ts';
import { draftDigest } from '../../domain/mail/draft-digest.ts';
import type { Message } from './answered-reply.ts';
import { type Draft, draftArgument, draftOf, draftView } from './draft.ts';
import { list } from './list.ts';
import { send } from './send.ts';

/** At a terminal with the message that it answers. */
type ShownDraft = Draft & { readonly answered?: Message | undefined; readonly digest?: string };

const show = command({
  name: 'show',
  summary: 'Show one draft with its text',
  about: 'At a terminal, the message that the draft answers is shown first.',
  uses: [drafts.list, replies.list, leads.conversation],
  tool: 'read',
  answer: ({ digest }) =>
    digest ? allOf(recordOf(drafts.list), s.object({ digest: s.string() })) : recordOf(drafts.list),
  fails: ['not-found'],
  args: { draft: draftArgument, digest: opt.flag('also show the digest, for `drafts send --expect`') },
  examples: [
    'outreach drafts show "$(outreach drafts list --limit 1 --fields id)"',
    'outreach drafts show "$(outreach drafts list --limit 1 --fields id)" --digest --fields digest',
  ],
  async run(context, { draft: id, digest }): Promise<ShownDraft> {
    const read = await draftOf(context, id);
    const draft = digest ? { ...read, digest: draftDigest(read) } : read;
    if (!context.screen.isForPeople) return draft;
    const { answeredMessage } = await import('./answered-reply.ts');
    return { ...draft, answered: await answeredMessage(context, draft) };
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

const edit = command({
  name: 'edit',
  summary: 'Change the subject or text of a draft',
  about:
    'Without options, the draft opens in your editor ($VISUAL, else $EDITOR); this needs a terminal. The first line is the subject; the text follows after an empty line. What you do not change is kept. If the draft cannot be saved, or someone else has changed it, your text is saved in a file.',
  uses: [drafts.update, drafts.list],
  tool: 'work',
  core: true,
  args: {
    draft: draftArgument,
    subject: opt.text('new subject'),
    body: opt.text('new text', { hint: 'text' }),
    file: opt.file('read the text from this file, - for standard input', 'document'),
  },
  excludes: [['body', 'file']],
  examples: [
    'outreach drafts edit "$(outreach drafts list --limit 1 --fields id)" --subject "Re: Thursday"',
    'outreach drafts edit "$(outreach drafts list --limit 1 --fields id)" --file examples/answer.txt',
    'echo "Thursday suits me." | outreach drafts edit "$(outreach drafts list --limit 1 --fields id)" --file -',
    'EDITOR="code --wait" outreach drafts edit "$(outreach drafts list --limit 1 --fields id)"',
  ],
  async run(context, { draft: id, subject, body, file }) {
    const text = file === undefined ? body : (await context.files.readText(file, 'document')).trimEnd();
    const fields = omitUndefined({ subject, body: text });
    if (Object.keys(fields).length === 0 && context.consent.ask.possible)
      return (await import('../../cli/drafts/edit-draft.ts')).editDraft(context, await draftOf(context, id));
    const change = changes(fields, '--subject "Re: Thursday"');
    return (await import('../../cli/drafts/save-draft.ts')).saveDraft(context, id, change);
  },
  next: ({ id }) => [advise('drafts send', { draft: id })],
  view: draftView,
});

export const group: Verbs = {
  commands: [list, show, edit, send],
  impossible: [
    {
      words: ['create', 'new', 'add', 'compose', 'write'],
      what: 'make a new draft',
      instead:
        'Edit a draft that the service made: outreach drafts edit <draft>. Otherwise answer from the mailbox itself',
    },
  ],
};
