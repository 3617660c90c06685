import { Failure } from '../../base/errors.ts';
import { jsonText } from '../../base/lossless-json.ts';
import type { FullAnswer } from '../api/api.ts';
import { probeOf } from '../evidence/evidence.ts';
import { evidenceOf } from '../evidence/index.ts';
import type { AttemptObserver } from '../retry/retry-loop.ts';
import { outcomeOf } from '../retry/retry-policy.ts';
import type { Guarded, Sharing } from './guard-options.ts';
import type { Intent } from './journal.ts';
import { ifWritten } from './journal-failures.ts';
import { answeredOtherwise, chargedNotCredited, interruptedOutcome } from './outcome-failures.ts';
import { type Reading, reconcile } from './reconcile.ts';

/** Sends a call that is ours to send, and does not return before it is known how it ended. */
export async function sendOnce(call: Guarded, opened: Intent, sharing: Sharing): Promise<FullAnswer> {
  const { heldIntents } = sharing;
  const before = call.holds === undefined ? await withSnapshot(call, opened, sharing) : opened;
  const tried = await tryIt(call, before, sharing);
  if ('answer' in tried) return tried.answer;
  const { intent, failure } = tried;
  if (intent.state === 'prepared') {
    await ifWritten(heldIntents.notDone(intent, failure.message), undefined);
    throw failure;
  }
  if (failure.is('purchase_incomplete')) {
    const change = { blocks: true, state: 'unknown', remark: failure.message } as const;
    const left = await ifWritten(heldIntents.record(intent, change, failure.message), intent);
    throw chargedNotCredited({ call, intent: left, trouble: failure });
  }
  if (failure.is('sent_otherwise')) {
    const change = { state: 'unknown', remark: failure.message } as const;
    const left = await ifWritten(heldIntents.record(intent, change, failure.message), intent);
    throw answeredOtherwise({ call, intent: left, trouble: failure });
  }
  if (sharing.signal.aborted) throw interruptedOutcome({ call, intent, trouble: failure });

  sharing.note(`${failure.message}. Checking whether it went through`);
  // Where the answer says that it is not done, what shows may be of another one.
  const reading: Reading = (finding) =>
    finding.kind === 'done' && failure.extra.saysUndone
      ? { kind: 'several', matches: [finding.answer] }
      : undefined;
  const answer = await reconcile(call, intent, failure, sharing, reading);
  if (answer === undefined) throw new Error('a call was to be sent a second time by itself');
  return answer;
}

/** What is there before. Without it new and old look alike afterwards; then a person decides, if it comes to that. */
async function withSnapshot(call: Guarded, intent: Intent, sharing: Sharing): Promise<Intent> {
  if (intent.snapshot !== undefined) return intent;
  try {
    return await noted(call, intent, sharing);
  } catch (error) {
    if (sharing.signal.aborted || !(error instanceof Failure)) throw error;
    return intent;
  }
}

/** Reads what is there now. Throws `Failure` where that cannot be read, or is not what was agreed to. */
async function noted(call: Guarded, intent: Intent, { heldIntents, read }: Sharing): Promise<Intent> {
  const snapshot = await evidenceOf(call.operation)?.snapshot(probeOf(read, call.input));
  call.holds?.before(snapshot);
  if (snapshot === undefined) return intent;
  return heldIntents.record(intent, { snapshot: jsonText(snapshot) }, 'state before noted');
}

type Tried = { readonly answer: FullAnswer } | { readonly failure: Failure; readonly intent: Intent };

async function tryIt(call: Guarded, before: Intent, sharing: Sharing): Promise<Tried> {
  const { heldIntents, journal, clock, send, signal } = sharing;
  const { operation, input } = call;
  let intent = before;
  let doubtful = before.state !== 'prepared';
  const observer: AttemptObserver = {
    async sending() {
      // Before every try: it may have changed while the last one was waited for.
      if (call.holds !== undefined) intent = await noted(call, intent, sharing);
      const sentAt = clock.now();
      intent = await heldIntents.record(intent, { state: 'sent', sentAt }, 'sent');
    },
    mayLeave: () => journal.isOurs(intent),
    async heard(trouble) {
      const outcome = outcomeOf(operation, trouble);
      doubtful ||= outcome !== 'none';
      // Also where this cannot be recorded: a failure says whether something was sent.
      intent = { ...intent, state: doubtful ? 'sent' : 'prepared' };
      const { state } = intent;
      const said = `no answer, outcome ${outcome}: ${trouble.message}`;
      const recording = heldIntents.record(intent, { state }, said);
      intent = await (doubtful ? recording : ifWritten(recording, intent));
    },
  };
  const { idempotencyKey } = intent;
  const keyed = idempotencyKey === undefined ? input : { ...input, idempotencyKey };
  try {
    const answer = await send(operation, keyed, observer);
    call.holds?.after(answer.body);
    await heldIntents.finish(intent, operation, answer, `done: answered ${answer.status}`);
    return { answer };
  } catch (failure) {
    if (!(failure instanceof Failure) || isUnwritten(failure)) throw failure;
    // Stopped before anything left.
    if (failure === signal.reason && !doubtful && intent.state === 'sent') {
      intent = { ...intent, state: 'prepared' };
      const said = 'stopped before anything left';
      intent = await ifWritten(heldIntents.record(intent, { state: 'prepared' }, said), intent);
    }
    return { failure, intent };
  }
}

/** The journal could not take down how it ended: it can as little take down what a look at the service shows. */
const isUnwritten = ({ kind, subject }: Failure): boolean =>
  kind === 'unknown-outcome' && subject?.is === 'journal-entry';
