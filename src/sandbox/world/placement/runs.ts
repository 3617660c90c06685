import type { placement } from '../../../contract/areas/placement.ts';
import type { ItemOf } from '../../../contract/operation.ts';
import { day } from '../../../domain/window.ts';
import * as stored from '../../core/record-table.ts';
import type { Sandbox } from '../../core/state.ts';
import { withTimes } from '../../core/times.ts';
import { findSender } from '../mailboxes/senders.ts';

/** Ours, the spec gives no figures: so many inboxes are written to, and so long their mail is waited for. */
const inboxes = 30;
const takesMs = 30 * 60_000;
const week = 7 * day;
/** The score of a mailbox is that of its last runs. */
const recentRuns = 3;
/** Mail that arrives nowhere. */
const missingShare = 0.02;

export const beginKind = 'placement.begin';
export const finishKind = 'placement.finish';

interface Result {
  readonly senderEmailId: number;
  readonly senderAddress: string;
  readonly inbox: number;
  readonly spam: number;
  readonly missing: number;
}

export const testTable = stored.recordTable('placement_test', {
  id: stored.number,
  workspaceId: stored.number,
  name: stored.text,
  frequency: stored.text,
  senderIds: stored.json<readonly number[]>(),
  createdAt: stored.number,
  nextRunAt: stored.maybeNumber,
});

export type PlacementTest = stored.RecordOf<typeof testTable>;

export const runTable = stored.recordTable('placement_run', {
  id: stored.number,
  workspaceId: stored.number,
  testId: stored.number,
  testName: stored.plain<string>('(SELECT name FROM placement_test WHERE id = t.test_id)'),
  status: stored.text,
  results: stored.json<readonly Result[]>(),
  startedAt: stored.number,
  finishedAt: stored.maybeNumber,
});

type Run = stored.RecordOf<typeof runTable>;
type PlacementRun = ItemOf<typeof placement.runs>;

export function beginRun(sandbox: Sandbox, { testId }: { testId: number }): void {
  const test = testTable.find(sandbox, testId);
  if (!test) return;
  const now = sandbox.now();
  const { workspaceId } = test;
  const id = runTable.insert(sandbox, {
    workspaceId,
    testId,
    status: 'running',
    results: [],
    startedAt: now,
  });
  sandbox.schedule(now + takesMs, finishKind, { id });
  const next = test.frequency === 'weekly' ? now + week : null;
  testTable.update(sandbox, testId, { nextRunAt: next });
  if (next !== null) sandbox.schedule(next, beginKind, { testId });
}

export function onFinish(sandbox: Sandbox, { id }: { id: number }, at: number): void {
  const test = testTable.first(sandbox, 'WHERE t.id = (SELECT test_id FROM placement_run WHERE id = ?)', id);
  if (!test) return;
  const results: Result[] = [];
  for (const senderId of test.senderIds) {
    const sender = findSender(sandbox, senderId);
    // A lost mailbox sends nothing.
    if (!sender?.isConnected) continue;
    // The better its health, the more of its mail goes to the inbox.
    const spamShare = ((1 - missingShare) * (100 - sender.health)) / 100;
    const places = { inbox: 0, spam: 0, missing: 0 };
    for (let at = 0; at < inboxes; at++) {
      const roll = sandbox.chance('placement', id, senderId, at);
      if (roll < missingShare) places.missing++;
      else if (roll < missingShare + spamShare) places.spam++;
      else places.inbox++;
    }
    results.push({ senderEmailId: senderId, senderAddress: sender.address, ...places });
  }
  runTable.update(sandbox, id, { status: 'completed', results, finishedAt: at });
}

export function runView({ workspaceId, results, startedAt, finishedAt, ...run }: Run): PlacementRun {
  const each = results.map((result) => ({ ...result }));
  const times = withTimes({ startedAt, finishedAt });
  return { ...run, ...sumOf(results), inboxRate: rateOf(results), results: each, ...times };
}

/** Inbox rate of a mailbox over its recent completed runs, -1 when it was never tested (spec, Sender reputation). */
export function placementScores(sandbox: Sandbox, workspaceId: number): (senderId: number) => number {
  const results = runTable
    .all(
      sandbox,
      "WHERE t.workspace_id = ? AND t.status = 'completed' ORDER BY t.id DESC LIMIT 200",
      workspaceId,
    )
    .flatMap((run) => run.results);
  return (senderId) =>
    rateOf(results.filter(({ senderEmailId }) => senderEmailId === senderId).slice(0, recentRuns)) ?? -1;
}

function sumOf(results: readonly Result[]) {
  const all = { inbox: 0, spam: 0, missing: 0 };
  for (const { inbox, spam, missing } of results) {
    all.inbox += inbox;
    all.spam += spam;
    all.missing += missing;
  }
  return all;
}

function rateOf(results: readonly Result[]): number | null {
  const { inbox, spam, missing } = sumOf(results);
  const all = inbox + spam + missing;
  return all === 0 ? null : Math.round((inbox / all) * 1000) / 10;
}
