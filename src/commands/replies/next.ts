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
  about: `For programs that answer replies one by one; \`replies desk\` is the same for people. Interested ones come first, then those not categorized yet; of these the oldest. Which replies wait is what \`replies list --unanswered\` says. \`reply\` is null where none waits. Where none is found in a list that the service does not send whole, it ends with 15.

\`match\` says how sure it is that the draft answers this reply: certain (it names the reply), likely (it names only the lead, whose newest reply this is) or none. \`digest\` is of the draft as it is now: \`drafts send --expect\` sends it only if it still has it. \`remaining\` is how many wait beside it, and \`actions\` the lines to go on with.

--claim reserves the reply: no other \`replies next\` on this machine, or on one that shares its journal, gives it until the time is over or \`replies done\` was called, so that two programs never work on the same one. It fails in a home that cannot be written.`,
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
    everyCategory: opt.flag('also out of office and the other categories, after the others'),
  },
  examples: ['outreach replies next', 'outreach replies next --json --claim 10m'],
  run: nextReply,
  next: (shown) =>
    shown.actions
      .filter(({ action }) => ['send', 'answered', 'later'].includes(action))
      .map(({ action }) => adviceOn(shown)[action]),
  view: async (shown) => (await import('./queue/next-view.ts')).nextView(shown),
});
