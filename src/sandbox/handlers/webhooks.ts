import { webhooks } from '../../contract/areas/webhooks.ts';
import { leadsHere } from '../../contract/checks/loopback-url.ts';
import { urlProblem } from '../../contract/checks/webhook-url.ts';
import type { EventName } from '../../contract/events/events.ts';
import { sectionOf } from '../core/handler.ts';
import * as stored from '../core/record-table.ts';
import { invalidField } from '../core/request.ts';
import type { Sandbox } from '../core/state.ts';
import { rfc3339 } from '../core/times.ts';
import { secretFor } from '../deliveries/secrets.ts';

export const section = sectionOf(webhooks, {
  list: ({ workspaceId }, sandbox) => {
    const rows = webhookTable.all(sandbox, 'WHERE t.workspace_id = ? ORDER BY t.id DESC', workspaceId);
    return { webhooks: rows.map(webhookView), total: rows.length };
  },

  create: ({ body, workspaceId }, sandbox) => {
    refuseUrl(body.url);
    const { url, type, name } = body;
    const createdAt = sandbox.now();
    const id = webhookTable.insert(sandbox, { workspaceId, url, type, name, secret: '', createdAt });
    webhookTable.update(sandbox, id, { secret: secretFor(sandbox, id, 1) });
    return { message: 'Webhook created', webhook: webhookView(webhookOf(sandbox, workspaceId, id)) };
  },

  update: ({ params, body, workspaceId }, sandbox) => {
    const { id } = webhookOf(sandbox, workspaceId, params.id);
    if (body.url !== undefined) refuseUrl(body.url);
    webhookTable.update(sandbox, id, body);
    return { message: 'Webhook updated', webhook: webhookView(webhookOf(sandbox, workspaceId, id)) };
  },

  delete: ({ params, workspaceId }, sandbox) => {
    const { id } = webhookOf(sandbox, workspaceId, params.id);
    sandbox.db.prepare('DELETE FROM webhook WHERE id = ?').run(id);
    return { id, message: 'Webhook deleted' };
  },
});

/**
 * What an address says by itself; the sandbox has no network to resolve names with. Unlike the service it takes an
 * address of this machine, because that is where it delivers.
 */
function refuseUrl(url: string): void {
  const reason = leadsHere(url) ? undefined : urlProblem(url);
  if (reason !== undefined) throw invalidField('url', url, `cannot be called from outside: ${reason}`);
}

const webhookTable = stored.recordTable('webhook', {
  id: stored.number,
  workspaceId: stored.number,
  name: stored.maybeText,
  url: stored.text,
  type: stored.plain<EventName>(),
  isEnabled: stored.flag(),
  /** Begins with `whsec_`; no answer holds it. */
  secret: stored.text,
  createdAt: stored.number,
});

type Webhook = stored.RecordOf<typeof webhookTable>;

const webhookOf = (sandbox: Sandbox, workspaceId: number, id: number): Webhook =>
  webhookTable.owned(sandbox, workspaceId, id, 'Webhook');

/** What calls show of it. That a webhook which is switched off is `disabled` is ours: the spec gives `active` alone. */
const webhookView = ({ workspaceId, secret, createdAt, ...webhook }: Webhook) => ({
  ...webhook,
  status: webhook.isEnabled ? 'active' : 'disabled',
  createdAt: rfc3339(createdAt),
});
