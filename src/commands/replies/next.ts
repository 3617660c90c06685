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
  summary: 'Show the reply to deal with next, with its draft and what to do',
  about: `For programs that answer replies one by one; \`replies desk\` is for people. It goes through \`replies list --unanswered\`: interested replies first, then those not categorized, each from the oldest. \`reply\` is null if there is none. If the service cut the list short, it exits with code 15.

\`match\` says whether the draft answers this reply. \`certain\`: the draft names this reply. \`likely\`: it names only the lead, whose newest reply this is. Pass \`digest\` to \`drafts send --expect\`, so that a draft that has changed since is not sent. \`remaining\` is the number of other replies, and \`actions\` has the commands to run next.

--claim reserves the reply: no other \`replies next\` with this journal gets it. \`replies done\` ends the claim. --claim fails if OUTREACH_HOME isn't writable.`,
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
    claim: opt.duration('reserve it for this long, a day at most'),
    everyCategory: opt.flag('also show out-of-office replies and other categories, last'),
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
