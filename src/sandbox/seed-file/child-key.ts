import {
  sandboxChildKey,
  sandboxExpiredKey,
  sandboxKey,
  sandboxKeyOf,
  sandboxPausedKey,
  sandboxReadOnlyKey,
  sandboxTrialKey,
} from '../../contract/keys.ts';

/** The key of the nth child workspace of a file, from 0, where it names none: the first one has that of the usual child. */
export const childKey = (at: number): string =>
  at === 0 ? sandboxChildKey : sandboxKeyOf(`Workspace${at + 1}`.padEnd(40, '0'));

/** The keys that are there without being named. */
export const givenKeys = (children: number): string[] => [
  sandboxKey,
  sandboxReadOnlyKey,
  sandboxTrialKey,
  sandboxExpiredKey,
  sandboxPausedKey,
  ...Array.from({ length: Math.max(1, children) }, (_, at) => childKey(at)),
];
