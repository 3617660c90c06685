import type { verification } from '../../../contract/areas/verification.ts';
import { addressKey, addressProblem } from '../../../contract/checks/email-address.ts';
import type { Output } from '../../../contract/operation.ts';
import * as stored from '../../core/record-table.ts';
import { insert, update } from '../../core/rows.ts';
import type { Sandbox } from '../../core/state.ts';
import { withTimes } from '../../core/times.ts';
import { prices } from '../account/prices.ts';
import { type Verdict, verdictOf } from '../leads/addresses.ts';
import { checksOf, returnAllowance } from './allowance.ts';

/** How long a batch takes and how many addresses it has; ours, the spec gives no figures. */
const batch = { addresses: 250, takesMs: 2000 } as const;

export const batchKind = 'verification.batch';

export const jobTable = stored.recordTable('verification_job', {
  id: stored.number,
  workspaceId: stored.number,
  name: stored.text,
  status: stored.plain<'queued' | 'running' | 'completed' | 'canceled'>(),
  total: stored.number,
  ledgerId: stored.number,
  createdAt: stored.number,
  finishedAt: stored.maybeNumber,
});

type Job = stored.RecordOf<typeof jobTable>;

/** A job of the workspace; another workspace's is not found. */
export const jobOf = (sandbox: Sandbox, workspaceId: number, id: number): Job =>
  jobTable.owned(sandbox, workspaceId, id, 'Verification job');

/** Every address once, whatever its case. */
export function distinct(emails: readonly string[]): string[] {
  const found = new Map(emails.map((email) => [addressKey(email), email.trim()] as const));
  return [...found.values()];
}

export function startJob(
  sandbox: Sandbox,
  workspaceId: number,
  { name, emails }: { name: string | undefined; emails: readonly string[] },
): number {
  const now = sandbox.now();
  const id = jobTable.insert(sandbox, {
    workspaceId,
    name: name ?? '',
    status: 'queued',
    total: emails.length,
    ledgerId: sandbox.effect(),
    createdAt: now,
  });
  for (const email of emails) insert(sandbox, 'verification_record', { jobId: id, email, status: 'pending' });
  sandbox.schedule(now + batch.takesMs, batchKind, { id });
  return id;
}

/** Verifies the next addresses of a job and bills their checks; an address found invalid also costs its check. */
export function onBatch(sandbox: Sandbox, { id }: { id: number }, at: number): void {
  const job = jobTable.find(sandbox, id);
  if (!job || job.finishedAt !== null) return;
  const pending = sandbox.db
    .prepare(
      "SELECT id, email FROM verification_record WHERE job_id = ? AND status = 'pending' ORDER BY id LIMIT ?",
    )
    .all<{ id: number; email: string }>(id, batch.addresses);
  let checks = 0;
  for (const { id: recordId, email } of pending) {
    const reason = addressProblem(email) ?? null;
    const status = reason === null ? verdictOf(sandbox, addressKey(email)) : 'invalid';
    checks += checksOf(status);
    const found = { status, checks: checksOf(status), reason, checkedAt: at };
    update(sandbox, 'verification_record', recordId, found);
  }
  sandbox.charge(job.ledgerId, { usd: checks * prices.usdPerVerificationCheck });
  if (countsOf(sandbox, id).pending > 0) {
    jobTable.update(sandbox, id, { status: 'running' });
    sandbox.schedule(at + batch.takesMs, batchKind, { id });
  } else jobTable.update(sandbox, id, { status: 'completed', finishedAt: at });
}

/** What is checked stays checked and billed; the rest is left alone. */
export function cancelJob(sandbox: Sandbox, { id, workspaceId }: Job): void {
  const { pending } = countsOf(sandbox, id);
  sandbox.db
    .prepare("UPDATE verification_record SET status = 'canceled' WHERE job_id = ? AND status = 'pending'")
    .run(id);
  returnAllowance(sandbox, workspaceId, pending);
  jobTable.update(sandbox, id, { status: 'canceled', finishedAt: sandbox.now() });
}

function countsOf(sandbox: Sandbox, id: number) {
  const rows = sandbox.db
    .prepare(
      'SELECT status, count(*) AS found, sum(checks) AS checks FROM verification_record WHERE job_id = ? GROUP BY status',
    )
    .all<{ status: Verdict | 'pending' | 'canceled'; found: number; checks: number }>(id);
  const counts = { valid: 0, invalid: 0, catchAll: 0, unknown: 0, pending: 0, canceled: 0, checks: 0 };
  for (const { status, found, checks } of rows) {
    counts[status] = found;
    counts.checks += checks;
  }
  return counts;
}

export function jobView(sandbox: Sandbox, job: Job): Output<typeof verification.job> {
  const { workspaceId, ledgerId, createdAt, finishedAt, ...shown } = job;
  const { pending, canceled, ...counts } = countsOf(sandbox, job.id);
  return {
    ...shown,
    processed: counts.valid + counts.invalid + counts.catchAll + counts.unknown,
    ...counts,
    costUsd: Math.round(counts.checks * prices.usdPerVerificationCheck * 10_000) / 10_000,
    ...withTimes({ createdAt, finishedAt }),
  };
}
