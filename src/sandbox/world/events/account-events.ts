import type { Sandbox } from '../../core/state.ts';
import { rfc3339 } from '../../core/times.ts';
import { emit } from '../../deliveries/emit.ts';

interface CampaignChange {
  readonly workspaceId: number;
  readonly id: number;
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

export function campaignChanged(sandbox: Sandbox, { workspaceId, id, name, from, to }: CampaignChange): void {
  emit(sandbox, workspaceId, 'CampaignStatusChanged', () => ({
    event_id: '',
    campaign_id: id,
    name,
    old_status: from,
    new_status: to,
    changed_at: rfc3339(sandbox.now()),
  }));
}

/** Nothing tops credits up by itself here, so that the threshold is always the one of the spec for that. */
const lowBalance = 100;

/** The balance went down to this; only going below the threshold is an event, not being there. */
export function balanceFell(sandbox: Sandbox, workspaceId: number, before: number, balance: number): void {
  if (before >= lowBalance && balance < lowBalance)
    emit(sandbox, workspaceId, 'CreditBalanceLow', () => ({ event_id: '', balance, threshold: lowBalance }));
}

interface RunChange {
  readonly workspaceId: number;
  readonly id: number;
  readonly from: string;
  /** `halted` for a run that was killed, as the spec's table of transitions has it. */
  readonly to: string;
  readonly lastError: string;
  readonly killReason?: string;
}

export function runMoved(sandbox: Sandbox, { workspaceId, id, killReason = '', ...run }: RunChange): void {
  if (run.from !== run.to)
    emit(sandbox, workspaceId, 'AutopilotRunStatusChanged', () => ({
      eventId: '',
      runId: id,
      from: run.from,
      to: run.to,
      lastError: run.lastError,
      killReason,
    }));
}

interface OrderEnd {
  readonly workspaceId: number;
  readonly id: number;
  readonly status: 'completed' | 'partially_completed';
  /** How many mailboxes it brought. */
  readonly mailboxes: number;
}

/** An order brought what it could; one that failed or was canceled did not complete. */
export function orderCompleted(sandbox: Sandbox, { workspaceId, id, status, mailboxes }: OrderEnd): void {
  emit(sandbox, workspaceId, 'DfyOrderCompleted', () => ({
    eventId: '',
    orderId: id,
    status,
    mailboxCount: mailboxes,
  }));
}
