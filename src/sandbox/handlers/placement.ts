import type { placement } from '../../contract/areas/placement.ts';
import { type Handlers, Refusal } from '../core/handler.ts';
import type { Sandbox } from '../core/state.ts';
import { maybeTime, rfc3339 } from '../core/times.ts';
import { workspaceOf } from '../world/account/workspaces.ts';
import { findSender, type SenderRow, senderColumns, senderOf } from '../world/mailboxes/senders.ts';
import { reputationOf } from '../world/placement/reputation.ts';
import {
  beginRun,
  newestRuns,
  placementScores,
  runView,
  selectTest,
  type TestRow,
  testSenders,
} from '../world/placement/runs.ts';

export const handlers: Handlers<typeof placement> = {
  runs: ({ query, workspaceId }, sandbox) => {
    requirePlacement(sandbox, workspaceId);
    const row = sandbox.db
      .prepare('SELECT count(*) AS total FROM placement_run WHERE workspace_id = ?')
      .get<{ total: number }>(workspaceId);
    return {
      count: row?.total ?? 0,
      items: newestRuns(sandbox, workspaceId, query.limit ?? 50).map(runView),
    };
  },

  tests: ({ workspaceId }, sandbox) => {
    requirePlacement(sandbox, workspaceId);
    const rows = sandbox.db
      .prepare(`${selectTest} WHERE workspace_id = ? ORDER BY id DESC`)
      .all<TestRow>(workspaceId);
    return { count: rows.length, items: rows.map((row) => testView(sandbox, row)) };
  },

  createTest: ({ body, workspaceId }, sandbox) => {
    requirePlacement(sandbox, workspaceId);
    const frequency = body.frequency ?? 'once';
    if (frequency === 'weekly') requireHypergrowth(sandbox, workspaceId);
    const senderIds = [...new Set(body.senderEmailIds)];
    for (const id of senderIds)
      if (findSender(sandbox, id)?.workspaceId !== workspaceId)
        throw new Refusal(404, `Mailbox ${id} not found`);
    const id = sandbox.db
      .prepare(
        'INSERT INTO placement_test (workspace_id, name, frequency, sender_ids, created_at) VALUES (?, ?, ?, ?, ?)',
      )
      .run(workspaceId, body.name ?? '', frequency, JSON.stringify(senderIds), sandbox.now()).lastInsertRowid;
    beginRun(sandbox, id);
    const row = sandbox.db.prepare(`${selectTest} WHERE id = ?`).get<TestRow>(id);
    if (!row) throw new Error(`the test ${id} was not kept`);
    return testView(sandbox, row);
  },

  reputation: ({ workspaceId }, sandbox) => {
    requirePlacement(sandbox, workspaceId);
    const score = placementScores(sandbox, workspaceId);
    const items = sandbox.db
      .prepare(`SELECT ${senderColumns} FROM sender s WHERE s.workspace_id = ? ORDER BY s.id`)
      .all<SenderRow>(workspaceId)
      .map((row) => reputationOf(sandbox, senderOf(row), score(row.id)));
    return { count: items.length, items };
  },
};

function testView(sandbox: Sandbox, test: TestRow) {
  const last = sandbox.db
    .prepare(
      'SELECT id, status, started_at AS startedAt FROM placement_run WHERE test_id = ? ORDER BY id DESC LIMIT 1',
    )
    .get<{ id: number; status: string; startedAt: number }>(test.id);
  return {
    id: test.id,
    name: test.name,
    status: test.frequency === 'weekly' ? 'active' : (last?.status ?? 'running'),
    frequency: test.frequency,
    senderEmailIds: testSenders(test),
    lastRunId: last?.id ?? null,
    lastRunAt: last ? rfc3339(last.startedAt) : null,
    nextRunAt: maybeTime(test.nextRunAt),
    createdAt: rfc3339(test.createdAt),
  };
}

/**
 * Which plans have inbox placement, and which has tests that repeat: ours, the spec knows the two refusals and not what
 * brings them about. `tier` is the plan that the workspace has.
 */
const without: readonly string[] = ['free', 'trial'];
const withRepeats = 'hypergrowth';

function requirePlacement(sandbox: Sandbox, workspaceId: number): void {
  const { plan } = workspaceOf(sandbox, workspaceId);
  if (!without.includes(plan)) return;
  throw new Refusal(403, 'The plan of this workspace does not include inbox placement', {
    code: 'inbox_placement_required',
    tier: plan,
  });
}

function requireHypergrowth(sandbox: Sandbox, workspaceId: number): void {
  const { plan } = workspaceOf(sandbox, workspaceId);
  if (plan === withRepeats) return;
  throw new Refusal(403, 'Tests that repeat every week need the Hypergrowth tier of inbox placement', {
    code: 'inbox_placement_hypergrowth_required',
    tier: plan,
  });
}
