import { type Column, record, type View } from '../../cli/declare/view.ts';
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
  ['ID', 'id', 'id'],
  ['Type', 'type'],
  ['URL', 'url', 'id', 0],
  ['Name', 'name'],
  ['Status', webhookState, 'state'],
  ['Created', 'createdAt', 'time'],
];
