import { isRecord } from '../../base/is-record.ts';
import type { AnyInput, Check, Place } from '../operation.ts';
import { type Problem, problemAt } from '../schema/schema.ts';

/** A check of the body, whose given fields have the types of the schema; any of them may be missing. */
export const bodyCheck = <B>(
  { code, hint }: Pick<Check, 'code' | 'hint'>,
  problems: (body: Partial<B>, place: Place) => readonly Problem[],
): Check => ({
  code,
  hint,
  problems: ({ body }: AnyInput, place) => (isRecord(body) ? problems(body as Partial<B>, place) : []),
});

/** A change of nothing is a slip: a field was meant. */
export const changesSomething = bodyCheck(
  { code: 'nothing_given', hint: 'Give at least one field to change.' },
  (body) => {
    const changesNothing = Object.values(body).every((value) => value === undefined);
    return problemAt('', undefined, changesNothing && 'must have at least one field to change');
  },
);
