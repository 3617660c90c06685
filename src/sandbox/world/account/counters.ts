import type { Sandbox } from '../../core/state.ts';

/** Counts of a workspace within a period: a UTC day `2026-11-21`, a month `2026-11`, or all of time: ``. */
export function countOf(sandbox: Sandbox, workspaceId: number, name: string, period: string): number {
  return (
    sandbox.db
      .prepare('SELECT value FROM counter WHERE workspace_id = ? AND name = ? AND day = ?')
      .get<{ value: number }>(workspaceId, name, period)?.value ?? 0
  );
}

export function count(sandbox: Sandbox, workspaceId: number, name: string, period: string, by = 1): void {
  sandbox.db
    .prepare(
      `INSERT INTO counter (workspace_id, name, day, value) VALUES (?, ?, ?, ?)
       ON CONFLICT (workspace_id, name, day) DO UPDATE SET value = value + excluded.value`,
    )
    .run(workspaceId, name, period, by);
}
