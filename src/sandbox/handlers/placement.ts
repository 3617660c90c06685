import { placement } from '../../contract/areas/placement.ts';
import { Refusal, sectionOf } from '../core/handler.ts';
import { pageOf } from '../core/paging.ts';
import type { Sandbox } from '../core/state.ts';
import { maybeTime, rfc3339 } from '../core/times.ts';
import { workspaceOf } from '../world/account/workspaces.ts';
import { findSender, senderTable } from '../world/mailboxes/senders.ts';
import { reputationOf } from '../world/placement/reputation.ts';
import {
  beginRun,
  type PlacementTest,
  placementScores,
  runTable,
  runView,
  testTable,
} from '../world/placement/runs.ts';

export const section = sectionOf(placement, {
  runs: ({ query, workspaceId }, sandbox) => {
    requirePlacement(sandbox, workspaceId);
    const page = pageOf({ limit: query.limit }, 50);
    const { rows, total } = runTable.page(sandbox, page, 't.workspace_id = ?', workspaceId);
    return { count: total, items: rows.map(runView) };
  },

  tests: ({ workspaceId }, sandbox) => {
    requirePlacement(sandbox, workspaceId);
    const rows = testTable.all(sandbox, 'WHERE t.workspace_id = ? ORDER BY t.id DESC', workspaceId);
    return { count: rows.length, items: rows.map((row) => testView(sandbox, row)) };
  },

  createTest: ({ body, workspaceId }, sandbox) => {
    const tier = requirePlacement(sandbox, workspaceId);
    const frequency = body.frequency ?? 'once';
    if (frequency === 'weekly' && tier !== withRepeats)
      throw new Refusal(403, 'Tests that repeat every week need the Hypergrowth tier of inbox placement', {
        code: 'inbox_placement_hypergrowth_required',
        tier,
      });
    const senderIds = [...new Set(body.senderEmailIds)];
    for (const id of senderIds)
      if (findSender(sandbox, id)?.workspaceId !== workspaceId)
        throw new Refusal(404, `Mailbox ${id} not found`);
    const { name = '' } = body;
    const createdAt = sandbox.now();
    const id = testTable.insert(sandbox, { workspaceId, name, frequency, senderIds, createdAt });
    beginRun(sandbox, { testId: id });
    return testView(sandbox, testTable.get(sandbox, id));
  },

  reputation: ({ workspaceId }, sandbox) => {
    requirePlacement(sandbox, workspaceId);
    const score = placementScores(sandbox, workspaceId);
    const items = senderTable
      .all(sandbox, 'WHERE t.workspace_id = ? ORDER BY t.id', workspaceId)
      .map((sender) => reputationOf(sandbox, sender, score(sender.id)));
    return { count: items.length, items };
  },
});

function testView(sandbox: Sandbox, { id, name, frequency, senderIds, ...test }: PlacementTest) {
  const last = sandbox.db
    .prepare(
      'SELECT id, status, started_at AS startedAt FROM placement_run WHERE test_id = ? ORDER BY id DESC LIMIT 1',
    )
    .get<{ id: number; status: string; startedAt: number }>(id);
  return {
    id,
    name,
    status: frequency === 'weekly' ? 'active' : (last?.status ?? 'running'),
    frequency,
    senderEmailIds: [...senderIds],
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

/** Gives the plan. */
function requirePlacement(sandbox: Sandbox, workspaceId: number): string {
  const { plan } = workspaceOf(sandbox, workspaceId);
  if (!without.includes(plan)) return plan;
  throw new Refusal(403, 'The plan of this workspace does not include inbox placement', {
    code: 'inbox_placement_required',
    tier: plan,
  });
}
