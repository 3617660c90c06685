import { Failure } from '../../base/errors.ts';
import type { Hint } from '../../base/text/advice.ts';
import type { Journal } from '../../client/guard/journal.ts';
import { openProfiles } from '../../local/profiles.ts';
import type { Asker } from '../declare/asker.ts';
import type { Context } from '../declare/command.ts';
import type { World } from '../declare/world.ts';
import { personHint } from '../messages/hints/hint-of.ts';

/**
 * Has a person at the terminal agree to the lowering of guards. No option answers in the person's place. Throws
 * `not-confirmed`. Gives what writes it to the journal, to be called just before the change.
 */
export async function agreeToLower(
  { consent, files }: Pick<Context, 'consent' | 'files'>,
  profile: string,
  lowered: readonly string[],
  questionOf: (what: string) => string,
): Promise<() => Promise<void>> {
  if (lowered.length === 0) return async () => undefined;
  const what = lowered.join('; ');
  requirePerson(consent.ask, files.world, `This loosens protected settings of '${profile}': ${what}`);
  await consent.ask.agree(
    questionOf(what),
    `The profile '${profile}' keeps its protected settings.`,
    personHint,
  );
  const journal = await files.world.journal.open();
  const { askPassphrase, protectionOf } = await import('./protection.ts');
  await askPassphrase(consent.ask, await protectionOf(files.world));
  const change = { profile, operation: 'profiles.guards', agreed: lowered };
  return () =>
    journal.note(
      { ...change, summary: `Loosen protected settings of the profile ${profile} (${what})` },
      files.world.clock.now(),
    );
}

interface JournalChoice {
  /** What the person is to agree to, a line each. */
  readonly agreed: readonly string[];
  readonly question: string;
  readonly summary: string;
  /** Where it is written down. */
  readonly journal: Journal;
  /** Where that was replaced, the person accepts it with this. */
  readonly accepts?: 'here' | 'everywhere';
}

/** The same for another journal than the one in use, with the passphrase that this machine knows. */
export async function agreeToJournal(
  { consent, files, screen }: Pick<Context, 'consent' | 'files' | 'screen'>,
  { agreed, question, summary, journal, accepts }: JournalChoice,
): Promise<void> {
  requirePerson(consent.ask, files.world, `${summary}: a person has to agree to this`);
  for (const line of agreed) screen.tell(line);
  await consent.ask.agree(question, 'The journal in use stays as it was.', personHint);
  const { askPassphrase } = await import('./protection.ts');
  await askPassphrase(consent.ask, openProfiles(files.world).protection());
  const change = { profile: '', operation: 'journal.choice', agreed, summary };
  const now = files.world.clock.now();
  if (accepts && journal.accept) await journal.accept(change, now, accepts === 'everywhere');
  else await journal.note(change, now);
}

/** Throws `needs_a_person` unless someone sits at this terminal: a line that a model wrote is run by no person. */
export function requirePerson(ask: Asker, world: World, message: string, hint: Hint = personHint): void {
  if (ask.possible && world.agent === undefined && world.approving === undefined) return;
  throw new Failure('needs_a_person', message, { hint });
}
