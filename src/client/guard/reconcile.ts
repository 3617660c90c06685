import { duration } from '../../base/duration.ts';
import { Failure } from '../../base/errors.ts';
import { parseJson } from '../../base/lossless-json.ts';
import type { AnyInput } from '../../contract/operation.ts';
import type { FullAnswer } from '../api/api.ts';
import {
  type Evidence,
  type Finding,
  nothing,
  type Probe,
  probeOf,
  type Rival,
  taken,
} from '../evidence/evidence.ts';
import { evidenceOf } from '../evidence/index.ts';
import type { Guarded, Sharing } from './guard-options.ts';
import type { Rival as Entry, Intent, Journal } from './journal.ts';
import { interruptedOutcome, type Seen, unresolvedOutcome } from './outcome-failures.ts';

const firstPauseMs = 2000;
const longestPauseMs = 30_000;

/** What a caller makes of a look that leaves it open; undefined where it stays open. `not done` counts after a day. */
export type Reading = (finding: Seen) => Finding | 'not done' | undefined;

/**
 * Looks at the service until the effect of a call shows, or the time of grace is over. Undefined where the call of an
 * earlier run may be made again; throws `unknown-outcome` where a person must decide. `trouble` is what the last try
 * came to, undefined where an earlier run made it.
 */
export async function reconcile(
  call: Guarded,
  intent: Intent,
  trouble: Failure | undefined,
  sharing: Sharing,
  reading: Reading = () => undefined,
): Promise<FullAnswer | undefined> {
  const { operation } = call;
  const { clock, heldIntents, journal } = sharing;
  const evidence = evidenceOf(operation);
  const leave = async (finding: Seen | undefined) => {
    const remark = remarks[finding?.kind === 'done' ? 'nothing' : (finding?.kind ?? 'nothing')];
    // What blocks other purchases keeps its reason.
    const change = intent.blocks ? {} : ({ state: 'unknown', remark } as const);
    const left = await heldIntents.record(intent, change, remark);
    return unresolvedOutcome({ call, intent: left, finding, trouble, now: clock.now() });
  };
  if (evidence === undefined) throw await leave(undefined);
  const { snapshot: before } = intent;
  if (before === undefined) {
    const { candidates } = evidence;
    if (candidates === undefined) throw await leave(undefined);
    const seen = await watch(call, intent, (looking) => among(candidates, looking), trouble, sharing);
    if (seen.kind === 'blind') reading(seen);
    throw await leave(seen);
  }
  const snapshot = await parseJson(before);
  let rivalsDone: number | undefined;
  const rivals = async () => {
    const all = await rivalsOf(intent, journal);
    rivalsDone = all.filter(({ isDone }) => isDone).length;
    return all;
  };
  const look = (looking: Probe) => evidence.look({ ...looking, rivals }, snapshot);
  for (let tries = 0; tries < mostTries; tries += 1) {
    const seen = await watch(call, intent, look, trouble, sharing);
    const read = reading(seen);
    const ageMs = clock.now() - (intent.sentAt ?? clock.now());
    if (read === 'not done' && ageMs >= arrivedMs) return undefined;
    const finding = read === 'not done' ? seen : (read ?? seen);
    if (finding.kind === 'done') {
      const answer = { status: operation.success ?? 200, headers: {}, body: finding.answer };
      const found = { effect: finding.effect, rivalsDone };
      if (await heldIntents.finish(intent, operation, answer, 'done: seen at the service', found))
        return answer;
      continue;
    }
    // Nothing is sent a second time by itself: a person who runs the line again has seen that it may not have worked.
    if (trouble === undefined && isNotDone(finding, evidence, ageMs)) return undefined;
    throw await leave(finding);
  }
  throw await leave(taken);
}

/** So many equal calls may end between a look and its conclusion. */
const mostTries = 20;

/** After so long nothing of a call is on its way any more. */
const arrivedMs = 86_400_000;

