import { Failure } from '../../base/errors.ts';
import { jsonText, parseJson } from '../../base/lossless-json.ts';
import type { AnyOperation } from '../../contract/operation.ts';
import type { FullAnswer } from '../api/api.ts';
import { draftOf } from './draft.ts';
import type { BeforeAgain, Guarded, GuardOptions } from './guard-options.ts';
import { createHeldIntents } from './held-intents.ts';
import type { Draft, Intent } from './journal.ts';
import { refusedClaim } from './outcome-failures.ts';
import { reconcile } from './reconcile.ts';
import { sendOnce } from './send-once.ts';

/**
 * At most once: a call is recorded, sent, reconciled and acknowledged, in this order, whatever breaks in between.
 * Everything here throws `Failure`: `conflict` where another process is at the same call, `not-confirmed` where it was
 * done a moment ago, `unknown-outcome` where it may have happened and nothing shows whether.
 */
export interface Guard {
  /**
   * Before anybody is asked: settles what an earlier run left of this very call. True where it is known to be done, so
   * that nothing will be sent and no consent is needed. `beforeAgain` runs before the question whether the same thing
   * is meant a second time, and throws where it cannot be made anyway.
   */
  before(call: Guarded, beforeAgain?: BeforeAgain): Promise<boolean>;
  /** What was agreed to, for the record; gives the number of the call in the journal. */
  agreed(call: Guarded, quote: unknown): number | undefined;
  /** Makes the call, once. Throws what the call throws where it did nothing. */
  run(call: Guarded): Promise<FullAnswer>;
  /** Reconciles an open intent without making its call again; returns its state. */
  settle(call: Guarded, intent: Intent): Promise<void>;
  /** Writes down what else is known of a call of this run that is done. */
  remark(operation: AnyOperation, remark: string): void;
  /** Completed but unacknowledged calls of this run. */
  unacknowledged(): readonly Intent[];
  /** Acknowledges them. */
  acknowledge(): void;
  /** Lets go of everything that is still open, for the next run. */
  close(): void;
}

/** The same call within this time is taken for a mistake until the user says otherwise. */
const duplicateMs = 10 * 60_000;
/** For how long a repeated Idempotency-Key is trusted without a look: the spec does not say when keys expire. */
const keyTrustedMs = 24 * 3_600_000;

type Opened = { readonly intent: Intent } | { readonly answer: FullAnswer };

