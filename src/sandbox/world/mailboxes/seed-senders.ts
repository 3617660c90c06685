import { defaultWarmUp } from '../../../domain/mailbox/warm-up.ts';
import { day } from '../../../domain/window.ts';
import type { Sandbox } from '../../core/state.ts';
import { addSender, disconnect } from './senders.ts';

/** Has every DNS record in every world, so that a clean campaign can start in a fresh sandbox of any seed. */
export const soundDomain = 'northwind-mail.example';

const otherDomain = 'try-northwind.example';

/** Two sending domains beside the main one, as people set them up. Invented, under a reserved name. */
const mailboxes = [
  mailbox('Anna Berg', soundDomain, {
    provider: 'google',
    health: 99,
    weeks: 21,
    toggleGradualBuildUp: false,
  }),
  mailbox('Tom Hale', soundDomain, { provider: 'google', health: 96, weeks: 21 }),
  mailbox('Mira Osei', soundDomain, { provider: 'google', health: 94, weeks: 20 }),
  mailbox('Jonas Lind', otherDomain, { provider: 'microsoft', health: 92, weeks: 20 }),
  mailbox('Claire Roux', otherDomain, { provider: 'smtp', health: 86, weeks: 19 }),
  mailbox('Old Box', otherDomain, { provider: 'smtp', health: 71, weeks: 30 }),
];

interface State {
  readonly provider: string;
  readonly health: number;
  readonly weeks: number;
  readonly toggleGradualBuildUp?: boolean;
}

function mailbox(name: string, domain: string, state: State) {
  const [givenName = '', familyName = ''] = name.split(' ');
  const address = `${name.toLowerCase().replace(' ', '.')}@${domain}`;
  return { address, givenName, familyName, toggleGradualBuildUp: true, ...state };
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
      warmUp: { ...defaultWarmUp, enabled: true, activatedAt: connectedAt, enabledAt: connectedAt },
      signature: `${mailbox.givenName} ${mailbox.familyName}\nNorthwind`,
    });
    if (mailbox.health < 80) disconnect(sandbox, id, now - 9 * day);
  }
}
