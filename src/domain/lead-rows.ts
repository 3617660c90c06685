import { addressKey, addressProblem } from './email-address.ts';
import type { LeadField } from './lead-fields.ts';
import type { Mapping } from './lead-mapping.ts';

/** One data row of a file: its number as a spreadsheet shows it (the header is row 1) and its cells. */
export interface Row {
  readonly number: number;
  readonly cells: readonly string[];
}

/** What POST /leads takes for one lead. */
export type LeadInput = { email: string } & Partial<Record<Exclude<LeadField, 'email'>, string>> & {
    customVariables?: Record<string, string>;
  };

export type RejectKind = 'malformed address' | 'no address' | 'wrong number of columns';

export interface Reject {
  readonly row: Row;
  readonly kind: RejectKind;
  /** The header of the column at fault; empty where it is the row as a whole. */
  readonly column: string;
  readonly reason: string;
}

/** What became of a file's rows. Every row read is exactly one of: a lead, a reject, empty, or replaced by a later row. */
export interface Verdict {
  readonly read: number;
  readonly leads: readonly LeadInput[];
  readonly rejects: readonly Reject[];
  /** Rows without any value. */
  readonly empty: number;
  /** Rows whose address stands again further down: the last one wins. */
  readonly replaced: readonly { readonly row: number; readonly by: number; readonly email: string }[];
  /** Leads whose address had spaces around it. */
  readonly trimmed: number;
}

/** Sorts rows into leads and rejects. Pure: nothing is sent, nothing is written. */
export function judgeRows(rows: readonly Row[], mapping: Mapping): Verdict {
  const leads = new Map<string, { lead: LeadInput; row: number; trimmed: boolean }>();
  const rejects: Reject[] = [];
  const replaced: { row: number; by: number; email: string }[] = [];
  let empty = 0;
  for (const row of rows) {
    if (row.cells.every((cell) => cell.trim() === '')) {
      empty += 1;
      continue;
    }
    const reject = rejectOf(row, mapping);
    if (reject !== undefined) {
      rejects.push(reject);
      continue;
    }
    const { lead, trimmed } = leadOf(row, mapping);
    const key = addressKey(lead.email);
    const earlier = leads.get(key);
    if (earlier !== undefined) {
      replaced.push({ row: earlier.row, by: row.number, email: lead.email });
      leads.delete(key);
    }
    leads.set(key, { lead, row: row.number, trimmed });
  }
  const kept = [...leads.values()];
  return {
    read: rows.length,
    leads: kept.map(({ lead }) => lead),
    rejects,
    empty,
    replaced,
    trimmed: kept.filter(({ trimmed }) => trimmed).length,
  };
}

function rejectOf(row: Row, mapping: Mapping): Reject | undefined {
  if (row.cells.length !== mapping.length) {
    const reason = `has ${row.cells.length} columns where the header has ${mapping.length}`;
    return { row, kind: 'wrong number of columns', column: '', reason };
  }
  const index = mapping.findIndex(({ use }) => use.kind === 'field' && use.field === 'email');
  const address = (row.cells[index] ?? '').trim();
  const reason = addressProblem(address);
  if (reason === undefined) return undefined;
  return {
    row,
    kind: address === '' ? 'no address' : 'malformed address',
    column: mapping[index]?.header ?? '',
    reason,
  };
}

function leadOf(row: Row, mapping: Mapping): { lead: LeadInput; trimmed: boolean } {
  const lead: LeadInput = { email: '' };
  const variables: Record<string, string> = {};
  let trimmed = false;
  for (const [index, { use }] of mapping.entries()) {
    const cell = row.cells[index] ?? '';
    const value = cell.trim();
    if (use.kind === 'field' && use.field === 'email') trimmed = value !== cell;
    if (value === '' || use.kind === 'ignored') continue;
    if (use.kind === 'field') lead[use.field] = value;
    else variables[use.key] = value;
  }
  if (Object.keys(variables).length > 0) lead.customVariables = variables;
  return { lead, trimmed };
}
