import type { ByPerson, PersonParts } from './by-person.ts';
import type { AskedCall } from './in-budget.ts';

export interface PersonGate {
  /** Undefined where a person at this terminal is asked as always. */
  want(calls: readonly AskedCall[]): Promise<ByPerson | undefined>;
  /** After a yes at this terminal: the passphrase of approvals, where there is one. */
  vouch(): Promise<void>;
}

/** Undefined where `--yes` is consent. */
export function personGate(parts: PersonParts): PersonGate | undefined {
  const { world, settings, globals, ask } = parts;
  const { agent, approving } = world;
  if (agent === undefined && approving === undefined && settings.consent !== 'person') return undefined;
  const asksHere = () =>
    agent === undefined && approving === undefined && ask().possible && !globals.json && !globals.ndjson;
  return {
    want: async (calls) => (asksHere() ? undefined : (await import('./by-person.ts')).byPerson(parts, calls)),
    async vouch() {
      const { askPassphrase, protectionOf } = await import('../profile/protection.ts');
      await askPassphrase(ask(), await protectionOf(world));
    },
  };
}
