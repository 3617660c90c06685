import type { AnyCommand } from '../declare/command.ts';
import type { NoteKind } from '../declare/messages.ts';
import type { Settings } from '../declare/settings.ts';
import { fullTime } from '../output/text/times.ts';
import { consentOfCommand } from '../spending/consent-of-command.ts';

/** `sandbox` with its time, or `LIVE prod`: loud where the command can do what cannot be undone. */
export function markOf(
  { target, profile, keySource, notices }: Settings,
  command: Pick<AnyCommand, 'uses' | 'args'>,
  simulated?: number,
): [line: string, kind: NoteKind] {
  const as = profile ?? (keySource === 'environment' ? 'key of OUTREACH_API_KEY, no profile' : keySource);
  if (target === 'live') return [`LIVE ${as}`, consentOfCommand(command) === 'always' ? 'alarm' : 'heading'];
  const named = as === 'sandbox' ? as : `sandbox ${as}`;
  const time = simulated === undefined ? '' : `, ${fullTime(new Date(simulated).toISOString())}`;
  return [`${named}${time}${notices.length > 0 ? ' (to go live: outreach login)' : ''}`, 'aside'];
}