/** A list shows what has arrived. Where like calls show in it, and this one does not after a day, it never did. */
function isNotDone(finding: Seen, { whenNothing }: Evidence, ageMs: number): boolean {
  if (finding.kind === 'taken') return finding.isWhole && ageMs >= arrivedMs;
  return finding.kind === 'nothing' && whenNothing === 'again';
}

/** A person decides, whatever is there: it may be older than the call, or of another one. */
async function among(candidates: NonNullable<Evidence['candidates']>, looking: Probe): Promise<Finding> {
  const matches = await candidates(looking);
  return matches.length === 0 ? nothing : { kind: 'several', matches };
}

const remarks = {
  nothing: 'nothing shows whether it worked',
  taken: 'what shows is of other requests',
  several: 'something could be it, but that is not certain',
  blind: 'whether it worked could not be looked up',
};

async function watch(
  call: Guarded,
  intent: Intent,
  look: (looking: Probe) => Promise<Finding>,
  trouble: Failure | undefined,
  { clock, graceMs, note, read, signal }: Sharing,
): Promise<Seen> {
  const sentAt = intent.sentAt ?? intent.startedAt;
  // A clock that was put back must not make the time of grace longer.
  let left = Math.min(sentAt + graceMs - clock.now(), graceMs);
  const looking = probeOf(read, call.input, sentAt);
  for (let pause = firstPauseMs; ; pause = Math.min(pause * 2, longestPauseMs)) {
    const began = clock.now();
    const finding: Seen = await look(looking).catch((error: unknown) => {
      if (!(error instanceof Failure)) throw error;
      if (signal.aborted) throw interruptedOutcome({ call, intent, trouble });
      return { kind: 'blind', failure: error };
    });
    if (finding.kind === 'done' || finding.kind === 'several') return finding;
    left -= Math.max(0, clock.now() - began);
    if (left <= 0) return finding;
    if (pause === firstPauseMs)
      note(`It may show within ${duration(left / 1000)}; Ctrl-C stops looking and loses nothing`);
    const wait = Math.min(pause, left);
    try {
      await clock.sleep(wait, signal);
    } catch (error) {
      throw signal.aborted ? interruptedOutcome({ call, intent, trouble }) : error;
    }
    left -= wait;
  }
}

/** Whether the service shows what an open call has done; false where that is not certain. Nothing is recorded. */
export async function isShown(intent: Intent, { journal, read }: Pick<Sharing, 'journal' | 'read'>) {
  const evidence = evidenceOf({ id: intent.operation });
  const { sentAt, snapshot } = intent;
  if (evidence === undefined || sentAt === undefined || snapshot === undefined || intent.damaged.length > 0)
    return false;
  const { input } = (await parseJson(intent.request)) as { readonly input: AnyInput };
  const looking = { ...probeOf(read, input, sentAt), rivals: () => rivalsOf(intent, journal) };
  return (await evidence.look(looking, await parseJson(snapshot))).kind === 'done';
}

/** The other calls of the journal that may have brought about what the service shows of this one. */
const rivalsOf = async (intent: Intent, journal: Journal): Promise<Rival[]> =>
  Promise.all((await journal.rivals(intent)).map((entry) => rivalFrom(entry, intent)));

async function rivalFrom(entry: Entry, { fingerprint, id, startedAt }: Intent): Promise<Rival> {
  const isDone = entry.state === 'done';
  const isEqual = entry.fingerprint === fingerprint;
  const request = (await parsed(entry.request)) as { readonly input?: AnyInput } | null;
  const { body, effect } = ((await parsed(entry.answer)) ?? {}) as { body?: unknown; effect?: string };
  return {
    id: entry.id,
    input: request?.input,
    // With its key it is sent again until its answer comes.
    holds:
      isDone || !isEqual || entry.isAwaited || entry.idempotencyKey !== undefined || entry.damaged.length > 0,
    isDone,
    isPast: isDone && entry.id < id && (entry.finishedAt ?? 0) < startedAt,
    isEqual,
    snapshot: await parsed(entry.snapshot),
    answer: body,
    effect,
  };
}

const parsed = async (text: string | undefined): Promise<unknown> =>
  text === undefined ? undefined : parseJson(text);
