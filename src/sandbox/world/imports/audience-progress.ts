import type { Sandbox } from '../../core/state.ts';

/** What earlier imports from the same filters came to (spec, Progress). */
interface AudienceProgress {
  readonly adds: number;
  readonly added: number;
  readonly lastAddAt: number | null;
  /** 1-based place where the next first_n import starts. */
  readonly nextFrom: number;
}

export function progressOf(sandbox: Sandbox, workspaceId: number, audienceKey: string): AudienceProgress {
  const row = sandbox.db
    .prepare(
      `SELECT adds, added, last_add_at AS lastAddAt, next_from AS nextFrom FROM finder_audience
       WHERE workspace_id = ? AND audience_key = ?`,
    )
    .get<AudienceProgress>(workspaceId, audienceKey);
  return row ?? { adds: 0, added: 0, lastAddAt: null, nextFrom: 1 };
}

/** Counts one more import from these filters. */
export function startAdding(sandbox: Sandbox, workspaceId: number, audienceKey: string): void {
  sandbox.db
    .prepare(
      `INSERT INTO finder_audience (workspace_id, audience_key, next_from, adds, added) VALUES (?, ?, 1, 1, 0)
       ON CONFLICT (workspace_id, audience_key) DO UPDATE SET adds = adds + 1`,
    )
    .run(workspaceId, audienceKey);
}

export function advanceAudience(
  sandbox: Sandbox,
  workspaceId: number,
  audienceKey: string,
  { added, nextFrom }: { added: number; nextFrom?: number | undefined },
): void {
  sandbox.db
    .prepare(
      `UPDATE finder_audience SET added = added + ?, last_add_at = CASE WHEN ? > 0 THEN ? ELSE last_add_at END,
         next_from = coalesce(?, next_from)
       WHERE workspace_id = ? AND audience_key = ?`,
    )
    .run(added, added, sandbox.now(), nextFrom ?? null, workspaceId, audienceKey);
}
