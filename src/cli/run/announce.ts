import type { AnyCommand } from '../declare/command.ts';
import type { Messages, NoteKind } from '../declare/context-parts.ts';
import { type Globals, isForPeople } from '../declare/globals.ts';
import type { Settings } from '../declare/settings.ts';
import type { World } from '../declare/world.ts';
import { dayAndTime } from '../output/text/times.ts';
import { liveWarning, requireLive } from '../profile/require-live.ts';
import { type Asking, consentOfCommand } from '../spending/consent-of-command.ts';

interface Announced {
  readonly world: World;
  readonly globals: Globals;
  readonly command: AnyCommand;
  readonly settings: Settings;
  readonly messages: Messages;
}

/** Says on stderr where a command goes, before it runs. Refuses a target that is not live where one is demanded. */
export async function announce({ world, globals, command, settings, messages }: Announced): Promise<void> {
  if (!command.offline) requireLive(settings, globals, world);
  if (isForPeople(world, globals)) {
    const simulated = settings.inProcess && !command.offline ? await simulatedTime(world) : undefined;
    messages.note(...markOf(settings, command, simulated));
  } else for (const line of settings.notices) messages.note(line);
  for (const line of settings.warnings) messages.warn(line);
  if (await world.journal.leftHere())
    await (await import('./note-open-calls.ts')).noteOpenCalls(world, messages);
  const warning = command.offline && liveWarning(settings, globals, world);
  if (warning) messages.warn(warning);
}

/** So much the sandbox is ahead as soon as its clock was moved. */
const aheadMs = 60_000;

/** The time in the sandbox, where it is not that of this machine. The command opens the sandbox in any case. */
async function simulatedTime(world: World): Promise<number | undefined> {
  await world.sandbox();
  const now = await world.sandboxNow?.();
  return now !== undefined && now - world.clock.now() >= aheadMs ? now : undefined;
}

/** A mark with the time in it stays one line of the narrowest window. */
const widest = 60;

/** `sandbox` with its time, or `LIVE prod`: loud where the command can do what cannot be undone. */
function markOf(
  { target, profile, keySource }: Settings,
  command: Asking,
  simulated?: number,
): [line: string, kind: NoteKind] {
  const as = profile ?? (keySource === 'environment' ? 'key of OUTREACH_API_KEY, no profile' : keySource);
  if (target === 'live') return [`LIVE ${as}`, consentOfCommand(command) === 'always' ? 'alarm' : 'heading'];
  const named = as === 'sandbox' ? as : `sandbox ${as}`;
  const timed = simulated === undefined ? named : `${named} · ${dayAndTime(new Date(simulated))}`;
  return [timed.length > widest ? named : timed, 'aside'];
}
