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
  if (isForPeople(world, globals)) {
    const [{ markOf }, simulated] = await Promise.all([
      import('./mark-of.ts'),
      settings.inProcess && !command.offline ? simulatedTime(world) : undefined,
    ]);
    messages.note(...markOf(settings, command, simulated));
  } else for (const line of settings.notices) messages.note(line);
  for (const line of settings.warnings) messages.warn(line);
  if (await world.journal.leftHere())
    await (await import('./note-open-calls.ts')).noteOpenCalls(world, messages);
}

/** So much the sandbox is ahead as soon as its clock was moved. */
const aheadMs = 60_000;

/** The time in the sandbox, where it is not that of this machine. The command opens the sandbox in any case. */
async function simulatedTime(world: World): Promise<number | undefined> {
  await world.sandbox();
  const now = await world.sandboxNow?.();
  return now !== undefined && now - world.clock.now() >= aheadMs ? now : undefined;
}
