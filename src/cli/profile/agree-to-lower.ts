import { Failure } from '../../base/errors.ts';
import type { Context } from '../declare/command.ts';
import { personHint } from '../messages/hints/hint-of.ts';

/**
 * Has a person at the terminal agree to the lowering of guards. No option answers in the person's place. Throws
 * `not-confirmed`. Gives what writes it to the journal, to be called just before the change.
 */
export async function agreeToLower(
  { ask, world }: Pick<Context, 'ask' | 'world'>,
  profile: string,
  lowered: readonly string[],
  questionOf: (what: string) => string,
): Promise<() => Promise<void>> {
  if (lowered.length === 0) return async () => undefined;
  const what = lowered.join('; ');
  requirePerson({ ask, world }, `This lowers guards of the profile '${profile}': ${what}`);
  if (!(await ask.confirm(questionOf(what), false, personHint)))
    throw new Failure('declined', `The profile '${profile}' keeps its guards.`);
  const journal = await world.journal.open();
  const { askPassphrase, protectionOf } = await import('./protection.ts');
  await askPassphrase(ask, await protectionOf(world));
  const change = { profile, operation: 'profiles.guards', agreed: lowered };
  return () =>
    journal.note(
      { ...change, summary: `Lower guards of the profile ${profile} (${what})` },
      world.clock.now(),
    );
}

/** Throws `needs_a_person` unless someone sits at this terminal: a line that a model wrote is run by no person. */
export function requirePerson({ ask, world }: Pick<Context, 'ask' | 'world'>, message: string): void {
  if (ask.possible && world.agent === undefined && world.approving === undefined) return;
  throw new Failure('needs_a_person', message, { hint: personHint });
}
