import type { placement } from '../../../contract/areas/placement.ts';
import type { ItemOf } from '../../../contract/operation.ts';
import { day } from '../../../domain/window.ts';
import type { Sandbox } from '../../core/state.ts';
import { maybeTime, rfc3339 } from '../../core/times.ts';
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

export interface TestRow {
  readonly id: number;
  readonly workspaceId: number;
  readonly name: string;
  readonly frequency: string;
  readonly senderIds: string;
  readonly createdAt: number;
  readonly nextRunAt: number | null;
}

export const selectTest = `SELECT id, workspace_id AS workspaceId, name, frequency, sender_ids AS senderIds,
  created_at AS createdAt, next_run_at AS nextRunAt FROM placement_test`;

export const testSenders = ({ senderIds }: TestRow): number[] => JSON.parse(senderIds) as number[];

export function beginRun(sandbox: Sandbox, testId: number): void {
  const test = sandbox.db.prepare(`${selectTest} WHERE id = ?`).get<TestRow>(testId);
  if (!test) return;
  const now = sandbox.now();
  const id = sandbox.db
    .prepare(
      `INSERT INTO placement_run (workspace_id, test_id, status, results, started_at) VALUES (?, ?, 'running', '[]', ?)`,
    )
    .run(test.workspaceId, testId, now).lastInsertRowid;
  sandbox.schedule(now + takesMs, finishKind, { id });
  const next = test.frequency === 'weekly' ? now + week : null;
  sandbox.db.prepare('UPDATE placement_test SET next_run_at = ? WHERE id = ?').run(next, testId);
  if (next !== null) sandbox.schedule(next, beginKind, { testId });
}

export const onBegin = (sandbox: Sandbox, { testId }: { testId: number }): void => beginRun(sandbox, testId);

export function onFinish(sandbox: Sandbox, { id }: { id: number }, at: number): void {
  const test = sandbox.db
    .prepare(`${selectTest} WHERE id = (SELECT test_id FROM placement_run WHERE id = ?)`)
    .get<TestRow>(id);
  if (!test) return;
  const results = testSenders(test).flatMap((senderId) => found(sandbox, id, senderId));
  sandbox.db
    .prepare("UPDATE placement_run SET status = 'completed', results = ?, finished_at = ? WHERE id = ?")
    .run(JSON.stringify(results), at, id);
}

/** Where the mail of one mailbox went: the better its health, the more of it to the inbox. A lost one sends nothing. */
function found(sandbox: Sandbox, runId: number, senderId: number): Result[] {
  const sender = findSender(sandbox, senderId);
  if (!sender?.isConnected) return [];
  const places = { inbox: 0, spam: 0, missing: 0 };
  for (let at = 0; at < inboxes; at++) {
    const roll = sandbox.chance('placement', runId, senderId, at);
    if (roll < missingShare) places.missing++;
    else if (roll < missingShare + ((1 - missingShare) * (100 - sender.health)) / 100) places.spam++;
    else places.inbox++;
  }
  return [{ senderEmailId: senderId, senderAddress: sender.address, ...places }];
}

interface RunRow {
  readonly id: number;
  readonly testId: number;
  readonly testName: string;
  readonly status: string;
  readonly results: string;
  readonly startedAt: number;
  readonly finishedAt: number | null;
}

export const newestRuns = (sandbox: Sandbox, workspaceId: number, limit: number): RunRow[] =>
  sandbox.db
    .prepare(
      `SELECT r.id, r.test_id AS testId, t.name AS testName, r.status, r.results, r.started_at AS startedAt,
         r.finished_at AS finishedAt
       FROM placement_run r JOIN placement_test t ON t.id = r.test_id
       WHERE r.workspace_id = ? ORDER BY r.id DESC LIMIT ?`,
    )
    .all<RunRow>(workspaceId, limit);

export function runView(row: RunRow): ItemOf<typeof placement.runs> {
  const results = JSON.parse(row.results) as Result[];
  const { inbox, spam, missing } = sumOf(results);
  return {
    id: row.id,
    testId: row.testId,
    testName: row.testName,
    status: row.status,
    inbox,
    spam,
    missing,
    inboxRate: rateOf(results),
    results: results.map((result) => ({ ...result })),
    startedAt: rfc3339(row.startedAt),
    finishedAt: maybeTime(row.finishedAt),
  };
}

/** Inbox rate of a mailbox over its recent completed runs, -1 when it was never tested (spec, Sender reputation). */
export function placementScores(sandbox: Sandbox, workspaceId: number): (senderId: number) => number {
  const results = sandbox.db
    .prepare(
      "SELECT results FROM placement_run WHERE workspace_id = ? AND status = 'completed' ORDER BY id DESC LIMIT 200",
    )
    .all<{ results: string }>(workspaceId)
    .flatMap((row) => JSON.parse(row.results) as Result[]);
  return (senderId) =>
    rateOf(results.filter(({ senderEmailId }) => senderEmailId === senderId).slice(0, recentRuns)) ?? -1;
}

function sumOf(results: readonly Result[]) {
  const sum = (place: 'inbox' | 'spam' | 'missing') =>
    results.reduce((total, result) => total + result[place], 0);
  return { inbox: sum('inbox'), spam: sum('spam'), missing: sum('missing') };
}

function rateOf(results: readonly Result[]): number | null {
  const { inbox, spam, missing } = sumOf(results);
  const all = inbox + spam + missing;
  return all === 0 ? null : Math.round((inbox / all) * 1000) / 10;
}
