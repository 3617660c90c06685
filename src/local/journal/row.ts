import { createHmac } from 'node:crypto';
import { Failure } from '../../base/errors.ts';
import { isRecord } from '../../base/is-record.ts';
import { jsonIn } from '../../base/lossless-json.ts';
import { words } from '../../base/text/words.ts';
import type { Change, Draft, Intent, LocalChange, Redacted } from '../../client/guard/journal.ts';
import type { Cell, Place } from './work.ts';

/** Says nothing of the text without the secret of a journal. */
export const sealWith = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex');

/** Fields of an intent that are called otherwise as columns. */
const renamed = {
  dedupeKey: 'slot',
  fingerprint: 'likeness',
  idempotencyKey: 'idempotency_key',
  startedAt: 'started_at',
  sentAt: 'sent_at',
  finishedAt: 'finished_at',
  acknowledgedAt: 'told_at',
} as const satisfies Partial<Record<keyof Intent, string>>;

const alike = [
  ...words('account profile target operation effect token request summary state generation'),
  ...words('quote snapshot answer remark blocks'),
] as const satisfies readonly (keyof Intent)[];

type Column = (typeof alike)[number] | (typeof renamed)[keyof typeof renamed];

/** What is written down of a call, and what goes with it to another journal: all but its number and who works on it. */
export const intentColumns: readonly Column[] = [...alike, ...Object.values(renamed)];

export type Row = Readonly<Record<Column, Cell>> & {
  readonly id: number;
  readonly owner_pid: number | null;
  readonly owner_started: string | null;
  /** In a journal of several machines. */
  readonly host?: string;
  readonly made_by?: string;
};

const columnOf = (field: string): Column =>
  field in renamed ? renamed[field as keyof typeof renamed] : (field as Column);

const fields = [...alike, ...(Object.keys(renamed) as (keyof typeof renamed)[])];

export function intentOf(stored: Row): Intent {
  const damaged = damagedIn(stored);
  const row: Row = damaged.length === 0 ? stored : { ...stored, ...emptied(damaged) };
  const { id, owner_pid, owner_started, host, made_by } = row;
  const intent = {
    ...Object.fromEntries(fields.map((field) => [field, row[columnOf(field)] ?? undefined])),
    id,
    ...(host !== undefined && { madeBy: { host, user: made_by ?? '' } }),
    owner: owner_pid === null ? undefined : { pid: owner_pid, started: owner_started ?? '' },
    blocks: row.blocks === 1,
    damaged,
  } as unknown as Intent;
  if (damaged.length === 0) return intent;
  return {
    ...intent,
    state: intent.acknowledgedAt === undefined ? 'unknown' : intent.state,
    remark: [`its journal entry is damaged: ${damaged.join(', ')}`, intent.remark].filter(Boolean).join('; '),
  };
}

/** What each column that may be damaged has to hold, and what it is emptied to. */
const readable: Readonly<
  Partial<Record<keyof Row, { holds(value: unknown): boolean; readonly empty: Cell }>>
> = {
  request: { holds: (value) => value === 'null' || isCall(jsonOf(value)), empty: 'null' },
  quote: { holds: isRecordOrEmpty, empty: null },
  snapshot: { holds: (value) => value === null || jsonOf(value) !== undefined, empty: null },
  answer: { holds: isRecordOrEmpty, empty: null },
  started_at: { holds: isTime, empty: 0 },
  sent_at: { holds: isTimeOrEmpty, empty: null },
  finished_at: { holds: isTimeOrEmpty, empty: null },
};

const damagedIn = (row: Row): string[] =>
  Object.entries(readable).flatMap(([name, { holds }]) => (holds(row[name as keyof Row]) ? [] : [name]));

const emptied = (damaged: readonly string[]): Readonly<Record<string, Cell>> =>
  Object.fromEntries(damaged.map((name) => [name, readable[name as keyof Row]?.empty ?? null]));

const jsonOf = (value: unknown): unknown => (typeof value === 'string' ? jsonIn(value) : undefined);

function isRecordOrEmpty(value: unknown): boolean {
  return value === null || isRecord(jsonOf(value));
}

