import type { NoteKind } from '../declare/messages.ts';
import type { Settings } from '../declare/settings.ts';
import { dayAndTime } from '../output/text/times.ts';
import { type Asking, consentOfCommand } from '../spending/consent-of-command.ts';

/** A mark with the time in it stays one line of the narrowest window. */
const widest = 60;

/** `sandbox` with its time, or `LIVE prod`: loud where the command can do what cannot be undone. */
export function markOf(
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
