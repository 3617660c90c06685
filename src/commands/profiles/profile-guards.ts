import type { existing } from '../../cli/settings.ts';
import { grouped } from '../../contract/grouped.ts';
import { operations } from '../../contract/index.ts';

export type Profile = ReturnType<typeof existing>;

/** What in a profile holds calls back. Raising it is free; lowering it takes a person at a terminal. */
interface ProfileGuard {
  /** What a change takes from it, a line each; none where it stays as it is or gets stricter. */
  lowered(before: Profile, after: Profile): string[];
}

const readOnly: ProfileGuard = {
  lowered: (before, after) => (before.readOnly && !after.readOnly ? ['read-only is switched off'] : []),
};

const dailyCeiling = (setting: 'maxCreditsPerDay' | 'maxUsdPerDay', unit: string): ProfileGuard => ({
  lowered({ [setting]: before }, { [setting]: after }) {
    if (before === undefined || (after !== undefined && after <= before)) return [];
    return [`${unit} a day: ${grouped(before)} -> ${after === undefined ? 'no ceiling' : grouped(after)}`];
  },
});

/** Where an operation with an effect goes decides what is paid and who gets mail: no change of it is a stricter one. */
const routes: ProfileGuard = {
  lowered: ({ routes: before = {} }, { routes: after = {} }) =>
    operations
      .filter(({ id, effect }) => effect !== 'none' && before[id] !== after[id])
      .map(({ id }) => `route of ${id}: ${before[id] ?? 'built in'} -> ${after[id] ?? 'built in'}`),
};

/** A new guard is one entry here. */
const guards: readonly ProfileGuard[] = [
  readOnly,
  dailyCeiling('maxCreditsPerDay', 'credits'),
  dailyCeiling('maxUsdPerDay', 'dollars'),
  routes,
];

/** Which guards a change of a profile would lower, a line each. */
export const loweredGuards = (before: Profile, after: Profile): string[] =>
  guards.flatMap((guard) => guard.lowered(before, after));
