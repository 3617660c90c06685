import type { webhooks } from '../../contract/areas/webhooks.ts';
import { leadsHere } from '../../contract/checks/loopback-url.ts';
import { urlProblem } from '../../contract/checks/webhook-url.ts';
import type { EventName } from '../../contract/events/events.ts';
import { type Handlers, Refusal } from '../core/handler.ts';
import { invalid } from '../core/request.ts';
import type { Sandbox } from '../core/state.ts';
import { rfc3339 } from '../core/times.ts';
import { secretFor } from '../deliveries/secrets.ts';

export const handlers: Handlers<typeof webhooks> = {
  list: ({ workspaceId }, sandbox) => {
    const rows = sandbox.db
      .prepare(`SELECT ${columns} FROM webhook WHERE workspace_id = ? ORDER BY id DESC`)
      .all<WebhookRow>(workspaceId);
    return { webhooks: rows.map(webhookView), total: rows.length };
  },

  create: ({ body, workspaceId }, sandbox) => {
    refuseUrl(body.url);
    const { lastInsertRowid: id } = sandbox.db
      .prepare(
        "INSERT INTO webhook (workspace_id, url, type, name, secret, created_at) VALUES (?, ?, ?, ?, '', ?)",
      )
      .run(workspaceId, body.url, body.type, body.name ?? null, sandbox.now());
    sandbox.db.prepare('UPDATE webhook SET secret = ? WHERE id = ?').run(secretFor(sandbox, id, 1), id);
    return { message: 'Webhook created', webhook: webhookView(webhookOf(sandbox, workspaceId, id)) };
  },

  update: ({ params, body, workspaceId }, sandbox) => {
    const id = Number(params.id);
    const before = webhookOf(sandbox, workspaceId, id);
    if (body.url !== undefined) refuseUrl(body.url);
    const enabled = body.isEnabled === undefined ? before.isEnabled : Number(body.isEnabled);
    sandbox.db
      .prepare('UPDATE webhook SET url = ?, type = ?, name = ?, is_enabled = ? WHERE id = ?')
      .run(body.url ?? before.url, body.type ?? before.type, body.name ?? before.name, enabled, id);
    return { message: 'Webhook updated', webhook: webhookView(webhookOf(sandbox, workspaceId, id)) };
  },

  delete: ({ params, workspaceId }, sandbox) => {
    const { id } = webhookOf(sandbox, workspaceId, Number(params.id));
    sandbox.db.prepare('DELETE FROM webhook WHERE id = ?').run(id);
    return { id, message: 'Webhook deleted' };
  },
};

/**
 * What an address says by itself; the sandbox has no network to resolve names with. Unlike the service it takes an
 * address of this machine, because that is where it delivers.
 */
function refuseUrl(url: string): void {
  const reason = leadsHere(url) ? undefined : urlProblem(url);
  if (reason !== undefined)
    throw invalid({ field: 'url', value: url, reason: `cannot be called from outside: ${reason}` });
}

interface WebhookRow {
  readonly id: number;
  readonly url: string;
  readonly type: EventName;
  readonly name: string | null;
  readonly isEnabled: number;
  /** Begins with `whsec_`; no answer holds it. */
  readonly secret: string;
  readonly createdAt: number;
}

const columns = 'id, url, type, name, is_enabled AS isEnabled, secret, created_at AS createdAt';

/** Refuses with 404 where there is none in the workspace. */
function webhookOf(sandbox: Sandbox, workspaceId: number, id: number): WebhookRow {
  const row = sandbox.db
    .prepare(`SELECT ${columns} FROM webhook WHERE id = ? AND workspace_id = ?`)
    .get<WebhookRow>(id, workspaceId);
  if (!row) throw new Refusal(404, `There is no webhook ${id}`);
  return row;
}

/** What calls show of it. That a webhook which is switched off is `disabled` is ours: the spec gives `active` alone. */
const webhookView = ({ id, name, url, type, isEnabled, createdAt }: WebhookRow) => ({
  id,
  name,
  url,
  type,
  isEnabled: isEnabled === 1,
  status: isEnabled === 1 ? 'active' : 'disabled',
  createdAt: rfc3339(createdAt),
});
