import type { OpenOutcome } from '../../../base/failure-subject.ts';
import { commandOf, listFor } from './lists.ts';

/** How to see whether a call of unknown outcome worked, and what a person can say about it. */
export function outcomeHint(outcome: OpenOutcome): string {
  const { intent, seen } = outcome;
  if (intent === undefined) return lookUp(outcome);
  const next =
    seen === undefined ? `To find out: outreach journal settle ${intent}` : `${seen}\n${waysOn(intent)}`;
  return `${lookUp(outcome)}. ${next}`;
}

function lookUp({ operation, retry, witness, id, idempotencyKey }: OpenOutcome): string {
  if (retry === 'idempotencyKey' && idempotencyKey !== undefined) return keyHint(operation, idempotencyKey);
  if (retry === 'safe') return 'It may have happened; running it again does no harm';
  if (witness === undefined) return 'It may have happened: look before you repeat it, or it may happen twice';
  const command = [commandOf(witness), id].filter((part) => part !== undefined);
  return `Do not repeat it before you know: ${command.join(' ')} shows whether it happened`;
}

/** With its key it can be asked for again: what was done once is given again. */
function keyHint(operation: string, key: string): string {
  const list = listFor(operation);
  const look = list === undefined ? '' : `: ${list} shows whether it happened`;
  return `Do not repeat it with another key${look}. With --idempotency-key ${key} it never happens twice`;
}

const waysOn = (intent: number): string =>
  [
    `Look again: outreach journal settle ${intent}`,
    `If you know that it happened: outreach journal settle ${intent} --done`,
    `If you know that it did not: outreach journal settle ${intent} --not-done, and run it again`,
  ].join('\n');
