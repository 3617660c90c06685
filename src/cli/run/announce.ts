import type { AnyCommand } from '../declare/command.ts';
import { type Globals, isForPeople } from '../declare/globals.ts';
import type { Messages } from '../declare/messages.ts';
import type { Settings } from '../declare/settings.ts';
import type { World } from '../declare/world.ts';

interface Announced {
  readonly world: World;
  readonly globals: Globals;
  readonly command: AnyCommand;
  readonly settings: Settings;
  readonly messages: Messages;
}

/** Says on stderr, before a command runs, where it goes: a mark for people; in a pipe only that nothing is configured. */
export async function announce({ world, globals, command, settings, messages }: Announced): Promise<void> {
  if (isForPeople(world, globals)) messages.note(...(await import('./mark-of.ts')).markOf(settings, command));
  else for (const line of settings.notices) messages.note(line);
  for (const line of settings.warnings) messages.warn(line);
  if (await world.journal.mayHaveOpen())
    await (await import('./note-open-calls.ts')).noteOpenCalls(world, messages);
}
