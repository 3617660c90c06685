import { duration } from '../../base/duration.ts';
import { Failure } from '../../base/errors.ts';
import type { FailureCode } from '../../base/failure-codes.ts';
import type { AnyInput, AnyOperation } from '../../contract/operation.ts';
import { WireFailure, type WireFailureReason } from '../../contract/wire.ts';
import { type AttemptFailure, openOutcome, type Verdict } from './retry-policy.ts';

interface FinalFailure {
  readonly operation: AnyOperation;
  readonly input: AnyInput;
  readonly trouble: AttemptFailure;
  readonly verdict: Extract<Verdict, { action: 'give-up' }>;
}

/** The failure a command ends with, once nothing more is tried. */
export function finalFailure(concluded: FinalFailure): Failure {
  const { operation, trouble, verdict } = concluded;
  const harmless = operation.kind === 'read' || operation.retry.kind === 'safe';
  // An answer came that says neither that it worked nor that it did not.
  const isUnread =
    trouble instanceof WireFailure
      ? trouble.reason === 'malformed'
      : trouble.status !== undefined && (trouble.status < 400 || trouble.status >= 600);
  if (verdict.outcome !== 'none' && (!harmless || isUnread)) return notToBeRepeated(concluded);
  if (trouble instanceof WireFailure)
    return new Failure(wireCodes[trouble.reason], trouble.message, {
      kind: trouble.sent ? 'service' : 'unreachable',
      outcome: verdict.outcome,
      retryable: verdict.retryable,
      cause: trouble,
      hint: trouble.reason === 'tls' ? certificates : undefined,
    });
  if (verdict.waitTooLong && trouble.status === 429)
    return trouble.with({
      kind: 'rate-limited',
      hint: `The service asks for a pause of ${duration(trouble.retryAfterSeconds ?? 0)}, longer than this command waits; run it again after that`,
      outcome: 'none',
      retryable: true,
    });
  return trouble.with({ outcome: verdict.outcome, retryable: verdict.retryable });
}

/** It is unknown whether it happened: exit 14, and the command that shows it. */
function notToBeRepeated({ operation, input, trouble, verdict }: FinalFailure): Failure {
  const said =
    trouble instanceof WireFailure ? `${trouble.message}; the request had been sent` : trouble.message;
  const final = trouble instanceof Failure && trouble.is('purchase_incomplete');
  const failure =
    trouble instanceof Failure
      ? trouble
      : new Failure(wireCodes[trouble.reason], said, { kind: 'unknown-outcome', cause: trouble });
  return failure.with({
    kind: 'unknown-outcome',
    hint: undefined,
    subject: (final ? trouble.subject : undefined) ?? openOutcome(operation, input),
    outcome: verdict.outcome,
    retryable: operation.retry.kind === 'safe',
    extra: {
      ...failure.extra,
      operation: operation.id,
      ...(input.idempotencyKey === undefined ? {} : { idempotencyKey: input.idempotencyKey }),
    },
  });
}

const certificates =
  'If your network has a certificate of its own, name its file in NODE_EXTRA_CA_CERTS. Checks cannot be turned off';

const wireCodes = {
  dns: 'name_not_found',
  refused: 'connection_refused',
  tls: 'tls_failed',
  'connect-timeout': 'connect_timeout',
  stalled: 'stalled',
  timeout: 'timeout',
  'too-slow': 'timeout',
  malformed: 'unreadable_answer',
  reset: 'connection_reset',
  truncated: 'truncated_answer',
  'too-large': 'answer_too_large',
  aborted: 'aborted',
} as const satisfies Record<WireFailureReason, FailureCode>;
