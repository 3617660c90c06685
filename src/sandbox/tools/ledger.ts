import { parseExact } from '../../base/exact-json.ts';
import { addressKey } from '../../contract/checks/email-address.ts';
import * as stored from '../core/record-table.ts';
import { countRows } from '../core/rows.ts';
import type { State } from '../core/state.ts';
import { rfc3339 } from '../core/times.ts';

/** Calls that did what cannot be taken back, and what they have cost so far. */
const ledger = stored.recordTable('ledger', {
  id: stored.number,
  workspaceId: stored.number,
  operation: stored.text,
  effect: stored.text,
  credits: stored.number,
  usd: stored.number,
  /** Simulated time, milliseconds. */
  at: stored.number,
  /** Its parameters and its body. */
  request: stored.json<unknown>(),
});

export type LedgerRow = stored.RecordOf<typeof ledger>;

type Db = Pick<State, 'db'>;

/** The calls with an effect, oldest first; those of one operation where it is named. */
export const callsOf = (state: Db, operation?: string): LedgerRow[] =>
  ledger.all(state, 'WHERE ?1 IS NULL OR t.operation = ?1 ORDER BY t.id', operation ?? null);

/** One line of the ledger as it is shown: a call, or an email that left. */
export interface LedgerItem {
  /** `12` for a call, `email:7` for an email. */
  readonly id: number | string;
  /** Of an email: `email.sent`. */
  readonly operation: string;
  readonly effect: string;
  readonly credits: number;
  readonly usd: number;
  readonly at: string;
  /** Of an email: of the call it left because of; null where there was none. */
  readonly request: unknown;
  /** Of an email alone: the line of that call. */
  readonly cause?: number | null;
  readonly email?: {
    readonly campaignId: number | null;
    readonly leadId: number;
    readonly step: number | null;
    readonly recipient: string;
  };
}

interface LedgerQuery {
  /** An operation, or several with `*`; emails are `email.sent`. */
  readonly operation?: string | undefined;
  readonly offset: number;
  /** All of the rest unless said. */
  readonly limit?: number | undefined;
  /** Without the emails, which are most of it. */
  readonly callsOnly?: boolean;
}

/** The name emails have in the ledger. */
export const emailSent = 'email.sent';

interface Line {
  emailId: number | null;
  id: number | null;
  operation: string;
  effect: string;
  credits: number;
  usd: number;
  at: number;
  request: string | null;
  campaignId: number | null;
  leadId: number | null;
  step: number | null;
  recipient: string | null;
  broughtBy: number | null;
}

/** Emails are not written down twice: a sent one is never removed, so the outgoing mail is their ledger. */
const lines = `
  SELECT NULL AS emailId, id, operation, effect, credits, usd, at, request, NULL AS campaignId, NULL AS leadId,
    NULL AS step, NULL AS recipient, NULL AS broughtBy FROM ledger WHERE ?1 IS NULL OR operation GLOB ?1
  UNION ALL
  SELECT id, NULL, '${emailSent}', 'sends', 0, 0, sent_at, NULL, campaign_id, lead_id, step, recipient, ledger_id
    FROM email WHERE sent_at IS NOT NULL AND ?2 = 0 AND (?1 IS NULL OR '${emailSent}' GLOB ?1)`;

/** Every charge, debit, order, launch and email, newest first. */
export function ledgerPage({ db }: Db, { operation, offset, limit, callsOnly = false }: LedgerQuery) {
  const wanted = [operation ?? null, Number(callsOnly)] as const;
  const found = db
    .prepare(`${lines} ORDER BY at DESC, emailId DESC, id DESC LIMIT ?3 OFFSET ?4`)
    .all<Line>(...wanted, limit ?? -1, offset);
  const causeOf = causes({ db });
  const total = countRows({ db }, `(${lines})`, ...wanted);
  return { items: found.map((line) => itemOf(line, causeOf)), total };
}

function itemOf(line: Line, causeOf: (line: Line) => LedgerRow | undefined): LedgerItem {
  const { operation, effect, credits, usd } = line;
  const common = { operation, effect, credits, usd: Math.round(usd * 1e6) / 1e6, at: rfc3339(line.at) };
  if (line.emailId === null)
    return { id: line.id ?? 0, ...common, request: parseExact(line.request ?? 'null') };
  const cause = causeOf(line);
  const { campaignId, leadId, step, recipient } = line;
  return {
    id: `email:${line.emailId}`,
    ...common,
    request: cause === undefined ? null : partFor(cause, recipient ?? ''),
    cause: cause?.id ?? null,
    email: { campaignId, leadId: leadId ?? 0, step, recipient: recipient ?? '' },
  };
}

/** Of a call that brought many leads, the one this is about. */
function partFor({ operation, request }: LedgerRow, recipient: string): unknown {
  if (operation !== 'leads.upsert') return request;
  const { body } = request as { body: { leads: readonly { email: string }[] } };
  const isMeant = ({ email }: { email: string }) => addressKey(email) === addressKey(recipient);
  return { body: { ...body, leads: body.leads.filter(isMeant) } };
}

/**
 * The call an email left because of: what sent the draft; else what launched its campaign, let it go on last, or brought
 * the lead since. Each is looked up once.
 */
function causes(state: Db): (line: Line) => LedgerRow | undefined {
  const launches = new Map<number, LedgerRow[]>();
  const launched = (campaignId: number, at: number): LedgerRow | undefined => {
    const calls =
      launches.get(campaignId) ??
      callsWhere(
        state,
        `(operation = 'campaigns.resume' AND ${ofItem}) OR id IN (SELECT ledger_id FROM autopilot_run WHERE campaign_id = ?1)`,
        campaignId,
      );
    launches.set(campaignId, calls);
    return calls.find((call) => call.at <= at);
  };
  const rows = new Map<number, LedgerRow | undefined>();
  const row = (id: number): LedgerRow | undefined => {
    if (!rows.has(id)) rows.set(id, ledger.find(state, id));
    return rows.get(id);
  };
  return ({ emailId, campaignId, leadId, at, broughtBy }) => {
    if (campaignId !== null)
      return later(launched(campaignId, at), broughtBy === null ? undefined : row(broughtBy));
    const draft = state.db
      .prepare(
        `SELECT d.id, r.campaign_id AS campaignId FROM draft d LEFT JOIN reply r ON r.id = d.reply_id
         WHERE d.lead_id = ? AND d.email_id = ?`,
      )
      .get<{ id: number; campaignId: number | null }>(leadId, emailId);
    if (!draft) return undefined;
    const [sent] = callsWhere(state, `operation = 'drafts.send' AND ${ofItem}`, draft.id);
    // A campaign with answers on autopilot sends its drafts by itself.
    return sent ?? (draft.campaignId === null ? undefined : launched(draft.campaignId, at));
  };
}

const later = (a: LedgerRow | undefined, b: LedgerRow | undefined): LedgerRow | undefined =>
  a && b ? (b.at > a.at || (b.at === a.at && b.id > a.id) ? b : a) : (a ?? b);

const ofItem = "json_extract(request, '$.params.id') = ?1";

/** Newest first. */
const callsWhere = (state: Db, condition: string, value: number): LedgerRow[] =>
  ledger.all(state, `WHERE ${condition} ORDER BY t.at DESC, t.id DESC`, value);