const isCall = (value: unknown): boolean =>
  isRecord(value) &&
  (value.path === undefined || typeof value.path === 'string') &&
  (value.input === undefined || isRecord(value.input));

function isTimeOrEmpty(value: unknown): boolean {
  return value === null || isTime(value);
}

function isTime(value: unknown): boolean {
  return typeof value === 'number' && !Number.isNaN(new Date(value).getTime());
}

/** The columns that a change of an intent sets, each with its value: also those that are emptied, as they are damaged. */
export function assignments({ damaged }: Intent, change: Change): [column: string, value: Cell][] {
  const set = Object.entries(change).flatMap(([field, value]): [string, Cell][] =>
    value === undefined
      ? []
      : [[columnOf(field), typeof value === 'boolean' ? Number(value) : (value as Cell)]],
  );
  return Object.entries({ ...emptied(damaged), ...Object.fromEntries(set) });
}

const textFields = words('token idempotencyKey request summary quote snapshot answer remark');

/** What may name people. By none of them a call is recognised: that is done by digests. */
export const textColumns = textFields.map(columnOf);

/** The texts of a redacted intent, in the order of `textColumns`. */
export const textValues = (redacted: Redacted): Cell[] => textFields.map((field) => redacted[field] ?? null);

const draftFields = [
  ...words('account profile target operation effect dedupeKey fingerprint token request idempotencyKey'),
  'summary',
] as const satisfies readonly (keyof Draft)[];

export const draftRow = (draft: Draft): Readonly<Record<string, Cell>> =>
  Object.fromEntries(draftFields.map((field) => [columnOf(field), draft[field] ?? null]));

/** An intent without request: it is never sent and never reconciled. */
export const localDraft = ({ profile, operation, summary, call }: LocalChange): Draft => ({
  account: call?.account ?? '',
  profile,
  target: call?.target ?? 'live',
  operation,
  effect: 'none',
  dedupeKey: operation,
  fingerprint: operation,
  token: undefined,
  request: 'null',
  idempotencyKey: undefined,
  summary,
});

/** Of what had ended before that time, a journal forgets these; what a token keeps stays. */
export const forgettable =
  "told_at IS NOT NULL AND (token IS NULL OR state <> 'done') AND coalesce(finished_at, told_at)";

/** The remark of what a person found not to have happened: it was sent, and can be looked for again. */
export const saidNotDone = 'a person says: not done';

/** What certainly ended without effect. */
export const declined = `state = 'not-done' AND told_at IS NOT NULL AND coalesce(remark, '') <> '${saidNotDone}'`;

/** Everything else costs nothing: it has no effect, and nothing was approved. */
export const mayCost = "(effect <> 'none' OR quote IS NOT NULL)";

/** A change on this machine that a person agreed to is no call. */
export const isLive = "target = 'live' AND account <> ''";

/** Two machines may have used its token before they shared a journal: one of them to the end. */
export const isLeftOver = ({ token }: Draft, { state }: Pick<Intent, 'state'>): boolean =>
  token !== undefined && state !== 'done';

/** Clocks of machines, and a list that lags behind, differ by less. */
const rivalMs = 3_600_000;

/** The rivals of an intent that are done; `at` takes a value and gives its place in the text. */
export const doneRivals = ({ account, operation, id, startedAt }: Intent, at: Place): string =>
  `account = ${at(account)} AND operation = ${at(operation)} AND id <> ${at(id)} AND state = 'done'
     AND (id > ${at(id)} OR finished_at >= ${at(startedAt - rivalMs)})`;

/** And those that have left, of which it is open how they end. */
export const openRivals = ({ account, operation, id }: Intent, at: Place): string =>
  `account = ${at(account)} AND operation = ${at(operation)} AND id <> ${at(id)} AND told_at IS NULL
     AND state IN ('sent', 'unknown')`;

export const abandoned = 'the command ended before it was agreed to; nothing was sent';

export const takenOver = ({ id }: Intent): Failure =>
  new Failure('taken_over', `Another process has taken over request ${id} of the journal`, {
    subject: { is: 'journal-entry', intent: id },
  });
