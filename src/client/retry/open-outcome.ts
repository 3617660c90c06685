import type { OpenOutcome } from '../../base/failure-subject.ts';
import type { AnyInput, AnyOperation } from '../../contract/operation.ts';

/** A call that may have happened, and the read that shows whether it did. */
export function openOutcome({ id, retry }: AnyOperation, { params, idempotencyKey }: AnyInput): OpenOutcome {
  const witness = retry.kind === 'checkFirst' ? retry.witness : undefined;
  const ofOne = witness !== undefined && /\.(get|run)$/.test(witness);
  return {
    is: 'open-outcome',
    operation: id,
    retry: retry.kind,
    witness,
    id: ofOne ? params?.id : undefined,
    idempotencyKey,
  };
}
