import { duration } from '../../base/duration.ts';
import { Failure, inAWhile } from '../../base/errors.ts';
import { parseJson } from '../../base/lossless-json.ts';
import { type Hint, say } from '../../base/text/advice.ts';
import { duplicateMs, type Guard } from '../../client/guard/guard.ts';
import type { Intent } from '../../client/guard/journal.ts';
import { mayShowMs, type Seen } from '../../client/guard/outcome-failures.ts';
import type { Reading } from '../../client/guard/reconcile.ts';
import { operations } from '../../contract/index.ts';
import { type AnyOperation, documented } from '../../contract/operation.ts';
import { saidNotDone } from '../../local/journal/row.ts';
import { environmentProfile, inProcessAccounts } from '../../local/profile.ts';
import { advise } from '../advice/advise.ts';
import type { Messages, OpenCall } from '../declare/context-parts.ts';
import type { Settings } from '../declare/settings.ts';
import type { World } from '../declare/world.ts';
import { accountOf } from '../profile/account.ts';
import { forgetStored } from '../profile/forget-account.ts';
import { strangeCall } from '../spending/raw-call.ts';
import { isReadable, type StoredCall } from './done-calls.ts';
import { refuseMoved } from './moved-journal.ts';

interface Parts extends Pick<Messages, 'warn'> {
  readonly world: World;
  readonly settings: Settings;
  guard(): Promise<Guard> | undefined;
}

/** The intent of this id. Throws `not-found`. */
export async function intentOf({ journal }: Pick<World, 'journal'>, id: number): Promise<Intent> {
  const intent = Number.isSafeInteger(id) ? await (await journal.open()).get(id) : undefined;
  if (intent) return intent;
  throw new Failure('not_found', `The journal has no entry ${id}`, { hint: 'outreach journal list' });
}

/**
 * Looks at the service for what an open call has done, without making it again. Throws `unknown-outcome` where nothing
 * shows it, and `conflict` where another process works on it or it belongs to another account.
 */
export async function lookAgain(parts: Parts, id: number, reading?: Reading): Promise<Intent> {
  const { world, settings } = parts;
  const intent = await intentOf(world, id);
  if (intent.damaged.length > 0) throw unreadable(intent);
  await refuseLeft(world, intent);
  const isSaid = intent.acknowledgedAt !== undefined;
  if (isSaid && intent.remark !== saidNotDone) return intent;
  if (intent.account !== accountOf(settings)) throw otherAccount(intent);
  const taken = await take(world, id, false);
  if (!isSaid) return look(parts, taken, { reading });
  const seen = await seenOf(parts, taken).catch(async (error: unknown) => {
    // It was opened again for the look alone.
    await endAs(world, taken, 'not-done');
    throw error;
  });
  return seen.state === 'done' ? seen : endAs(world, taken, 'not-done');
}

async function look({ world, guard: open }: Parts, taken: Intent, how: Parameters<Guard['settle']>[2]) {
  const { id, operation: name, summary, request } = taken;
  const guard = await open();
  if (guard === undefined) throw new Error(`no guard for ${name}`);
  const { method, path, input } = (await parseJson(request)) as StoredCall;
  const known = operations.find(({ id }) => id === name);
  // A path or a tool that the contract does not know: nothing at the service would show it.
  const operation = known ?? strangeCall(name, { summary, route: documented(method, path) }, false);
  await guard.settle({ operation, input, request: { method, path } }, taken, how);
  return intentOf(world, id);
}

/** The calls of this account to an operation that are open, with their inputs; not those that cannot be read. */
export async function openCalls(
  { world, settings }: Pick<Parts, 'world' | 'settings'>,
  operation: AnyOperation,
): Promise<OpenCall[]> {
  const open = await (await world.journal.open()).open();
  const ours = open.filter(
    (intent) =>
      intent.account === accountOf(settings) && intent.operation === operation.id && isReadable(intent),
  );
  return Promise.all(
    ours.map(async ({ id, request, sentAt }) => {
      const { input } = (await parseJson(request)) as StoredCall;
      return { intent: id, input, sentAt };
    }),
  );
}

/** A call that went open to another journal is open there. */
async function refuseLeft(world: World, { acknowledgedAt, state }: Intent): Promise<void> {
  if (acknowledgedAt !== undefined && state !== 'done' && state !== 'not-done') await refuseMoved(world);
}

const unreadable = ({ id, damaged }: Intent): Failure =>
  new Failure(
    'outcome_unknown',
    `The journal entry ${id} is damaged (${damaged.join(', ')}), so the service cannot be asked about it`,
    { hint: say`Look in the app, and say what you found:\n${foundHint(id)}`, extra: { intent: id } },
  );

function otherAccount({ id, profile }: Intent): Failure {
  const fromEnvironment = profile === environmentProfile;
  const how = fromEnvironment
    ? say`Set OUTREACH_API_KEY and OUTREACH_BASE_URL as they were then, and: ${advise('journal settle', { id })}`
    : say`With that profile: ${advise('journal settle', { id, profile })}`;
  const made = fromEnvironment ? 'with a key of the environment' : `as ${profile}`;
  return new Failure('other_account', `The request ${id} was made ${made}, which is another key or address`, {
    hint: say`${how}\nIf that key is gone, look in the app, and say what you found:\n${foundHint(id)}`,
  });
}

