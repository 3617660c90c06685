import type { EventName } from '../../contract/events/events.ts';
import { Refusal } from '../core/handler.ts';
import type { Sandbox } from '../core/state.ts';
import { rfc3339 } from '../core/times.ts';

export interface WebhookRow {
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

export const webhooksOf = (sandbox: Sandbox, workspaceId: number): WebhookRow[] =>
  sandbox.db
    .prepare(`SELECT ${columns} FROM webhook WHERE workspace_id = ? ORDER BY id DESC`)
    .all<WebhookRow>(workspaceId);

/** Refuses with 404 where there is none in the workspace. */
export function webhookOf(sandbox: Sandbox, workspaceId: number, id: number): WebhookRow {
  const row = sandbox.db
    .prepare(`SELECT ${columns} FROM webhook WHERE id = ? AND workspace_id = ?`)
    .get<WebhookRow>(id, workspaceId);
  if (!row) throw new Refusal(404, `There is no webhook ${id}`);
  return row;
}

/** What calls show of it. That a webhook which is switched off is `disabled` is ours: the spec gives `active` alone. */
export const webhookView = ({ id, name, url, type, isEnabled, createdAt }: WebhookRow) => ({
  id,
  name,
  url,
  type,
  isEnabled: isEnabled === 1,
  status: isEnabled === 1 ? 'active' : 'disabled',
  createdAt: rfc3339(createdAt),
});
