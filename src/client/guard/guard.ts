import { Failure } from '../../base/errors.ts';
import { jsonText, parseJson } from '../../base/lossless-json.ts';
import type { AnyOperation } from '../../contract/operation.ts';
import type { FullAnswer } from '../api/api.ts';
import { probeOf } from '../evidence/evidence.ts';
import { evidenceOf } from '../evidence/index.ts';
import type { Draw } from './budgets.ts';
import { differencesIn, resultIn } from './differences.ts';
import { draftOf } from './draft.ts';
import type { BeforeAgain, Guarded, GuardOptions, PersonAgreed, Sharing } from './guard-options.ts';
import { createHeldIntents } from './held-intents.ts';
import type { Claim, ClaimOptions, Draft, Intent } from './journal.ts';
import { unsent } from './journal-failures.ts';
import { refusedClaim } from './outcome-failures.ts';
import { type Reading, reconcile } from './reconcile.ts';
import { sendOnce } from './send-once.ts';

/** The same call within this time is taken for a mistake until the user says otherwise. */
export const duplicateMs = 10 * 60_000;
/** For how long a repeated Idempotency-Key is trusted without a look: the spec does not say when keys expire. */
const keyTrustedMs = 24 * 3_600_000;

export interface Foreseen {
  /** It is known to be done: nothing would be sent. */
  readonly isDone: boolean;
  readonly facts: readonly string[];
}

type Opened = { readonly intent: Intent } | { readonly answer: FullAnswer } | 'free';

interface Opening extends Pick<ClaimOptions, 'looks' | 'draw'> {
  readonly beforeAgain?: BeforeAgain | undefined;
}

/**
 * At most once: a call is recorded, sent, reconciled and acknowledged, in this order, whatever breaks in between.
 * Everything here throws `Failure`: `conflict` where another process makes the same call, `not-confirmed` where it was
 * done a moment ago, `unknown-outcome` where it may have happened and nothing shows whether.
 */
export class Guard {
  #parts: Sharing;
  /** How often this run has made calls of an operation: a token covers each of them on its own. */
  readonly #ordinals = new Map<string, number>();
  #oneByOne = true;
  #isNamed = false;
  #agreed: PersonAgreed | undefined;
  /** Answers of calls that `before` has settled, until `run` asks for them. */
  readonly #answers = new Map<string, FullAnswer>();
  /** Calls of this run, by the read that tells more of them later. */
  readonly #reporters = new Map<string, AnyOperation>();

