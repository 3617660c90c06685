import { duration } from '../../base/duration.ts';
import { Failure, inAWhile } from '../../base/errors.ts';
import type { OpenOutcome } from '../../base/failure-subject.ts';
import type { AnyOperation } from '../../contract/operation.ts';
import type { Finding } from '../evidence/evidence.ts';
import { evidenceOf } from '../evidence/index.ts';
import { openOutcome } from '../retry/retry-policy.ts';
import type { Guarded } from './guard-options.ts';
import type { Claim, Intent } from './journal.ts';

/** How a guarded call ends where it is not simply done: what is known, and the ways on. */

/** What the last look showed; one that failed shows nothing, and least of all that it did not happen. */
export type Seen = Finding | { readonly kind: 'blind'; readonly failure: Failure };

interface Left {
  readonly call: Guarded;
  readonly intent: Intent;
  /** What the last try came to; undefined where an earlier run made it. */
  readonly trouble: Failure | undefined;
}

/** So late an effect may still show. Before that, a call of which nothing shows may as well have worked. */
const latestMs = 10 * 60_000;

/** For how long an effect may still show; 0 where waiting shows nothing: of what has not left, or leaves no evidence. */
export function mayShowMs({ operation, sentAt, blocks }: Intent, now: number): number {
  if (blocks || sentAt === undefined || evidenceOf({ id: operation }) === undefined) return 0;
  return Math.max(0, latestMs - Math.max(0, now - sentAt));
}

/** The time of grace is over, and nothing or too much shows: a person decides. */
export function unresolvedOutcome(left: Left & { finding: Seen | undefined; now: number }): Failure {
  const { intent, finding, now } = left;
  if (intent.blocks) return chargedNotCredited(left);
  const passedMs = Math.max(0, now - (intent.sentAt ?? intent.startedAt));
  const matches = finding?.kind === 'several' ? finding.matches : undefined;
  const isUnaided = intent.snapshot === undefined;
  const unread = isUnaided ? 'What was there before the request could not be read. ' : '';
  const seen = () => {
    if (finding === undefined) return 'The service does not show whether it happened.';
    if (matches !== undefined)
      return `${unread}Something in the service could be it, but that is not certain.`;
    if (finding.kind === 'blind') return `It could not be looked up: ${finding.failure.message}.`;
    if (finding.kind === 'taken') return 'All that the service shows belongs to other requests.';
    if (isUnaided) return `${unread}Nothing that is there now fits this request.`;
    return `Nothing has shown in ${duration(passedMs / 1000)}.`;
  };
  // Where nothing shows such a call, waiting shows nothing either.
  const waitSeconds = finding === undefined ? 0 : mayShowMs(intent, now) / 1000;
  return openFailure(left, { seen: seen(), waitSeconds, ...(matches && { matches }) });
}

/** The card was charged without effect: other purchases wait until a person settles it. */
export function chargedNotCredited({ call, intent, trouble }: Left): Failure {
  const { operation } = call;
  const said = trouble ?? new Failure('unknown_outcome', intent.remark ?? operation.summary);
  return new Failure('purchase_incomplete', said.message, {
    status: said.status,
    outcome: 'unknown',
    retryable: false,
    extra: { ...said.extra, operation: operation.id, intent: intent.id },
  });
}

/** The answer is about something else than what was agreed to. */
export const answeredOtherwise = (left: Left): Failure =>
  openFailure(left, { seen: 'See in the app what was done.' });

/** Ended before it was known, by Ctrl-C or at the end of the time allowed. */
export const interruptedOutcome = (left: Left): Failure =>
  left.intent.blocks ? chargedNotCredited(left) : openFailure(left, {}, 'Outcome unknown: ');

type Shown = Pick<OpenOutcome, 'seen' | 'matches' | 'waitSeconds'>;

function openFailure({ call, intent, trouble }: Left, shown: Shown, headline = ''): Failure {
  const { operation, input } = call;
  const { idempotencyKey } = intent;
  const sent = intent.sentAt === undefined ? '' : ` at ${new Date(intent.sentAt).toISOString()}`;
  const what = trouble?.message ?? `An earlier run sent this${sent}, and how it ended is not known`;
  const given = idempotencyKey === undefined ? input : { ...input, idempotencyKey };
  return new Failure(trouble?.code ?? 'outcome_unknown', `${headline}${what}`, {
    kind: 'unknown-outcome',
    status: trouble?.status,
    subject: {
      ...openOutcome(operation, given),
      intent: intent.id,
      ...shown,
    },
    outcome: 'unknown',
    retryable: false,
    extra: {
      ...trouble?.extra,
      operation: operation.id,
      intent: intent.id,
      ...(idempotencyKey !== undefined && { idempotencyKey }),
      ...(shown.matches && { matches: shown.matches }),
    },
  });
}

type Refused = Exclude<Claim, { kind: 'ours' | 'free' | 'over-budget' | 'kept' | 'duplicate' }>;

export function refusedClaim({ kind, intent }: Refused, operation: AnyOperation): Failure {
  const { id, owner, startedAt, damaged } = intent;
  const extra = { operation: operation.id, intent: id };
  const since = new Date(startedAt).toISOString();
  if (kind === 'busy') {
    const who = `${owner?.pid ?? '?'}${owner?.host === undefined ? '' : ` on ${owner.host}`}`;
    const message = `Process ${who} has been making this request since ${since}; nothing was sent`;
    return new Failure('in_progress', message, { ...inAWhile, extra });
  }
  if (kind === 'damaged')
    return new Failure(
      'outcome_unknown',
      `The journal entry ${id} of ${since} (${intent.summary}) is damaged and may be this request; nothing was sent`,
      {
        subject: { ...openOutcome(operation, {}), intent: id },
        outcome: 'unknown',
        retryable: false,
        extra: { ...extra, damaged },
      },
    );
  if (kind === 'other-call')
    return new Failure(
      'token_reused',
      `The token of --once belongs to another request, made at ${since}; nothing was sent`,
      { extra },
    );
  return new Failure(
    'purchase_incomplete_open',
    `A purchase of ${since} was charged, but its credits never came. Nothing more is bought until you settle it`,
    { extra },
  );
}
