import type { AnyCommand } from '../declare/command.ts';
import type { NoteKind } from '../declare/messages.ts';
import type { Settings } from '../declare/settings.ts';
import { consentOfCommand } from '../spending/consent-of-command.ts';

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
