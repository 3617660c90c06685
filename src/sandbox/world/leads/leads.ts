import { exactText, parseExact } from '../../../base/exact-json.ts';
import type { leads } from '../../../contract/areas/leads.ts';
import { addressKey } from '../../../contract/checks/email-address.ts';
import { tagOf } from '../../../contract/checks/variable-key.ts';
import { type LeadFieldName, leadFieldNames, leadFields, snakeCase } from '../../../contract/lead-fields.ts';
import type { ItemOf } from '../../../contract/operation.ts';
import type { Infer } from '../../../contract/schema/schema.ts';
import type { Value } from '../../../local/engines/engine.ts';
import { Refusal } from '../../core/handler.ts';
import { idsOf, rowsAtOnce, rowsQuery, update } from '../../core/rows.ts';
import type { Sandbox } from '../../core/state.ts';
import { maybeTime, rfc3339 } from '../../core/times.ts';
import { count, countOf } from '../account/counters.ts';

type Lead = ItemOf<typeof leads.list>;

/** A lead as calls give it. */
export type LeadInput = Omit<Infer<typeof leads.update.body>, 'customVariables'> & {
  customVariables?: CustomVariables | undefined;
};

export interface LeadRow extends Record<Exclude<LeadFieldName, 'email'>, string | null> {
  id: number;
  workspaceId: number;
  email: string;
  custom: string | null;
  tag: string | null;
  meetingBookedAt: number | null;
  unsubscribedAt: number | null;
  createdAt: number;
  updatedAt: number;
}

/** What clients gave, to be selected from `lead`; a field that the list of them lacks does not compile here. */
export const leadFieldColumns: Readonly<
  Record<Exclude<keyof LeadInput, 'customVariables'> | 'email', string>
> = Object.fromEntries(leadFieldNames.map((name) => [name, `lead.${snakeCase(name)}`])) as Record<
  LeadFieldName,
  string
>;

const columns: Readonly<Record<keyof LeadRow, string>> = {
  id: 'lead.id',
  workspaceId: 'lead.workspace_id',
  ...leadFieldColumns,
  custom: 'lead.custom',
  tag: 'lead.tag',
  meetingBookedAt: 'lead.meeting_booked_at',
  unsubscribedAt: 'lead.unsubscribed_at',
  createdAt: 'lead.created_at',
  updatedAt: 'lead.updated_at',
};

const selected = Object.entries(columns).map(([name, column]) => `${column} AS ${name}`);
const selectLead = `SELECT ${selected.join(', ')} FROM lead`;

/** Those that a query gives as `id`, newest first. */
export const leadsIn = (sandbox: Sandbox, ids: string, ...values: (string | number)[]): LeadRow[] =>
  rowsAtOnce(
    sandbox,
    rowsQuery(columns, `(SELECT * FROM lead WHERE id IN (${ids}) ORDER BY id DESC) lead`),
    ...values,
  );

/** Each field by itself: there may be a million of them. */
export function leadView(row: LeadRow): Lead {
  const createdAt = rfc3339(row.createdAt);
  const view: Partial<Record<keyof Lead, unknown>> = { id: row.id };
  for (const field of leadFieldNames) view[field] = row[field];
  view.tag = row.tag;
  view.meetingBookedAt = maybeTime(row.meetingBookedAt);
  view.createdAt = createdAt;
  view.updatedAt = row.updatedAt === row.createdAt ? createdAt : rfc3339(row.updatedAt);
  view.customVariables = variablesOf(row.custom);
  return view as Lead;
}

export const variablesOf = (custom: string | null): CustomVariables =>
  custom === null ? {} : (parseExact(custom) as CustomVariables);

export const findLead = (sandbox: Sandbox, id: number): LeadRow | undefined =>
  sandbox.db.prepare(`${selectLead} WHERE lead.id = ?`).get<LeadRow>(id);

/** A lead of the workspace. Another workspace's lead is refused with `foreign`: most calls say 404, some 403. */
export function leadOf(sandbox: Sandbox, workspaceId: number, id: number, foreign: 403 | 404 = 404): LeadRow {
  const row = findLead(sandbox, id);
  if (!row || (row.workspaceId !== workspaceId && foreign === 404))
    throw new Refusal(404, `Lead ${id} not found`);
  if (row.workspaceId !== workspaceId) throw new Refusal(403, `Lead ${id} is not in this workspace`);
  return row;
}

export function leadByEmail(sandbox: Sandbox, workspaceId: number, email: string): LeadRow | undefined {
  return sandbox.db
    .prepare(`${selectLead} WHERE lead.workspace_id = ? AND lead.email_key = ?`)
    .get<LeadRow>(workspaceId, addressKey(email));
}

