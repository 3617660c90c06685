import { bodyCheck } from './body-check.ts';

/** A change of nothing is a slip: whoever sends it meant a field. */
export const changesSomething = bodyCheck(
  { code: 'nothing_given', hint: 'Give at least one field that should change.' },
  (body) =>
    Object.values(body).some((value) => value !== undefined)
      ? []
      : [{ field: '', value: undefined, reason: 'must have at least one field to change' }],
);
