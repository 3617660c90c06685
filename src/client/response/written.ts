import { recordWithKey } from '../../contract/keys.ts';
import type { AnyOperation } from '../../contract/operation.ts';
import { fieldsOf } from '../../contract/schema/schema.ts';
import { anotherSubject } from './another-subject.ts';
import { canonical } from './canonical.ts';
import { contradiction } from './contradiction.ts';
import { type Exchange, unreadable, whyNot } from './exchange.ts';

const noKey = 'it holds no key. One may have been made: look in the settings of the workspace in the app';

/** Throws `Failure` where an answer to a write with a good status does not say that it is done. */
export async function checkWritten(exchange: Exchange, value: unknown): Promise<void> {
  const contradicted = await contradiction(exchange, value);
  if (contradicted !== undefined) throw contradicted;
  const { operation } = exchange;
  if (!isAnswerTo(operation, value))
    throw unreadable(exchange, 'unreadable_answer', whyNot(operation, value));
  const another = anotherSubject(exchange, canonical(operation, value)?.value ?? value);
  if (another !== undefined) throw unreadable(exchange, 'unreadable_answer', another);
  const undone = saysUndone(operation, value);
  if (undone !== undefined)
    throw unreadable(exchange, 'unreadable_answer', undone).with({ extra: { saysUndone: true } });
  // No call lists keys: one that is not in the answer is known to no one, and may not have been made.
  if (operation.givesKey === 'always' && recordWithKey(value) === undefined)
    throw unreadable(exchange, 'no_key_in_answer', noKey);
}

/** Why a good status is not the whole answer: then the service itself shows whether it was done. */
function saysUndone({ undone }: AnyOperation, value: unknown): string | undefined {
  const said = undone && (value as Readonly<Record<string, unknown>>)[undone.field];
  if (typeof said !== 'string' || !undone?.words.includes(said.toLowerCase())) return undefined;
  return `its ${undone.field} is ${JSON.stringify(said)}`;
}

/** Where the spec shows nothing of the answer to a write, any object without an error will do. */
function isAnswerTo(operation: AnyOperation, value: unknown): boolean {
  if (operation.answer.shown === 'nothing') return true;
  const found = canonical(operation, value);
  if (found === undefined) return false;
  // All its fields are optional where the spec leaves the envelope open, and yet one of them must be there.
  const fields = fieldsOf(operation.response);
  const answer = found.value as Readonly<Record<string, unknown>>;
  return fields.length === 0 || fields.some((name) => answer[name] !== undefined && answer[name] !== null);
}
