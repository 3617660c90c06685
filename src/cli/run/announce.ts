import type { AnyCommand } from '../declare/command.ts';
import { type Globals, isForPeople } from '../declare/globals.ts';
import type { Messages, NoteKind } from '../declare/messages.ts';
import type { Settings } from '../declare/settings.ts';
import type { World } from '../declare/world.ts';
import { consentOfCommand } from '../spending/consent-of-command.ts';

interface Announced {
  readonly world: World;
  readonly globals: Globals;
  readonly command: AnyCommand;
  readonly settings: Settings;
  readonly messages: Messages;
}

/** Says on stderr, before a command runs, where it goes: a mark for people; in a pipe only that nothing is configured. */
export async function announce({ world, globals, command, settings, messages }: Announced): Promise<void> {
  if (isForPeople(world, globals)) messages.note(...markOf(settings, command));
  else for (const line of settings.notices) messages.note(line);
  for (const line of settings.warnings) messages.warn(line);
  if (await world.journal.mayHaveOpen())
    await (await import('./note-open-calls.ts')).noteOpenCalls(world, messages);
}

/** `sandbox`, or `LIVE prod`: loud where the command can do what cannot be undone. */
export function markOf(
  { target, profile, keySource, notices }: Settings,
  command: Pick<AnyCommand, 'uses' | 'args'>,
): [line: string, kind: NoteKind] {
  const as = profile ?? (keySource === 'environment' ? 'key of OUTREACH_API_KEY, no profile' : keySource);
  if (target === 'live') return [`LIVE ${as}`, consentOfCommand(command) === 'always' ? 'alarm' : 'heading'];
  if (notices.length > 0) return ['sandbox (to go live: outreach login)', 'aside'];
  return [as === 'sandbox' ? as : `sandbox ${as}`, 'aside'];
}
