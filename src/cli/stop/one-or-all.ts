import { Failure } from '../../base/errors.ts';

interface Wanted<T> {
  readonly one: T | undefined;
  readonly all: boolean;
  readonly allProfiles: boolean;
}

/** The one that was named; undefined where all are meant. Throws `usage` where the line says neither. */
export function oneOrAll<T>({ one, all, allProfiles }: Wanted<T>): T | undefined {
  if (one === undefined && !all && !allProfiles)
    throw new Failure('missing_argument', 'Name one, or pass --all to stop all that run');
  return one;
}
