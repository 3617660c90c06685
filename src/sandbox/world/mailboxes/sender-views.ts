import type { senders } from '../../../contract/areas/senders.ts';
import { limits } from '../../../contract/limits.ts';
import type { ItemOf, Output } from '../../../contract/operation.ts';
import { defaultWarmUp, warmUpPerDay } from '../../../domain/mailbox/warm-up.ts';
import * as stored from '../../core/record-table.ts';
import { idsOf } from '../../core/rows.ts';
import type { Sandbox } from '../../core/state.ts';
import { maybeTime, rfc3339 } from '../../core/times.ts';
import { type Sender, scoreOf } from './senders.ts';

/** A mailbox as lists show it. */
export function senderItem(sandbox: Sandbox, sender: Sender): ItemOf<typeof senders.list> {
  return {
    id: sender.id,
    address: sender.address,
    givenName: sender.givenName,
    familyName: sender.familyName,
    provider: sender.provider,
    isConnected: sender.isConnected,
    manuallyDisconnected: sender.manuallyDisconnected,
    healthScore: scoreOf(sender, sandbox.now()),
    currentDailyLimit: sender.currentDailyLimit,
    minimumSendingsLimitPerDay: sender.minimumSendingsLimitPerDay,
    maximumSendingsLimitPerDay: sender.maximumSendingsLimitPerDay,
    toggleGradualBuildUp: sender.toggleGradualBuildUp,
    campaignIds: idsOf(
      sandbox,
      'SELECT campaign_id AS id FROM campaign_sender WHERE sender_id = ? ORDER BY campaign_id',
      sender.id,
    ),
    createdAt: rfc3339(sender.createdAt),
    updatedAt: rfc3339(sender.updatedAt),
  };
}

/** The full record. */
export function senderDetail(sandbox: Sandbox, sender: Sender): Output<typeof senders.get> {
  return {
    ...senderItem(sandbox, sender),
    signature: sender.signature,
    errorCode: sender.errorCode,
    errorMessage: sender.errorMessage,
    lastDisconnectedAt: maybeTime(sender.lastDisconnectedAt),
    lastReconnectedAt: maybeTime(sender.lastReconnectedAt),
    pictureUrl: null,
    provisioningStatus: null,
    connectionHistory: eventTable
      .all(
        sandbox,
        "WHERE t.sender_id = ? AND t.event_type <> 'renamed' ORDER BY t.id DESC LIMIT ?",
        sender.id,
        limits.connectionEvents,
      )
      .map((event) => ({ ...event, campaignId: null, userId: null, createdAt: rfc3339(event.createdAt) })),
  };
}

export function warmUpView(sender: Sender, at: number): Output<typeof senders.warmup> {
  const { enabledAt: _, ...settings } = sender.warmUp ?? defaultWarmUp;
  return {
    senderEmailId: sender.id,
    configured: sender.warmUp !== null,
    ...settings,
    activatedAt: maybeTime(settings.activatedAt),
    currentPerDay: warmUpPerDay(sender.warmUp ?? defaultWarmUp, at),
    healthScore: scoreOf(sender, at),
  };
}

const eventTable = stored.recordTable('sender_event', {
  id: stored.number,
  eventType: stored.text,
  disconnectionReason: stored.maybeText,
  errorCode: stored.maybeText,
  errorMessage: stored.maybeText,
  createdAt: stored.number,
});
