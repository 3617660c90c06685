import { Failure } from '../../base/errors.ts';
import type { Hint } from '../../base/text/advice.ts';
import type { Journal } from '../../client/guard/journal.ts';
import { openProfiles } from '../../local/profiles.ts';
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

export interface JournalChoice {
  /** What the person is to agree to, a line each. */
  readonly agreed: readonly string[];
  readonly question: string;
  readonly summary: string;
  /** Where it is written down. */
  readonly journal: Journal;
  /** Where that was replaced, the person accepts it with this. */
  readonly accepts?: 'here' | 'everywhere';
}

/**
 * The same for the choice of another journal than the one that was used. The passphrase is the one that this machine
 * knows: the journal that had it may be gone.
 */
export async function agreeToJournal(
  { ask, world, tell }: Pick<Context, 'ask' | 'world' | 'tell'>,
  { agreed, question, summary, journal, accepts }: JournalChoice,
): Promise<void> {
  requirePerson({ ask, world }, `${summary}: a person has to agree to this`);
  for (const line of agreed) tell(line);
  if (!(await ask.confirm(question, false, personHint)))
    throw new Failure('declined', 'Cancelled. The journal in use stays as it was.');
  const { askPassphrase } = await import('./protection.ts');
  await askPassphrase(ask, openProfiles(world).protection());
  const change = { profile: '', operation: 'journal.choice', agreed, summary };
  const now = world.clock.now();
  if (accepts && journal.accept) await journal.accept(change, now, accepts === 'everywhere');
  else await journal.note(change, now);
}

/** Throws `needs_a_person` unless someone sits at this terminal: a line that a model wrote is run by no person. */
export function requirePerson(
  { ask, world }: Pick<Context, 'ask' | 'world'>,
  message: string,
  hint: Hint = personHint,
): void {
  if (ask.possible && world.agent === undefined && world.approving === undefined) return;
  throw new Failure('needs_a_person', message, { hint });
}
