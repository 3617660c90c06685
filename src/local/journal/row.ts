import type { Change, Draft, Intent, IntentState, LocalChange } from '../../client/guard/journal.ts';
import type { Effect } from '../../contract/operation.ts';
import type { Value } from '../engines/engine.ts';

/** An intent as its table holds it. */
export interface Row {
  readonly id: number;
  readonly account: string;
  readonly profile: string;
  readonly target: 'live' | 'sandbox';
  readonly operation: string;
  readonly effect: Effect;
  readonly slot: string;
  readonly likeness: string;
  readonly token: string | null;
  readonly request: string;
  readonly idempotency_key: string | null;
  readonly summary: string;
  readonly state: IntentState;
  readonly generation: number;
  readonly owner_pid: number | null;
  readonly owner_started: string | null;
  readonly started_at: number;
  readonly sent_at: number | null;
  readonly finished_at: number | null;
  readonly told_at: number | null;
  readonly quote: string | null;
  readonly snapshot: string | null;
  readonly answer: string | null;
  readonly remark: string | null;
  readonly blocks: number;
}

export function intentOf(row: Row): Intent {
  const {
    slot: dedupeKey,
    likeness: fingerprint,
    idempotency_key,
    owner_pid,
    owner_started,
    started_at,
    sent_at,
    finished_at,
    told_at,
    ...rest
  } = row;
  return {
    ...rest,
    dedupeKey,
    fingerprint,
    token: rest.token ?? undefined,
    idempotencyKey: idempotency_key ?? undefined,
    owner: owner_pid === null ? undefined : { pid: owner_pid, started: owner_started ?? '' },
    startedAt: started_at,
    sentAt: sent_at ?? undefined,
    finishedAt: finished_at ?? undefined,
    acknowledgedAt: told_at ?? undefined,
    quote: rest.quote ?? undefined,
    snapshot: rest.snapshot ?? undefined,
    answer: rest.answer ?? undefined,
    remark: rest.remark ?? undefined,
    blocks: rest.blocks === 1,
  };
}

const columns: Readonly<Record<keyof Change, string>> = {
  state: 'state',
  sentAt: 'sent_at',
  finishedAt: 'finished_at',
  quote: 'quote',
  snapshot: 'snapshot',
  answer: 'answer',
  remark: 'remark',
  blocks: 'blocks',
};

/** The columns that a change sets, and their values in the same order. */
export function assignments(change: Change): { columns: string[]; values: Value[] } {
  const set = Object.entries(change).filter(([, value]) => value !== undefined);
  return {
    columns: set.map(([field]) => columns[field as keyof Change]),
    values: set.map(([, value]) => (typeof value === 'boolean' ? Number(value) : (value as Value))),
  };
}

export const draftValues = (draft: Draft): Value[] => [
  draft.account,
  draft.profile,
  draft.target,
  draft.operation,
  draft.effect,
  draft.dedupeKey,
  draft.fingerprint,
  draft.token ?? null,
  draft.request,
  draft.idempotencyKey ?? null,
  draft.summary,
];

/** An intent without account or request: it is never sent and never reconciled. */
export const localDraft = ({ profile, operation, summary }: LocalChange): Draft => ({
  account: '',
  profile,
  target: 'live',
  operation,
  effect: 'none',
  dedupeKey: operation,
  fingerprint: operation,
  token: undefined,
  request: 'null',
  idempotencyKey: undefined,
  summary,
});
