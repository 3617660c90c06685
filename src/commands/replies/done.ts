import { Failure } from '../../base/errors.ts';
import { say } from '../../base/text/advice.ts';
import { advise } from '../../cli/advice/advise.ts';
import { lineFields } from '../../cli/answer/request-fields.ts';
import { type Context, command } from '../../cli/declare/command.ts';
import { arg, opt, required } from '../../cli/declare/params.ts';
import { fromOption } from '../../cli/declare/shared-options.ts';
import { record } from '../../cli/declare/view.ts';
import { whole } from '../../cli/find/find-in-pages.ts';
import { replies } from '../../contract/areas/replies.ts';
import * as s from '../../contract/schema/schema.ts';
import { parseMoment } from '../../domain/moment.ts';
import { replyOutcomes, usualWaitMs } from '../../domain/replies/waiting.ts';
import type { Reply } from './queue/read-queue.ts';
import { noReply, replyOf } from './show.ts';

const until = opt.moment('with --as later: when to show it again (default in 24h)', 'next');

const doneFields = {
  id: s.id(),
  leadId: s.id(),
  fromAddress: s.string(),
  as: s.oneOf(['blocked', 'skipped', 'later', 'answered']),
  at: s.string(),
  until: s.string(),
};

export const done = command({
  name: 'done',
  summary: 'Mark a reply, or every reply in a file, as dealt with',
  about: `The mark is kept in the journal, not in the service. A marked reply disappears from \`replies list --unanswered\`, \`replies next\`, \`replies desk\` and \`status\`, until a newer reply arrives in its thread. With \`later\`, it comes back at --until, or after 24 hours. A mark also ends a claim by \`replies next\`.

Use \`answered\` for replies that you answered elsewhere; after \`drafts send\` no mark is needed. \`blocked\` only marks the reply; to block the sender, use \`blocklist add\`.

--from reads JSON lines such as {"reply": 12, "as": "later", "until": "3d"}. All lines are checked before the first reply is marked; no question is asked. For each line, a line of JSON is printed, with the line number, \`ok\` and \`error\`. If a line failed, the exit code is 15.`,
  uses: [replies.list],
  tool: 'work',
  core: true,
  answer: ({ from }) =>
    from === undefined
      ? s.object(doneFields)
      : s.array(s.object({ ...lineFields, reply: s.id(), ...doneFields })),
  fails: ['not-found', 'partial'],
  args: {
    reply: arg.optionalId('id of the reply', { asked: 'reply', unless: ['from'] }),
    as: opt.choice('what was done with it', replyOutcomes, { asked: 'choice', unless: ['from'] }),
    until,
    ...fromOption,
  },
  excludes: [['from', 'reply', 'as', 'until']],
  jsonLines: 'from',
  examples: [
    'outreach replies done "$(outreach replies list --limit 1 --fields id)" --as answered',
    'outreach replies done "$(outreach replies list --limit 1 --fields id)" --as later --until 3d',
  ],
  async run(context, { reply: id, as, until, from }) {
    const now = await context.service.targetNow();
    if (from !== undefined) return doneFrom(context, from, now);
    if (id === undefined)
      throw new Failure('missing_argument', 'Name a reply, or pass --from', {
        hint: say`See: ${advise('replies list', { unanswered: true })}`,
      });
    if (as === undefined)
      throw new Failure('missing_argument', 'Say what was done with it: --as', {
        hint: `One of: ${replyOutcomes.join(', ')}`,
      });
    return mark(context, await replyOf(context.service, id), { as, now, waitsAt: timeOf(now, as, until) });
  },
  next: (shown) => {
    if ('items' in shown) return [];
    const block = ['block the sender', advise('blocklist add', { values: shown.fromAddress })] as const;
    return [...(shown.as === 'blocked' ? [block] : []), advise('replies next')];
  },
  view: ({ id, as, until }) =>
    record(['Reply', id, 'id'], ['Marked as', as], ['Waits again', until ?? undefined, 'time']),
});

interface Mark {
  readonly as: (typeof replyOutcomes)[number];
  readonly now: number;
  readonly waitsAt: number | null;
}

async function mark({ service, files }: Context, reply: Marked, { as, now, waitsAt }: Mark) {
  const leadId = reply.leadId ?? null;
  const lead = leadId === null ? null : String(leadId);
  await (await service.replyMarks()).put({
    reply: String(reply.id),
    lead,
    as,
    at: files.world.clock.now(),
    until: waitsAt,
  });
  return {
    id: reply.id,
    leadId,
    fromAddress: reply.fromAddress ?? null,
    as,
    // By the clock of `until`, which is not that of this machine in the sandbox.
    at: new Date(now).toISOString(),
    until: waitsAt === null ? null : new Date(waitsAt).toISOString(),
  };
}

/** A mark for each line of a file. */
async function doneFrom(context: Context, from: string, now: number) {
  const { eachLine } = await import('../../cli/stop/each-line.ts');
  const { utc } = context.screen.globals;
  let listed: ReturnType<typeof listedReplies> | undefined;
  const waitsAt = ({ as, until }: { readonly as: Mark['as']; readonly until: string | undefined }) =>
    timeOf(now, as, until && parseMoment(until, { use: 'next', now, utc }));
  return eachLine(context, from, {
    fields: {
      reply: arg.id('id of the reply'),
      as: required(opt.choice('what was done with it', replyOutcomes)),
      until,
    },
    check: waitsAt,
    noun: ['reply', 'replies'],
    verb: 'marked',
    call: async (values) => {
      listed ??= listedReplies(context.service);
      const reply = (await listed).get(String(values.reply));
      if (!reply) throw noReply(values.reply);
      return mark(context, reply, { as: values.as, now, waitsAt: waitsAt(values) });
    },
  });
}

type Marked = Pick<Reply, 'id' | 'leadId' | 'fromAddress'>;

/** What a mark needs of each reply there is. */
async function listedReplies({ api }: Context['service']): Promise<ReadonlyMap<string, Marked>> {
  const marked = new Map<string, Marked>();
  for await (const { items } of whole(api.pages(replies.list, {})))
    for (const { id, leadId, fromAddress } of items) marked.set(String(id), { id, leadId, fromAddress });
  return marked;
}

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
