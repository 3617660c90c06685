import { Failure } from '../../base/errors.ts';
import type { Globals } from '../declare/globals.ts';

interface Wanted<T> {
  readonly one: T | undefined;
  readonly all: boolean;
  readonly allProfiles: boolean;
}

/** The one that was named; undefined where all are meant. Throws `usage` where the line says both or neither. */
export function oneOrAll<T>(
  { one, all, allProfiles }: Wanted<T>,
  { profile }: Pick<Globals, 'profile'>,
): T | undefined {
  const options = [...(all ? ['--all'] : []), ...(allProfiles ? ['--all-profiles'] : [])];
  const [option] = options;
  if (one === undefined && option === undefined)
    throw new Failure('missing_argument', 'Name one, or pass --all to stop all that run');
  if (one !== undefined && option !== undefined)
    throw new Failure(
      'contradicting_options',
      `'${one}' and ${option} exclude each other: name one, or stop all`,
    );
  if (allProfiles && profile !== undefined)
    throw new Failure('contradicting_options', '--profile and --all-profiles exclude each other');
  return one;
}
