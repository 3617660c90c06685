import { atMost } from '../../base/at-most.ts';
import type { Clock } from '../../base/clock.ts';
import { jsonText, parseJson } from '../../base/lossless-json.ts';
import { redactKeys } from '../../contract/keys.ts';
import type { AnyOperation } from '../../contract/operation.ts';
import { keepable, redact } from '../../contract/redact.ts';
import type { FullAnswer } from '../api/api.ts';
import { type Differs, differencesIn } from './differences.ts';
import type { Change, Intent, Journal, Result } from './journal.ts';
import { afterLeaving, unsent } from './journal-failures.ts';

/** An answer as it is stored. A new key is shown once, to the run that asked for it, and stored nowhere. */
function stored({ givesKey }: AnyOperation, { status, body }: FullAnswer, effect: string | undefined) {
  const text = jsonText({ status, body, ...(effect !== undefined && { effect }) });
  const isKept = givesKey === undefined || (givesKey === 'maybe' && redactKeys(text) === text);
  return isKept ? keepable(text) : undefined;
}

/** What was said of a call while it was unknown holds no longer; nor does what it stood in the way of. */
const endOf = (intent: Intent, answer: string | undefined, what: string, finishedAt: number): Change => {
  const remark = intent.remark === undefined ? undefined : what;
  return { state: 'done', finishedAt, answer, remark, blocks: false };
};

interface Seen {
  /** Which item it is, as the list that shows it tells its items apart. */
  readonly effect: string | undefined;
  /** So many other calls that could have brought it about were done then. */
  readonly rivalsDone: number | undefined;
}

/** What one run holds, by dedupe key; every change goes to the journal first, and one at a time. */
export function createHeldIntents(journal: Journal, clock: Clock, differs: Differs) {
  const held = new Map<string, Intent>();
  const done = new Map<number, Intent>();
  const answers = createAnswers();
  const inTurn = atMost(1);

  const keep = (intent: Intent): Intent => {
    held.set(intent.dedupeKey, intent);
    return intent;
  };
  /** With a number only where so many of its rivals are done; else it stays as it is. */
  const record = async (intent: Intent, { remark, ...change }: Change, what: string, rivals?: number) => {
    const safe = remark === undefined ? change : { ...change, remark: redact(remark) };
    const step = { at: clock.now(), what: redact(what) };
    const recording =
      rivals === undefined
        ? journal.record(intent, safe, step)
        : journal.conclude(intent, safe, step, rivals);
    if (intent.state === 'prepared') return keep((await unsent(recording)) ?? intent);
    // What shows at the service may be of a rival.
    const isDone = (change.state ?? intent.state) === 'done' && rivals === undefined;
    return keep((await afterLeaving(recording, intent, isDone ? 'done' : 'sent', answers)) ?? intent);
  };

  /** It certainly did not happen: its dedupe key is free. */
  const notDone = async (intent: Intent, why: string): Promise<void> => {
    const now = clock.now();
    const end = await record(intent, { state: 'not-done', finishedAt: now, remark: why }, `not done: ${why}`);
    await journal.acknowledge([end], now);
    held.delete(intent.dedupeKey);
  };

  return {
    keep,
    record: (...given: Parameters<typeof record>) => inTurn(() => record(...given)),
    notDone: (...given: Parameters<typeof notDone>) => inTurn(() => notDone(...given)),
    of: (dedupeKey: string): Intent | undefined => held.get(dedupeKey),
    /** Done by an earlier run: to be acknowledged. */
    ended: (intent: Intent): void => void done.set(intent.id, intent),
    /** It is done. False where it was `seen`, and other calls have ended since that look: the effect may be theirs. */
    finish: (intent: Intent, operation: AnyOperation, read: FullAnswer, what: string, seen?: Seen) =>
      inTurn(async () => {
        if (seen === undefined) answers.keep(intent, read.body);
        const change = endOf(intent, stored(operation, read, seen?.effect), what, clock.now());
        const found = await differencesIn(operation, intent, read.body);
        const text = [what, ...found.map(({ message }) => message)].join('. ');
        const end = await record(intent, change, text, seen?.rivalsDone);
        if (end.state !== 'done') return false;
        differs(found);
        done.set(end.id, end);
        return true;
      }),
    /** What is known only now of the newest call of an operation that is done and not acknowledged. */
    remark: (operation: string, remark: string | undefined, result?: Result) =>
      inTurn(async () => {
        const latest = [...done.values()].filter((intent) => intent.operation === operation).at(-1);
        if (!latest) return;
        const quote = result && jsonText({ ...(await parsed(latest.quote)), result });
        done.set(latest.id, await record(latest, { remark, quote }, remark ?? 'how it ended noted'));
      }),
    unacknowledged: (): readonly Intent[] => [...done.values()],
    acknowledge: () =>
      inTurn(async () => {
        const ended = [...done.values()];
        await afterLeaving(journal.acknowledge(ended, clock.now()), ended[0], 'shown', answers);
        for (const { id, dedupeKey } of ended) {
          done.delete(id);
          held.delete(dedupeKey);
        }
      }),
    close: () =>
      inTurn(async () => {
        for (const intent of [...held.values()]) {
          if (intent.state === 'prepared') await notDone(intent, 'given up before anything was sent');
          else await journal.release(intent);
        }
        held.clear();
      }),
  };
}

/** What was read of calls that are done, also where it is stored nowhere. */
function createAnswers() {
  const read = new Map<number, unknown>();
  return {
    keep: ({ id }: Intent, body: unknown): void => void read.set(id, body),
    of: async ({ id, answer }: Intent): Promise<unknown> =>
      read.get(id) ?? (answer && ((await parseJson(answer)) as { body: unknown }).body),
  };
}

const parsed = async (text: string | undefined): Promise<object> =>
  text === undefined ? {} : ((await parseJson(text)) as object);

export type HeldIntents = ReturnType<typeof createHeldIntents>;
