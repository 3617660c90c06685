import {
  sandboxChildKey,
  sandboxExpiredKey,
  sandboxKey,
  sandboxPausedKey,
  sandboxReadOnlyKey,
  sandboxTrialKey,
} from '../../contract/keys.ts';
import { countRows } from '../core/rows.ts';
import type { State } from '../core/state.ts';
import { rfc3339 } from '../core/times.ts';
import { balanceOf } from '../world/account/wallet.ts';
import { answerProfile } from '../world/answers/answer-profile.ts';

/** What a sandbox holds. */
export function overview(state: State) {
  const count = (from: string): number => countRows(state, from);
  const size = state.db
    .prepare('SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()')
    .get<{ bytes: number }>();
  return {
    bytes: size?.bytes ?? 0,
    seed: state.seed,
    now: rfc3339(state.now()),
    aheadMs: state.offset(),
    leads: count('lead'),
    campaigns: count('campaign'),
    senders: count('sender'),
    emailsSent: count('email WHERE sent_at IS NOT NULL'),
    replies: count('reply'),
    drafts: count('draft'),
    webhooks: count('webhook'),
    workspaces: count('workspace'),
    savedSearches: count('saved_search'),
    credits: balanceOf(state, 1),
    faults: count('fault'),
    answers: answerProfile(state),
    eventsToCome: count('event'),
    failedEvents: count('failed_event'),
    keys: {
      readWrite: sandboxKey,
      readOnly: sandboxReadOnlyKey,
      childWorkspace: sandboxChildKey,
      trialWorkspace: sandboxTrialKey,
      expired: sandboxExpiredKey,
      paused: sandboxPausedKey,
    },
    // Active keys of child workspaces; the service shows one only when it is made.
    workspaceKeys: state.db
      .prepare(
        `SELECT w.id AS workspaceId, w.name AS workspace, k.scope, k.key
       FROM api_key k JOIN workspace w ON w.id = k.workspace_id
       WHERE w.parent_id IS NOT NULL AND k.status = 'active' ORDER BY k.id`,
      )
      .all<{ workspaceId: number; workspace: string; scope: string; key: string }>(),
  };
}

/** Up to this moment all is worked out: what was due since the last request happens with the next one. */
export function workedOutUntil(state: State): number {
  const due =
    'SELECT min(due_at) AS at FROM (SELECT due_at FROM event UNION ALL SELECT due_at FROM late_call)';
  const next = state.db.prepare(due).get<{ at: number | null }>()?.at ?? Number.POSITIVE_INFINITY;
  return Math.min(state.now(), next - 1);
}

/** What happened after one simulated moment and up to another, in what people count. */
export function meanwhile(state: State, from: number, to: number) {
  const count = (table: string, column: string, also = 'TRUE'): number =>
    countRows(state, `${table} WHERE ${column} > ? AND ${column} <= ? AND ${also}`, from, to);
  // It ends all emails to a person as well.
  const complaint = "SELECT 1 FROM email WHERE lead_id = lead.id AND status = 'spamReport'";
  return {
    from: rfc3339(from),
    now: rfc3339(to),
    emailsSent: count('email', 'sent_at'),
    emailsWithUnfilledTags: count('email', 'sent_at', 'missing IS NOT NULL'),
    bounces: count('email', 'bounced_at'),
    replies: count('reply', 'received_at'),
    unsubscribes: count('lead', 'unsubscribed_at', `NOT EXISTS (${complaint})`),
    drafts: count('draft', 'created_at'),
    importsFinished: count('finder_import', 'finished_at'),
    ordersCompleted: count('dfy_order', 'completed_at'),
  };
}

/** Events that the sandbox could not work on: defects of ours, put aside so that the world goes on. */
export const failedEvents = (state: State) =>
  state.db
    .prepare('SELECT id, kind, message FROM failed_event ORDER BY id')
    .all<{ id: number; kind: string; message: string }>();
