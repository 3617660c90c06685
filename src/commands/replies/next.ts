import { advise } from '../../cli/advice/advise.ts';
import { recordOf } from '../../cli/declare/answer.ts';
import { command } from '../../cli/declare/command.ts';
import { opt } from '../../cli/declare/params.ts';
import { drafts } from '../../contract/areas/drafts.ts';
import { leads } from '../../contract/areas/leads.ts';
import { replies } from '../../contract/areas/replies.ts';
import * as s from '../../contract/schema/schema.ts';
import { matches } from '../../domain/replies/waiting.ts';
import { actionFields, adviceOn } from './queue/actions.ts';
import { nextReply } from './queue/next-reply.ts';

export const next = command({
  name: 'next',
  summary: 'Show the next reply to answer, with its draft and the commands to run',
  about: `For programs; people use \`replies desk\`. Goes through \`replies list --unanswered\`: interested replies first, then those without a category, oldest first in each group. If there is none, \`reply\` is null. If the service did not list all replies, the exit code is 15.

\`match\` says whether the draft answers this reply. \`certain\`: the draft is linked to this reply. \`likely\`: it is linked only to the lead, and this is the lead's newest reply. With \`drafts send --expect <digest>\`, a changed draft is not sent. \`remaining\` counts other replies; \`actions\` lists the next commands.

A reply with a claim is skipped by other runs of \`replies next\` with this journal, until the time is up or you run \`replies done\`. --claim fails if OUTREACH_HOME isn't writable.`,
  uses: [replies.list, drafts.list, leads.get],
  tool: 'work',
  core: true,
  fails: ['partial'],
  answer: s.object({
    reply: recordOf(replies.list),
    draft: recordOf(drafts.list),
    lead: recordOf(leads.get),
    digest: s.string(),
    match: s.oneOf(matches),
    remaining: s.integer(),
    actions: s.array(actionFields),
  }),
  args: {
    claim: opt.duration('reserve the reply for this long, such as 90s, 5m or 2h; at most a day'),
    everyCategory: opt.flag('also show replies of all other categories, at the end'),
  },
  examples: ['outreach replies next', 'outreach replies next --json --claim 10m'],
  run: nextReply,
  // Without the digest: the question shows a person the text.
  next: (shown) =>
    shown.actions
      .filter(({ action }) => ['send', 'answered', 'later'].includes(action))
      .map(({ action }) =>
        action === 'send' ? advise('drafts send', { draft: shown.draft?.id }) : adviceOn(shown)[action],
      ),
  view: async (shown) => (await import('./queue/next-view.ts')).nextView(shown),
});
