import type { ByPerson, PersonParts } from './by-person.ts';
import type { AskedCall } from './in-budget.ts';

export interface PersonGate {
  /** Undefined where a person at this terminal is asked as always. */
  want(calls: readonly AskedCall[]): Promise<ByPerson | undefined>;
  /** After a yes at this terminal: the passphrase of approvals, where there is one. */
  vouch(): Promise<void>;
}

/** Not in the session of an agent, nor in a profile where a person agrees. */
export const isYesConsent = (world: PersonParts['world'], settings: PersonParts['settings']): boolean =>
  !world.agent && !world.approving && settings.consent !== 'person';

/** Undefined where `--yes` is consent. */
export function personGate(parts: PersonParts): PersonGate | undefined {
  const { world, settings, globals, ask } = parts;
  if (isYesConsent(world, settings)) return undefined;
  const asksHere = () =>
    !world.agent && !world.approving && ask().possible && !globals.json && !globals.ndjson;
  return {
    want: async (calls) => (asksHere() ? undefined : (await import('./by-person.ts')).byPerson(parts, calls)),
    vouch: async () => {
      const { askPassphrase, protectionOf } = await import('../profile/protection.ts');
      await askPassphrase(ask(), await protectionOf(world));
    },
  };
}
