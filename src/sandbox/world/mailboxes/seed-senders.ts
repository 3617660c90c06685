import { day } from '../../../domain/window.ts';
import type { Sandbox } from '../../core/state.ts';
import type { SeedSender } from '../../seed-file/shape.ts';
import { addSender, disconnect, senderTable, warmSince } from './senders.ts';

/** Has every DNS record in every world, so that a clean campaign can start in a fresh sandbox of any seed. */
export const soundDomain = 'northwind-mail.example';

const otherDomain = 'try-northwind.example';

/** Two sending domains beside the main one, as people set them up. Invented, under a reserved name. */
const mailboxes = [
  ['Anna Berg', soundDomain, 'google', 99, 21],
  ['Tom Hale', soundDomain, 'google', 96, 21],
  ['Mira Osei', soundDomain, 'google', 94, 20],
  ['Jonas Lind', otherDomain, 'microsoft', 92, 20],
  ['Claire Roux', otherDomain, 'smtp', 86, 19],
  ['Old Box', otherDomain, 'smtp', 71, 30],
] as const;

/**
 * Five connected mailboxes, one of them below the service's bar of 90, and one that lost its connection, connected about
 * twenty weeks ago and warm since.
 */
export const usualSenders = mailboxes.map(([name, domain, provider, healthScore, connectedWeeks]) => {
  const [givenName = '', familyName = ''] = name.split(' ');
  return {
    address: `${name.toLowerCase().replace(' ', '.')}@${domain}`,
    givenName,
    familyName,
    provider,
    healthScore,
    connectedWeeks,
    toggleGradualBuildUp: name !== 'Anna Berg',
    signature: `${givenName} ${familyName}\nNorthwind`,
    isConnected: healthScore >= 80,
  };
});

export function seedSenders(sandbox: Sandbox, workspaceId: number): void {
  for (const sender of usualSenders) plantSender(sandbox, workspaceId, sender, sandbox.now() - 9 * day);
}

/** Adds a mailbox as a world describes it, warm since it was connected. */
export function plantSender(
  sandbox: Sandbox,
  workspaceId: number,
  described: SeedSender,
  disconnectedAt = sandbox.now(),
): void {
  const { healthScore = 95, connectedWeeks = 12, ...sender } = described;
  const connectedAt = sandbox.now() - connectedWeeks * 7 * day;
  const id = addSender(sandbox, {
    workspaceId,
    address: sender.address,
    givenName: sender.givenName ?? sender.address.split('@')[0] ?? sender.address,
    familyName: sender.familyName ?? '',
    provider: sender.provider ?? 'smtp',
    signature: sender.signature ?? '',
    toggleGradualBuildUp: sender.toggleGradualBuildUp ?? true,
    connectedAt,
    health: healthScore ?? 0,
    ...(healthScore !== null && { warmUp: warmSince(connectedAt) }),
  });
  const { currentDailyLimit, maximumSendingsLimitPerDay } = sender;
  senderTable.update(sandbox, id, { currentDailyLimit, maximumSendingsLimitPerDay });
  if (sender.isConnected === false) disconnect(sandbox, id, disconnectedAt);
}