const selectByKey = rowsQuery(
  { ...columns, emailKey: 'lead.email_key' },
  'lead WHERE lead.workspace_id = ? AND lead.email_key IN (SELECT value FROM json_each(?))',
);

/** Those of many addresses that are there, by the key of the address: a query for each takes three times as long. */
export function leadsByKey(
  sandbox: Sandbox,
  workspaceId: number,
  keys: readonly string[],
): ReadonlyMap<string, LeadRow> {
  const rows = rowsAtOnce<LeadRow & { emailKey: string }>(
    sandbox,
    selectByKey,
    workspaceId,
    JSON.stringify(keys),
  );
  return new Map(rows.map((row) => [row.emailKey, row]));
}

/** The campaigns of a lead; the one joined last comes first. */
export const campaignsOf = (sandbox: Sandbox, leadId: number): number[] =>
  idsOf(
    sandbox,
    'SELECT campaign_id AS id FROM campaign_lead WHERE lead_id = ? ORDER BY added_at DESC, campaign_id DESC',
    leadId,
  );

const leadCounter = 'leads';

/** Counted as they come and go: with a million of them, counting again for every page and every call is what takes time. */
export const countLeads = (sandbox: Sandbox, workspaceId: number): number =>
  countOf(sandbox, workspaceId, leadCounter, '');

/** Counts again, where leads went by another way than {@link deleteLead}. */
export function recountLeads({ db }: Pick<Sandbox, 'db'>): void {
  db.prepare(
    'UPDATE counter SET value = (SELECT count(*) FROM lead WHERE workspace_id = counter.workspace_id) WHERE name = ?',
  ).run(leadCounter);
}

/** Where a lead came from. */
export type LeadOrigin = 'api' | 'finder' | 'autopilot' | 'copilot';

/** One text for all of them: a file brings a hundred thousand. */
const insertLead = `INSERT INTO lead (${leadFieldNames.map(snakeCase).join(', ')}, workspace_id, email_key, custom, origin, created_at, updated_at)
  VALUES (${'?, '.repeat(leadFieldNames.length)}?, ?, ?, ?, ?, ?)`;

export function createLead(
  sandbox: Sandbox,
  workspaceId: number,
  input: LeadInput & { email: string },
  origin: LeadOrigin,
): number {
  const now = sandbox.now();
  const email = input.email.trim();
  const values: Value[] = [];
  for (const field of leadFieldNames) values.push(field === 'email' ? email : (input[field] ?? null));
  const custom = input.customVariables && exactText(mergeVariables({}, input.customVariables));
  values.push(workspaceId, addressKey(email), custom && custom !== '{}' ? custom : null, origin, now, now);
  count(sandbox, workspaceId, leadCounter, '');
  return sandbox.db.prepare(insertLead).run(...values).lastInsertRowid;
}

export function deleteLead(sandbox: Sandbox, { id, workspaceId }: Pick<LeadRow, 'id' | 'workspaceId'>): void {
  sandbox.db.prepare('DELETE FROM lead WHERE id = ?').run(id);
  count(sandbox, workspaceId, leadCounter, '', -1);
}

/** Changes the given fields of a lead. What changes nothing leaves updatedAt alone. */
export function updateLead(sandbox: Sandbox, row: LeadRow, input: LeadInput): void {
  const changes: Record<string, string> = {};
  for (const field of leadFieldNames) {
    const value = field === 'email' ? input.email?.trim() : input[field];
    if (value === undefined || leadFields[field].settable === 'atCreation' || value === row[field]) continue;
    changes[field] = value;
    if (field === 'email') changes.emailKey = addressKey(value);
  }
  if (input.customVariables !== undefined) {
    const custom = exactText(mergeVariables(variablesOf(row.custom), input.customVariables));
    if (custom !== (row.custom ?? '{}')) changes.custom = custom;
  }
  if (Object.keys(changes).length > 0)
    update(sandbox, 'lead', row.id, { ...changes, updatedAt: sandbox.now() });
}

type CustomVariables = Record<string, unknown>;

/**
 * What the given variables make of the stored ones. A key that is there keeps its first spelling; a key that is not given
 * stays: the spec says that only provided fields change, and a second file must not wipe what the first one brought.
 */
function mergeVariables(stored: CustomVariables, given: CustomVariables | undefined): CustomVariables {
  const result = { ...stored };
  const spelling = new Map(Object.keys(stored).map((name) => [tagOf(name), name]));
  for (const [name, value] of Object.entries(given ?? {})) {
    const key = spelling.get(tagOf(name)) ?? name;
    spelling.set(tagOf(name), key);
    Object.defineProperty(result, key, { value, enumerable: true, writable: true, configurable: true });
  }
  return result;
}
