import { defaultWarmUp, type WarmUp } from '../../../domain/mailbox/warm-up.ts';
import { day } from '../../../domain/window.ts';
import type { Sandbox } from '../../core/state.ts';
import { addSender, disconnect } from './senders.ts';

interface Mailbox {
  readonly address: string;
  readonly givenName: string;
  readonly familyName: string;
  readonly provider: string;
  readonly health: number;
  readonly weeks: number;
  readonly gradualBuildUp: boolean;
}

/** Has every DNS record in every world, so that a clean campaign can start in a fresh sandbox of any seed. */
export const soundDomain = 'northwind-mail.example';

/** Two sending domains beside the main one, as people set them up. Invented, under a reserved name. */
const mailboxes: readonly Mailbox[] = [
  mailbox('anna.berg', soundDomain, 'Anna', 'Berg', 'google', 99, 21, false),
  mailbox('tom.hale', soundDomain, 'Tom', 'Hale', 'google', 96, 21, true),
  mailbox('mira.osei', soundDomain, 'Mira', 'Osei', 'google', 94, 20, true),
  mailbox('jonas.lind', 'try-northwind.example', 'Jonas', 'Lind', 'microsoft', 92, 20, true),
  mailbox('claire.roux', 'try-northwind.example', 'Claire', 'Roux', 'smtp', 86, 19, true),
  mailbox('old.box', 'try-northwind.example', 'Old', 'Box', 'smtp', 71, 30, true),
];

function mailbox(
  local: string,
  domain: string,
  givenName: string,
  familyName: string,
  provider: string,
  health: number,
  weeks: number,
  gradualBuildUp: boolean,
): Mailbox {
  return { address: `${local}@${domain}`, givenName, familyName, provider, health, weeks, gradualBuildUp };
}

/**
 * Five connected mailboxes, one of them below the service's bar of 90, and one that lost its connection, connected about
 * twenty weeks ago and warm since.
 */
export function seedSenders(sandbox: Sandbox, workspaceId: number): void {
  const now = sandbox.now();
  for (const { weeks, ...mailbox } of mailboxes) {
    const connectedAt = now - weeks * 7 * day;
    const id = addSender(sandbox, {
      ...mailbox,
      workspaceId,
      connectedAt,
      warmUp: warmSince(connectedAt),
      signature: `${mailbox.givenName} ${mailbox.familyName}\nNorthwind`,
    });
    if (mailbox.health < 80)
      disconnect(
        sandbox,
        id,
        {
          reason: 'authentication_failed',
          errorCode: 'AUTH_FAILED',
          errorMessage: 'The mail server refused the password',
        },
        now - 9 * day,
      );
  }
}

const warmSince = (at: number): WarmUp => ({
  ...defaultWarmUp,
  enabled: true,
  activatedAt: at,
  enabledAt: at,
});
