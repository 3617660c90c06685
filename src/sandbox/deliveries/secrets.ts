import { randomToken } from '../core/random-token.ts';
import { update } from '../core/rows.ts';
import type { State } from '../core/state.ts';

/** The secrets of all webhooks, which the service shows in its app alone and no call tells. */
export const listSecrets = (state: State) =>
  state.db
    .prepare(
      'SELECT id AS webhookId, type, url, workspace_id AS workspaceId, secret FROM webhook ORDER BY id',
    )
    .all<Record<'webhookId' | 'workspaceId', number> & Record<'type' | 'url' | 'secret', string>>();

/** Gives a webhook another secret, from which on everything is signed with it; false where there is no such webhook. */
export function rotateSecret(state: State, webhookId: number): boolean {
  return state.db.transaction(() => {
    const row = state.db
      .prepare('UPDATE webhook SET rotation = rotation + 1 WHERE id = ? RETURNING rotation')
      .get<{ rotation: number }>(webhookId);
    if (!row) return false;
    update(state, 'webhook', webhookId, { secret: secretFor(state, webhookId, row.rotation) });
    return true;
  });
}

export const secretFor = (
  sandbox: Parameters<typeof randomToken>[0],
  webhookId: number,
  rotation: number,
): string => `whsec_${randomToken(sandbox, 32, 'webhook secret', webhookId, rotation)}`;
