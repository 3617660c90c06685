import { Failure } from '../../base/errors.ts';
import type { AnyInput, AnyOperation, Output } from '../../contract/operation.ts';
import { whyOf } from '../answer/fact.ts';
import type { Service } from '../declare/command.ts';

/** What one record is missing for does not end the check: it is a reason why something is not known. */
const passable: readonly string[] = ['service', 'not-found', 'conflict', 'usage', 'forbidden'];

/** What a read tells of one thing, or why it tells nothing. Throws what is wrong with all calls. */
export async function readOne<const O extends AnyOperation>(
  { api }: Pick<Service, 'api'>,
  operation: O,
  input: AnyInput,
): Promise<{ value: Output<O>; why?: undefined } | { value?: undefined; why: string }> {
  try {
    const { body } = await api.answer(operation, input);
    return { value: body as Output<O> };
  } catch (error) {
    if (!(error instanceof Failure) || !passable.includes(error.kind)) throw error;
    return { why: whyOf(error) };
  }
}
