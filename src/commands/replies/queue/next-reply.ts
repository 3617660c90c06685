import { Failure } from '../../../base/errors.ts';
import type { Context } from '../../../cli/declare/command.ts';
import { ifReadable, once } from '../../../cli/find/names.ts';
import { readOnlyHere } from '../../../cli/profile/read-only-here.ts';
import { leads } from '../../../contract/areas/leads.ts';
import type { Output } from '../../../contract/operation.ts';
import { draftDigest } from '../../../domain/mail/draft-digest.ts';
import type { Match } from '../../../domain/replies/waiting.ts';
import { type Action, actionsOn } from './actions.ts';
import { type Draft, type Queue, type Reply, readQueue, takenByOthers, type Waiting } from './read-queue.ts';

type Lead = Output<typeof leads.get>['lead'];

export interface NextReply {
  /** Null where none waits. */
  readonly reply: Reply | null;
  readonly draft: Draft | null;
  readonly digest: string | null;
  /** Null where it cannot be read. */
  readonly lead: Lead | null;
  readonly match: Match;
  /** How many wait beside it, without those that others have claimed. */
  readonly remaining: number;
  readonly actions: readonly Action[];
}

interface Options {
  /** Milliseconds. */
  readonly claim: number | undefined;
  readonly everyCategory: boolean;
}

/** A mistyped claim hides the reply from everyone for so long. */
const longestClaimMs = 24 * 3_600_000;

/** The first reply that waits and that no other process has claimed. */
export async function nextReply(context: Context, { claim, everyCategory }: Options): Promise<NextReply> {
  if (claim !== undefined && claim > longestClaimMs)
    throw new Failure('invalid_value', '--claim is longer than a day', {
      hint: 'No other program gets the reply until the time is over or `replies done` was called.',
    });
  const queue = await readQueue(context, { everyCategory });
  const claimed = new Set((await (await context.service.replyMarks()).claimed()).map(({ reply }) => reply));
  const free = queue.waiting.filter(({ reply }) => !claimed.has(String(reply.id)));
  const at = claim === undefined ? 0 : await firstClaimed(context, queue, free, claim);
  const found = free[at];
  if (found === undefined) {
    // Read again: another program may have been faster at the last ones.
    const taken = takenByOthers(queue.waiting, await (await context.service.replyMarks()).claimed());
    if (taken !== undefined) context.screen.warn(taken);
  }
  const [reply, draft] = [found?.reply ?? null, found?.draft ?? null];
  const result: NextReply = {
    reply,
    draft,
    digest: draft && draftDigest(draft),
    lead: await leadOf(context, reply),
    match: found?.match ?? 'none',
    remaining: Math.max(0, free.length - at - 1),
    actions: actionsOn({ reply, draft }, readOnlyHere(context.service.settings) !== undefined),
  };
  if (reply === null && queue.gap !== undefined) throw new Failure('incomplete_list', queue.gap, { result });
  return result;
}

/** The place of the first one that is ours now: another process may be faster at each. */
async function firstClaimed(
  { service, files }: Context,
  { markOf }: Queue,
  free: readonly Waiting[],
  claimMs: number,
): Promise<number> {
  for (const [at, { reply }] of free.entries()) {
    const id = String(reply.id);
    const now = files.world.clock.now();
    const lead = reply.leadId ? String(reply.leadId) : null;
    const terms = { lead, now, until: now + claimMs, seen: markOf.get(id)?.at ?? null };
    if (await (await service.replyMarks()).claim(id, terms)) return at;
  }
  return free.length;
}

async function leadOf({ service }: Context, reply: Reply | null): Promise<Lead | null> {
  const id = reply?.leadId;
  if (id === null || id === undefined) return null;
  return (await ifReadable(service.api(once(leads.get), { params: { id } })))?.lead ?? null;
}
