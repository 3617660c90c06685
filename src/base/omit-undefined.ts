import { Failure } from './errors.ts';

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Only the fields that were given: what a call leaves out, the service leaves as it is. */
export const omitUndefined = <T extends object>(fields: T): Given<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>;

/** The same for a change, which needs at least one field. `example` is an option of the command. Throws `usage`. */
export function changes<T extends object>(fields: T, example: string): Given<T> {
  const change = omitUndefined(fields);
  if (Object.keys(change).length > 0) return change;
  throw new Failure('nothing_given', 'nothing to change was given', {
    hint: `Give at least one option, for example ${example}.`,
  });
}
