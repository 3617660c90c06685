import type { Column } from '../../cli/declare/view.ts';
import { record, type View } from '../../cli/declare/view.ts';
import type { webhooks } from '../../contract/areas/webhooks.ts';
import type { Output } from '../../contract/operation.ts';

export type Webhook = Output<typeof webhooks.create>['webhook'];

/** What the service says of it, or whether it is switched on where it says nothing. */
const state = ({ status, isEnabled }: Webhook): string | undefined =>
  status ?? (isEnabled == null ? undefined : isEnabled ? 'enabled' : 'disabled');

export const webhookView = (webhook: Webhook): View =>
  record(
    ['ID', webhook.id],
    ['Name', webhook.name ?? undefined],
    ['Type', webhook.type],
    ['URL', webhook.url],
    ['Status', state(webhook)],
    ['Created', webhook.createdAt ?? undefined],
  );

export const webhookColumns: readonly Column<Webhook>[] = [
  ['ID', (webhook) => webhook.id, 'id'],
  ['Type', (webhook) => webhook.type],
  ['URL', (webhook) => webhook.url],
  ['Name', (webhook) => webhook.name],
  ['Status', state],
  ['Created', (webhook) => webhook.createdAt, 'time'],
];
