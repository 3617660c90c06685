import { Failure } from '../../contract/errors.ts';
import type { AnyOperation } from '../../contract/operation.ts';
import type { Finding } from '../evidence/evidence.ts';
import { checkHint, duration } from '../hints.ts';
import type { Guarded } from './guard.ts';
import type { Claim, Intent } from './journal.ts';

/** How a guarded call ends where it is not simply done: what is known, and the ways on. */

interface Left {
  readonly call: Guarded;
  readonly intent: Intent;
  /** What the last try came to; undefined where an earlier run made it. */
  readonly trouble: Failure | undefined;
}

/** The time of grace is over, and nothing or too much shows: a person decides. */
export function handedOver(left: Left & { finding: Finding | undefined; graceMs: number }): Failure {
  const { intent, finding, graceMs } = left;
  const matches = finding?.kind === 'several' ? finding.matches : undefined;
  const seen = () => {
    if (finding === undefined) return 'The service shows nothing that would tell.';
    if (matches !== undefined) return 'Something at the service could be it, and nothing tells for certain.';
    return `Nothing of it has shown in ${duration(graceMs / 1000)}: most likely it did not happen.`;
  };
  const ways = `Look again: outreach journal settle ${intent.id}; once you know, add --done, or --not-done and run it again`;
  return openFailure(left, `${seen()} ${ways}`, matches === undefined ? {} : { matches });
}

/** Ended before it was known, by Ctrl-C or at the end of the time allowed. */
export const stillOpen = (left: Left): Failure =>
  openFailure(left, `To find out: outreach journal settle ${left.intent.id}`, {}, 'Outcome unknown: ');

function openFailure(
  { call, intent, trouble }: Left,
  next: string,
  extra: Failure['extra'],
  headline = '',
): Failure {
  const { operation, input } = call;
  const { idempotencyKey } = intent;
  const sent = intent.sentAt === undefined ? '' : ` at ${new Date(intent.sentAt).toISOString()}`;
  const what = trouble?.message ?? `An earlier run sent this${sent}, and nobody was told how it ended`;
  const given = idempotencyKey === undefined ? input : { ...input, idempotencyKey };
  return new Failure('unknown-outcome', `${headline}${what}`, {
    code: trouble?.code ?? 'outcome_unknown',
    ...(trouble?.status !== undefined && { status: trouble.status }),
    hint: `${checkHint(operation, given)}. ${next}`,
    outcome: 'unknown',
    retryable: false,
    extra: {
      ...trouble?.extra,
      operation: operation.id,
      intent: intent.id,
      ...(idempotencyKey !== undefined && { idempotencyKey }),
      ...extra,
    },
  });
}

type Refused = Exclude<Claim, { kind: 'ours' | 'kept' | 'twin' }>;

/** Why a call is not even begun. */
export function refusedClaim({ kind, intent }: Refused, operation: AnyOperation): Failure {
  const { id, owner, startedAt } = intent;
  const extra = { operation: operation.id, intent: id };
  const since = new Date(startedAt).toISOString();
  if (kind === 'busy')
    return new Failure(
      'conflict',
      `Process ${owner?.pid ?? '?'} has been at this very call since ${since}; nothing was sent`,
      {
        code: 'in_progress',
        hint: `Wait until it is over; how far it is: outreach journal show ${id}`,
        extra,
      },
    );
  if (kind === 'other-call')
    return new Failure(
      'conflict',
      `The token of --once stands for another call, made at ${since}; nothing was sent`,
      {
        code: 'token_reused',
        hint: `Take a new token for a new call; what the old one did: outreach journal show ${id}`,
        extra,
      },
    );
  return new Failure(
    'conflict',
    `A purchase of ${since} was charged and its credits never came; nothing more is bought until you have taken note of it`,
    {
      code: 'purchase_incomplete_open',
      hint: `See: outreach journal show ${id}. Once support has settled it: outreach journal settle ${id} --done`,
      extra,
    },
  );
}
