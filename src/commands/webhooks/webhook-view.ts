import type { Column } from '../../cli/declare/view.ts';
import { record, type View } from '../../cli/declare/view.ts';
import type { webhooks } from '../../contract/areas/webhooks.ts';
import type { Output } from '../../contract/operation.ts';

export type Webhook = Output<typeof webhooks.create>['webhook'];

/** Off, or else what the service says of it. */
const state = ({ status, isEnabled }: Webhook): string | undefined =>
  isEnabled === false ? 'disabled' : (status ?? (isEnabled == null ? undefined : 'enabled'));

export const webhookView = (webhook: Webhook): View =>
  record(
    ['ID', webhook.id, 'id'],
    ['Name', webhook.name ?? undefined],
    ['Type', webhook.type],
    ['URL', webhook.url, 'id'],
    ['Status', state(webhook), 'state'],
    ['Created', webhook.createdAt ?? undefined],
  );

export const webhookColumns: readonly Column<Webhook>[] = [
  ['ID', (webhook) => webhook.id, 'id'],
  ['Type', (webhook) => webhook.type],
  ['URL', (webhook) => webhook.url, 'id', 0],
  ['Name', (webhook) => webhook.name],
  ['Status', state, 'state'],
  ['Created', (webhook) => webhook.createdAt, 'time'],
];