const foundHint = (id: Intent['id']): Hint =>
  say`It happened: ${advise('journal settle', { id, done: true })}\nIt did not: ${advise('journal settle', { id, notDone: true })}`;

/**
 * Ends an open call by what a person has found out. With settings one look at the service goes before `not-done`: the
 * effect may have come since that person looked. `force` also where its process seems to live.
 */
export async function decide(
  parts: Omit<Parts, 'settings'> & { readonly settings: Settings | undefined },
  id: number,
  state: 'done' | 'not-done',
  force: boolean,
): Promise<Intent> {
  const { world, settings } = parts;
  const intent = await intentOf(world, id);
  await refuseLeft(world, intent);
  if (intent.acknowledgedAt !== undefined)
    throw new Failure('already_ended', `The request ${id} has ended: ${intent.state}`);
  if (state === 'not-done') refuseDone(intent);
  const taken = await take(world, id, force);
  if (state === 'not-done' && settings !== undefined) {
    const seen = await seenOf({ ...parts, settings }, taken);
    refuseDone(seen);
    if (seen.acknowledgedAt !== undefined) return seen;
  }
  const now = world.clock.now();
  const waitMs = state === 'not-done' && !force ? mayShowMs(taken, now) : 0;
  if (waitMs <= 0) return endAs(world, taken, state);
  const until = new Date(now + waitMs).toISOString();
  const isOurs = settings !== undefined && taken.account === accountOf(settings);
  const profile = isOurs || taken.profile === environmentProfile ? undefined : taken.profile;
  throw new Failure(
    'too_early',
    `The effect of request ${taken.id} may still show, until ${until}: nothing was recorded`,
    {
      retryable: true,
      retryAfterSeconds: Math.ceil(waitMs / 1000),
      hint: say`Look again in ${duration(waitMs / 1000)}: ${advise('journal settle', { id: taken.id, profile })}`,
      extra: { intent: taken.id, until },
    },
  );
}

/** As a person says. */
async function endAs(world: World, taken: Intent, state: 'done' | 'not-done'): Promise<Intent> {
  const journal = await world.journal.open();
  const at = world.clock.now();
  const remark = state === 'done' ? 'a person says: done' : saidNotDone;
  const change = { state, finishedAt: at, blocks: false, remark };
  const end = await journal.record(taken, change, { at, what: remark });
  await journal.acknowledge([end], at);
  return end;
}

/** As the service shows it now; as it was, where that shows nothing or cannot be asked with this key. Throws where the look fails. */
async function seenOf(parts: Parts, taken: Intent): Promise<Intent> {
  if (taken.damaged.length > 0 || taken.account !== accountOf(parts.settings)) return taken;
  let isAbsent = false;
  let blind: Failure | undefined;
  const reading = (seen: Seen) => {
    isAbsent = seen.kind === 'nothing' || seen.kind === 'taken';
    if (seen.kind !== 'blind') return undefined;
    const without = advise('journal settle', { id: taken.id, notDone: true, force: true });
    blind = seen.failure.with({
      hint: say`Nothing was recorded. Try again later. To record it without looking at the service: ${without}`,
    });
    throw blind;
  };
  try {
    return await look(parts, taken, { once: true, reading });
  } catch (error) {
    if (error === blind || parts.world.signal.aborted) throw error;
    if (!(error instanceof Failure && error.kind === 'unknown-outcome')) throw error;
    if (!isAbsent)
      parts.warn('Recorded as you say: the service does not show for certain that the request failed');
    return taken;
  }
}

function refuseDone({ id, state }: Intent): void {
  if (state !== 'done') return;
  const how = 'the service answered it, or shows it now. It is recorded as done';
  throw new Failure('already_ended', `The request ${id} succeeded: ${how}`, {
    hint: say`What it did: ${advise('journal show', { id })}`,
    extra: { intent: id },
  });
}

async function take(world: World, id: number, force: boolean): Promise<Intent> {
  const taken = await (await world.journal.open()).take(id, world.clock.now(), force);
  if (taken?.kind === 'ours') return taken.intent;
  const { id: worked, owner } = taken?.intent ?? { id, owner: undefined };
  const { pid = '?', host } = owner ?? {};
  throw new Failure(
    'in_progress',
    `Process ${pid}${host === undefined ? '' : ` on ${host}`} is working on request ${worked} right now`,
    {
      ...inAWhile,
      hint: say`${host === undefined ? 'Wait for it.' : 'Wait for it; where it is gone, the request is free after 30 seconds.'} If you are sure that it is gone: ${advise('journal settle', { id: worked, force: true })}, with --done or --not-done`,
    },
  );
}

/** Takes out what ended before that time; what was done a short while ago still guards against a repetition. */
export async function forgetBefore({ journal, clock }: World, time: number) {
  const now = clock.now();
  return (await journal.open()).forgetBefore(time, { now, duplicateSince: now - duplicateMs });
}

/** Calls to a sandbox that lives in this process mean nothing to a world that begins again. */
export async function forgetRehearsed(world: World): Promise<void> {
  await (await world.journal.open(null)).forgetAccounts(inProcessAccounts);
  await forgetStored(world, inProcessAccounts);
}