export function createGuard(options: GuardOptions): Guard {
  const { journal, clock } = options;
  const heldIntents = createHeldIntents(journal, clock);
  /** How often this run has made calls of an operation: a token covers each of them on its own. */
  const ordinals = new Map<string, number>();
  /** Answers of calls that `before` has settled, until `run` asks for them. */
  const answers = new Map<string, FullAnswer>();
  const draft = (call: Guarded) => draftOf(call, ordinals.get(call.operation.id) ?? 0, options);

  /** Ours to send, or the answer that it has had before. */
  async function open(call: Guarded, beforeAgain?: BeforeAgain): Promise<Opened> {
    const wanted = draft(call);
    const mine = heldIntents.of(wanted.dedupeKey);
    if (mine?.state === 'done') return { answer: await answerAgain(mine) };
    if (mine !== undefined) return { intent: mine };
    let duplicateSince = mayBeDuplicate(call) ? clock.now() - duplicateMs : undefined;
    for (;;) {
      const claim = journal.claim(wanted, { now: clock.now(), duplicateSince });
      if (claim.kind === 'ours') {
        const intent = heldIntents.keep(claim.intent);
        if (!claim.earlier) return { intent };
        if (!mustBeginAnew(intent, wanted)) return settled(call, intent);
        heldIntents.notDone(intent, 'it was never sent');
        continue;
      }
      if (claim.kind === 'kept') return { answer: await answerAgain(claim.intent) };
      if (claim.kind !== 'duplicate') throw refusedClaim(claim, call.operation);
      if (!(await options.askAgain(call.operation, claim.intent, beforeAgain)))
        throw new Failure('declined', 'Not confirmed, nothing was sent.');
      duplicateSince = undefined;
    }
  }

  /** What an earlier run left open: its answer, or leave to send. */
  async function settled(call: Guarded, intent: Intent): Promise<Opened> {
    if (intent.state === 'prepared') return { intent };
    if (intent.state === 'done') {
      heldIntents.ended(intent);
      return { answer: await answerAgain(intent) };
    }
    const answer = callsForLook(call.operation, intent) ? await find(call, intent) : undefined;
    if (answer !== undefined) return { answer };
    if (!isKeyed(call.operation, intent)) return { intent };
    // Agreed to before, and with its key it never happens twice: no second question.
    options.note('An earlier run sent this; asking for its outcome with the same Idempotency-Key');
    return { answer: await sendOnce(call, intent, { ...options, heldIntents }) };
  }

  const callsForLook = (operation: AnyOperation, intent: Intent): boolean =>
    !isKeyed(operation, intent) || clock.now() - (intent.sentAt ?? 0) > keyTrustedMs;

  const find = (call: Guarded, intent: Intent) => {
    options.note(`An earlier run sent this at ${time(intent.sentAt)}: looking whether it worked`);
    return reconcile(call, intent, undefined, { ...options, heldIntents });
  };

  const answerAgain = (intent: Intent): Promise<FullAnswer> => {
    options.note(`This was done at ${time(intent.finishedAt)} (journal ${intent.id}); nothing was sent now`);
    return answerOf(intent);
  };

  const mayBeDuplicate = ({ operation, input }: Guarded): boolean =>
    // A given key asks for what was done with it.
    input.idempotencyKey === undefined &&
    !options.again &&
    options.token === undefined &&
    !operation.repeatRefused;

  return {
    async before(call, beforeAgain) {
      const opened = await open(call, beforeAgain);
      if ('answer' in opened) answers.set(draft(call).dedupeKey, opened.answer);
      return 'answer' in opened;
    },
    agreed(call, quote) {
      const intent = heldIntents.of(draft(call).dedupeKey);
      if (intent) heldIntents.record(intent, { quote: jsonText(quote) }, 'agreed to');
      return intent?.id;
    },
    async run(call) {
      const { dedupeKey } = draft(call);
      const { id } = call.operation;
      try {
        const before = answers.get(dedupeKey);
        if (before !== undefined) return before;
        const opened = await open(call);
        return 'answer' in opened
          ? opened.answer
          : await sendOnce(call, opened.intent, { ...options, heldIntents });
      } finally {
        answers.delete(dedupeKey);
        ordinals.set(id, (ordinals.get(id) ?? 0) + 1);
      }
    },
    async settle(call, intent) {
      if (intent.state === 'done') return heldIntents.ended(intent);
      const sent = heldIntents.keep(intent);
      if (intent.state === 'prepared') return heldIntents.notDone(sent, 'it was never sent');
      const answer = await reconcile(call, sent, undefined, { ...options, heldIntents });
      if (answer === undefined) heldIntents.notDone(sent, 'the service shows that it did not happen');
    },
    remark: ({ id }, remark) => heldIntents.remark(id, remark),
    unacknowledged: heldIntents.unacknowledged,
    acknowledge: heldIntents.acknowledge,
    close: heldIntents.close,
  };
}

/** It was to be made in another way, with a key or without one, and nothing of it has left. */
const mustBeginAnew = ({ state, idempotencyKey }: Intent, wanted: Draft): boolean =>
  state === 'prepared' && (idempotencyKey === undefined) !== (wanted.idempotencyKey === undefined);

/** Asking once more with its key harms nothing; a tool takes no key, so that what was sent through one has none. */
const isKeyed = ({ retry }: AnyOperation, { idempotencyKey }: Intent): boolean =>
  retry.kind === 'idempotencyKey' && idempotencyKey !== undefined;

async function answerOf({ answer, id }: Intent): Promise<FullAnswer> {
  if (answer === undefined)
    throw new Failure('answer_not_kept', `It was done (journal ${id}), and its answer is not kept`, {
      outcome: 'done',
      subject: { is: 'journal-entry', intent: id },
    });
  const { status, body } = (await parseJson(answer)) as { status: number; body: unknown };
  return { status, headers: {}, body };
}

const time = (ms: number | undefined): string =>
  ms === undefined ? 'an unknown time' : new Date(ms).toISOString();
