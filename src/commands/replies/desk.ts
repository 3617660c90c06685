import { counted } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import { command } from '../../cli/declare/command.ts';
import { opt } from '../../cli/declare/params.ts';
import { text } from '../../cli/declare/view.ts';
import { blocklist } from '../../contract/areas/blocklist.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { drafts } from '../../contract/areas/drafts.ts';
import { leads } from '../../contract/areas/leads.ts';
import { replies } from '../../contract/areas/replies.ts';
import * as s from '../../contract/schema/schema.ts';

export const desk = command({
  name: 'desk',
  summary: 'Answer replies one by one, with single keystrokes',
  about: `Shows one reply after another, each with its drafted answer. Press s to queue the answer, or e to open it in your editor ($VISUAL, else $EDITOR). Press d to mark the reply as done, z to see it again later, and ? to list all keys.

Nothing is sent until you confirm all queued answers, with S or when you leave. An answer is sent only with the text that you saw here. If the draft has changed since, you see it again. Press t to see lines that do not fit.

Answer a reply without a draft in the app, then press d. The desk is only for people at a terminal; with --yes or --dry-run it exits with code 2. Programs use \`replies next\`, \`drafts send --expect\` and \`replies done\`.`,
  uses: [
    drafts.send,
    drafts.list,
    drafts.update,
    replies.list,
    campaigns.list,
    leads.get,
    leads.conversation,
    leads.setCategory,
    leads.markMeeting,
    blocklist.add,
    blocklist.list,
  ],
  tool: { never: 'needs a terminal' },
  interactive: true,
  refuses: ['yes', 'dryRun'],
  fails: ['partial'],
  answer: s.object({
    sent: s.array(s.integer()),
    answered: s.array(s.integer()),
    later: s.array(s.integer()),
    blocked: s.array(s.integer()),
    meetings: s.array(s.integer()),
    categories: s.array(s.integer()),
    failed: s.array(
      s.object({ reply: s.integer(), draft: s.nullable(s.id()), code: s.string(), message: s.string() }),
    ),
  }),
  args: { everyCategory: opt.flag('also show replies in other categories, at the end') },
  examples: ['outreach replies desk', 'outreach replies desk --every-category'],
  async run(context, { everyCategory }) {
    const { service, consent, files, screen } = context;
    const { withQuietKeys } = await import('../../cli/consent/fresh-keys.ts');
    const { deskNeedsTerminal, ReplyDesk } = await import('./desk/reply-desk.ts');
    if (screen.globals.yes || screen.globals.dryRun)
      throw new Failure('contradicting_options', 'The reply desk asks before it sends anything', {
        hint: `Leave out --yes and --dry-run. ${deskNeedsTerminal}`,
      });
    const show = consent.ask.screens('the reply desk', deskNeedsTerminal);
    const { taken, waiting, gap, claimed, pen } = await withQuietKeys(files.world, () =>
      screen.progress('Reading replies', async () => {
        const { readQueue, takenByOthers } = await import('./queue/read-queue.ts');
        const { penFor } = await import('./desk/draw-desk.ts');
        const queue = await readQueue(context, { everyCategory });
        const claims = await (await service.replyMarks()).claimed();
        const taken = takenByOthers(queue.waiting, claims);
        const claimed = new Set(claims.map(({ reply }) => reply));
        return { ...queue, taken, claimed, pen: await penFor(context) };
      }),
    );
    const free = waiting.filter(({ reply }) => !claimed.has(String(reply.id)));
    screen.warn('answers sent elsewhere are not seen: from Gmail, Outlook or the app');
    if (taken !== undefined) screen.note(taken);
    const { readOnlyHere } = await import('../../cli/profile/read-only-here.ts');
    const readOnly = readOnlyHere(service.settings);
    if (readOnly) screen.warn(`${readOnly}: no answer can be sent`);
    const sitting = new ReplyDesk({ context, waiting: free, readOnly, show, pen });
    if (free.length === 0) {
      if (gap === undefined && waiting.length === 0) screen.note('No reply waits for an answer.');
      return sitting.result();
    }
    return sitting.sit();
  },
  view: ({ sent, answered, later, blocked, meetings, categories }) => {
    const counts = [`Sent ${counted(sent.length, 'answer')}`];
    const others = { done: answered, later, blocked, meetings, categories };
    for (const [what, made] of Object.entries(others))
      if (made.length > 0) counts.push(`${what} ${made.length}`);
    return text(counts.join(', '));
  },
});