  constructor(options: GuardOptions) {
    this.#parts = {
      ...options,
      heldIntents: createHeldIntents(options.journal, options.clock, options.differs),
    };
  }

  /** Several calls under one question, of which a later run may make some: under a token each is the one of its input. */
  several(): void {
    this.#oneByOne = false;
  }

  agreedBy(person: PersonAgreed | undefined): void {
    this.#agreed = person;
  }

  /** The call to come is the one of this token, which is of no other. */
  under(token: string): void {
    this.#parts = { ...this.#parts, token };
    this.#isNamed = true;
  }

  /**
   * Before the user is asked: settles what an earlier run left of this very call. True where it is known to be done, so
   * that nothing will be sent and no consent is needed. `beforeAgain` runs before the question whether the same thing
   * is meant a second time, and throws where it cannot be made anyway. With `looks` a call that is not open yet is not
   * written down.
   */
  async before(call: Guarded, beforeAgain?: BeforeAgain, { looks = false } = {}): Promise<boolean> {
    const wanted = await this.#draft(call);
    const opened = await this.#open(call, wanted, { beforeAgain, looks });
    if (opened === 'free') return false;
    if ('answer' in opened) this.#answers.set(wanted.dedupeKey, opened.answer);
    return 'answer' in opened;
  }

  /** What `before` would come to, for a dry run: nothing is written, settled or asked for. */
  async foresee(call: Guarded): Promise<Foreseen> {
    const facts: string[] = [];
    const claim = await this.#claim(call, await this.#draft(call), { rehearses: true }, async (earlier) => {
      await this.#parts.askAgain(call.operation, earlier);
      const { id, finishedAt } = earlier;
      facts.push(`Done at ${time(finishedAt)} (journal ${id}): the line asks whether to run it again`);
    });
    return claim === 'free' ? { isDone: false, facts } : foreseenOf(claim.intent);
  }

  /** Opens a call that no run has open, on a budget; false where none of them has enough left. */
  async allowed(call: Guarded, draw: Draw): Promise<boolean> {
    const { heldIntents, journal } = this.#parts;
    const wanted = await this.#draft(call);
    const mine = heldIntents.of(wanted.dedupeKey);
    if (mine) return journal.budgets.covers(mine.id);
    const opened = await this.#open(call, wanted, { draw });
    if (opened === 'free') return false;
    if ('answer' in opened) this.#answers.set(wanted.dedupeKey, opened.answer);
    return true;
  }

  /** What was agreed to, for the record; gives the number of the call in the journal. */
  async agreed(call: Guarded, quote: unknown): Promise<number | undefined> {
    const { heldIntents } = this.#parts;
    const intent = heldIntents.of((await this.#draft(call)).dedupeKey);
    if (intent) await heldIntents.record(intent, { quote: jsonText(quote) }, 'approved');
    return intent?.id;
  }

  /** Makes the call, once. Throws what the call throws where it did nothing. */
  async run(call: Guarded): Promise<FullAnswer> {
    const wanted = await this.#draft(call);
    const { dedupeKey } = wanted;
    const { id, tells } = call.operation;
    if (typeof tells === 'object' && tells.later !== undefined)
      this.#reporters.set(tells.later, call.operation);
    try {
      const before = this.#answers.get(dedupeKey);
      if (before !== undefined) return before;
      const opened = await this.#open(call, wanted);
      if (opened === 'free') throw new Error(`the call of ${id} was not written down`);
      return 'answer' in opened ? opened.answer : await sendOnce(call, opened.intent, this.#parts);
    } finally {
      this.#answers.delete(dedupeKey);
      this.#ordinals.set(id, this.#ordinal(id) + 1);
    }
  }

  /** Reconciles an open intent without making its call again. `once` looks one time, and waits for nothing. */
  async settle(
    call: Guarded,
    intent: Intent,
    { reading, once = false }: { readonly reading?: Reading | undefined; readonly once?: boolean } = {},
  ): Promise<void> {
    const { heldIntents } = this.#parts;
    if (intent.state === 'done') return heldIntents.ended(intent);
    const sent = heldIntents.keep(intent);
    if (intent.state === 'prepared') return heldIntents.notDone(sent, 'it was never sent');
    const sharing = once ? { ...this.#parts, graceMs: 0 } : this.#parts;
    const answer = await reconcile(call, sent, undefined, sharing, reading);
    if (answer === undefined) await heldIntents.notDone(sent, 'the service shows that it did not happen');
  }

  /** Records what else is known of a call of this run that is done. */
  remark({ id }: AnyOperation, remark: string): Promise<void> {
    return this.#parts.heldIntents.remark(id, remark);
  }

  /** A read has reported how a call of this run ended. */
  async reported({ id }: AnyOperation, answer: unknown): Promise<void> {
    const { heldIntents, differs } = this.#parts;
    const operation = this.#reporters.get(id);
    const call = this.unacknowledged().findLast((done) => done.operation === operation?.id);
    if (operation === undefined || call === undefined) return;
    const found = await differencesIn(operation, call, answer);
    differs(found);
    for (const { message } of found) await heldIntents.record(call, {}, message);
    // Other reads show an order again, and nothing of what comes on top.
    const result = operation.watch && resultIn(operation, answer);
    if (result) await heldIntents.remark(operation.id, undefined, result);
  }

  /** Completed but unacknowledged calls of this run. */
  unacknowledged(): readonly Intent[] {
    return this.#parts.heldIntents.unacknowledged();
  }

  acknowledge(): Promise<void> {
    return this.#parts.heldIntents.acknowledge();
  }

  /** Releases everything that is still open, for the next run. */
  close(): Promise<void> {
    return this.#parts.heldIntents.close();
  }

  async #draft(call: Guarded): Promise<Draft> {
    this.#parts.mayName?.(call.operation);
    const ordinal = this.#isNamed ? 0 : this.#ordinal(call.operation.id);
    return draftOf(call, this.#oneByOne ? ordinal : 'by input', this.#parts);
  }

  #ordinal(operation: string): number {
    return this.#ordinals.get(operation) ?? 0;
  }

  /** Ours to send, or the answer that it has had before. */
  async #open(
    call: Guarded,
    wanted: Draft,
    { beforeAgain, looks = false, draw }: Opening = {},
  ): Promise<Opened> {
    const { heldIntents, askAgain } = this.#parts;
    const mine = heldIntents.of(wanted.dedupeKey);
    if (mine?.state === 'done') return { answer: await this.#answerAgain(call, mine) };
    if (mine !== undefined) return { intent: mine };
    for (;;) {
      const claim = await this.#claim(call, wanted, { looks, draw }, async (earlier) => {
        await this.#agreed?.refuse(earlier);
        if (!(await askAgain(call.operation, earlier, beforeAgain)))
          throw new Failure('declined', 'Cancelled. It was not run again.');
      });
      if (claim === 'free') return 'free';
      if (claim.kind === 'kept') return { answer: await this.#answerAgain(call, claim.intent) };
      const intent = heldIntents.keep(claim.intent);
      if (!claim.earlier) return { intent };
      if (!mustBeginAnew(intent, wanted)) return this.#settled(call, intent);
      await heldIntents.notDone(intent, 'it was never sent');
    }
  }

  /** `askAgain` about an equal call that was done a moment ago; throws `Failure` where the call cannot be made. */
  async #claim(
    call: Guarded,
    wanted: Draft,
    how: Pick<ClaimOptions, 'looks' | 'rehearses' | 'draw'>,
    askAgain: (earlier: Intent) => Promise<void>,
  ): Promise<Extract<Claim, { kind: 'ours' | 'kept' }> | 'free'> {
    const { journal, clock } = this.#parts;
    let duplicateSince =
      this.#agreed?.at ?? (this.#mayBeDuplicate(call) ? clock.now() - duplicateMs : undefined);
    for (;;) {
      const claim = await unsent(journal.claim(wanted, { now: clock.now(), duplicateSince, ...how }));
      if (claim.kind === 'free' || claim.kind === 'over-budget') return 'free';
      if (claim.kind === 'ours' || claim.kind === 'kept') return claim;
      if (claim.kind !== 'duplicate') throw refusedClaim(claim, call.operation);
      duplicateSince = undefined;
      if (!(await this.#isUndone(call, claim.intent))) await askAgain(claim.intent);
    }
  }

  async #isUndone({ operation, input }: Guarded, { snapshot }: Intent): Promise<boolean> {
    const evidence = evidenceOf(operation);
    if (evidence?.isUndone === undefined || snapshot === undefined) return false;
    try {
      return await evidence.isUndone(probeOf(this.#parts.read, input), await parseJson(snapshot));
    } catch (error) {
      if (this.#parts.signal.aborted || !(error instanceof Failure)) throw error;
      // What cannot be read is as it was.
      return false;
    }
  }

  /** What an earlier run left open: its answer, or leave to send. */
  async #settled(call: Guarded, intent: Intent): Promise<Opened> {
    if (intent.state === 'prepared') return { intent };
    if (intent.state === 'done') {
      this.#parts.heldIntents.ended(intent);
      return { answer: await this.#answerAgain(call, intent) };
    }
    // Asking once more with its key harms nothing; a tool takes no key, so that what was sent through one has none.
    const keyed = call.operation.retry.kind === 'idempotencyKey' && intent.idempotencyKey !== undefined;
    const isTrusted = keyed && this.#parts.clock.now() - (intent.sentAt ?? 0) <= keyTrustedMs;
    const answer = isTrusted ? undefined : await this.#find(call, intent);
    if (answer !== undefined) return { answer };
    if (!keyed) return { intent };
    // Agreed to before, and with its key it never happens twice: no second question.
    this.#parts.note('An earlier run sent this; asking for its outcome with the same Idempotency-Key');
    return { answer: await sendOnce(call, intent, this.#parts) };
  }

  #find(call: Guarded, intent: Intent): Promise<FullAnswer | undefined> {
    this.#parts.note(`An earlier run sent this at ${time(intent.sentAt)}: checking whether it worked`);
    return reconcile(call, intent, undefined, this.#parts);
  }

  async #answerAgain({ operation }: Guarded, intent: Intent): Promise<FullAnswer> {
    this.#parts.note(
      `This was done at ${time(intent.finishedAt)} (journal ${intent.id}); nothing was sent now`,
    );
    const answer = await answerOf(intent);
    this.#parts.differs(await differencesIn(operation, intent, answer.body));
    return answer;
  }

  #mayBeDuplicate({ input }: Guarded): boolean {
    const { again, token } = this.#parts;
    // A given key asks for what was done with it.
    return input.idempotencyKey === undefined && !again && token === undefined;
  }
}

/** It was to be made in another way, with a key or without one, and nothing of it has left. */
const mustBeginAnew = ({ state, idempotencyKey }: Intent, wanted: Draft): boolean =>
  state === 'prepared' && (idempotencyKey === undefined) !== (wanted.idempotencyKey === undefined);

async function foreseenOf(intent: Intent): Promise<Foreseen> {
  const { id, state, sentAt, finishedAt, token } = intent;
  if (state === 'prepared') return { isDone: false, facts: [] };
  if (state !== 'done') {
    const sent = `An earlier run sent this at ${time(sentAt)} (journal ${id})`;
    return {
      isDone: false,
      facts: [`${sent}: the line looks first whether it worked, and may send nothing`],
    };
  }
  await answerOf(intent);
  const before = token === undefined ? 'Done before' : 'Done before under this --once token';
  const then = `at ${time(finishedAt)} (journal ${id}): the line returns that result and sends nothing`;
  return { isDone: true, facts: [`${before}, ${then}`] };
}

async function answerOf({ answer, id }: Intent): Promise<FullAnswer> {
  if (answer === undefined)
    throw new Failure('answer_not_kept', `It was done (journal ${id}), but its answer is not stored`, {
      outcome: 'done',
      subject: { is: 'journal-entry', intent: id },
    });
  const { status, body } = (await parseJson(answer)) as { status: number; body: unknown };
  return { status, headers: {}, body };
}

const time = (ms: number | undefined): string =>
  ms === undefined ? 'an unknown time' : new Date(ms).toISOString();
