import { Failure } from '../../base/errors.ts';
import { advise } from '../../cli/advice/advise.ts';
import { command } from '../../cli/declare/command.ts';
import { arg, opt } from '../../cli/declare/params.ts';
import { record } from '../../cli/declare/view.ts';
import { replies } from '../../contract/areas/replies.ts';
import * as s from '../../contract/schema/schema.ts';
import { replyOutcomes, usualWaitMs } from '../../domain/replies/waiting.ts';
import { replyOf } from './show.ts';

export const done = command({
  name: 'done',
  summary: 'Mark a reply as dealt with',
  about: `The service has no read mark, so this is stored in the journal, that of this machine or the one that it shares with others: the reply does not wait any more in \`replies list --unanswered\`, \`replies next\`, \`replies desk\` and \`status\`, until its thread has a newer one. With \`later\` it waits again at --until, or after 24 hours. A claim of \`replies next\` ends.

Nothing is sent. \`answered\` is for answers that were sent elsewhere: those that drafts send are seen by themselves. \`blocked\` only marks the reply: \`blocklist add\` blocks its sender.`,
  uses: [replies.list],
  tool: 'work',
  core: true,
  answer: s.object({
    id: s.id(),
    leadId: s.id(),
    fromAddress: s.string(),
    as: s.oneOf(['blocked', 'skipped', 'later', 'answered']),
    at: s.string(),
    until: s.string(),
  }),
  fails: ['not-found'],
  args: {
    reply: arg.id('id of the reply', { asked: 'reply' }),
    as: opt.requiredChoice('what was done with it', replyOutcomes),
    until: opt.moment('when it waits again, for later (default in 24h)', 'next'),
  },
  examples: [
    'outreach replies done "$(outreach replies list --limit 1 --fields id)" --as answered',
    'outreach replies done "$(outreach replies list --limit 1 --fields id)" --as later --until 3d',
  ],
  async run(context, { reply: id, as, until }) {
    const now = await context.service.targetNow();
    const waitsAt = timeOf(now, as, until);
    const reply = await replyOf(context.service, id);
    const at = context.files.world.clock.now();
    const leadId = reply.leadId ?? null;
    const lead = leadId === null ? null : String(leadId);
    await context.service.replyMarks.put({ reply: String(reply.id), lead, as, at, until: waitsAt });
    return {
      id: reply.id,
      leadId,
      fromAddress: reply.fromAddress ?? null,
      as,
      // By the clock of `until`, which is not that of this machine in the sandbox.
      at: new Date(now).toISOString(),
      until: waitsAt === null ? null : new Date(waitsAt).toISOString(),
    };
  },
  next: ({ as, fromAddress }) => [
    ...(as === 'blocked'
      ? [['block the sender', advise('blocklist add', { values: fromAddress })] as const]
      : []),
    advise('replies next'),
  ],
  view: ({ id, as, until }) =>
    record(['Reply', id, 'id'], ['Marked as', as], ['Waits again', until ?? undefined, 'time']),
});

/** When it waits again, by the clock of the target; null where it does not. Throws `usage` for a time that is over. */
function timeOf(now: number, as: (typeof replyOutcomes)[number], until: string | undefined): number | null {
  if (as !== 'later') {
    if (until === undefined) return null;
    throw new Failure('contradicting_options', `--until belongs to --as later, and this is --as ${as}`);
  }
  const at = until === undefined ? now + usualWaitMs : Date.parse(until);
  if (at > now) return at;
  throw new Failure('invalid_value', `--until ${until} is over: it would wait again at once`, {
    hint: `Now it is ${new Date(now).toISOString()}.`,
  });
}
