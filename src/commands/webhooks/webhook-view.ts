import type { Column } from '../../cli/declare/view.ts';
import { record, type View } from '../../cli/declare/view.ts';
import type { webhooks } from '../../contract/areas/webhooks.ts';
import type { Output } from '../../contract/operation.ts';
import { webhookState } from '../../domain/item-states.ts';

export type Webhook = Output<typeof webhooks.create>['webhook'];

export const webhookView = (webhook: Webhook): View =>
  record(
    ['ID', webhook.id, 'id'],
    ['Name', webhook.name ?? undefined],
    ['Type', webhook.type],
    ['URL', webhook.url, 'id'],
    ['Status', webhookState(webhook), 'state'],
    ['Created', webhook.createdAt ?? undefined],
  );

export const webhookColumns: readonly Column<Webhook>[] = [
  ['ID', (webhook) => webhook.id, 'id'],
  ['Type', (webhook) => webhook.type],
  ['URL', (webhook) => webhook.url, 'id', 0],
  ['Name', (webhook) => webhook.name],
  ['Status', webhookState, 'state'],
  ['Created', (webhook) => webhook.createdAt, 'time'],
];
