import { record, stack, table, toned, type View } from '../../cli/declare/view.ts';
import type { senders } from '../../contract/areas/senders.ts';
import type { Output } from '../../contract/operation.ts';

type Sender = Output<typeof senders.get>;

export const senderView = (sender: Sender): View =>
  stack(
    record(
      ['ID', sender.id, 'id'],
      ['Address', sender.address, 'id'],
      ['Name', [sender.givenName, sender.familyName].filter(Boolean).join(' ') || undefined],
      ['Provider', sender.provider],
      ['Connected', connection(sender), 'state'],
      ['Error', sender.errorMessage ? toned(sender.errorMessage, 'bad') : undefined],
      // No score is not a score of zero: warm-up is off, or too few of its emails were checked.
      ['Health', sender.healthScore ?? 'no score', 'health'],
      ['Daily limit', sender.currentDailyLimit, 'number'],
      [
        'Limit range',
        `${sender.minimumSendingsLimitPerDay ?? '?'} to ${sender.maximumSendingsLimitPerDay ?? '?'}`,
      ],
      ['Build-up', sender.toggleGradualBuildUp],
      ['Campaigns', sender.campaignIds?.join(', ') || 'none'],
      ['Signature', sender.signature?.trim().replaceAll(/\s*\n\s*/g, ' / ') || undefined],
      ['Created', sender.createdAt, 'time'],
    ),
    table(sender.connectionHistory ?? [], [
      ['When', 'createdAt', 'time'],
      ['Event', 'eventType', 'state'],
      ['Reason', (event) => event.disconnectionReason?.replaceAll('_', ' ') ?? event.errorMessage, 'prose'],
    ]),
  );

export const connection = (sender: Pick<Sender, 'isConnected' | 'manuallyDisconnected'>): string => {
  if (sender.isConnected) return 'yes';
  return sender.manuallyDisconnected ? 'no, set by hand' : 'no';
};
