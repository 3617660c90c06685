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
export type LedgerItem = ReturnType<typeof itemOf>;

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
  /** Of an email. */
  cause: number | null;
}

/** Emails are not written down twice: a sent one is never removed, so the outgoing mail is their ledger. */
const lines = `
  SELECT NULL AS emailId, id, operation, effect, credits, usd, at, request, NULL AS campaignId, NULL AS leadId,
    NULL AS step, NULL AS recipient, NULL AS broughtBy FROM ledger WHERE ?1 IS NULL OR operation GLOB ?1
  UNION ALL
  SELECT id, NULL, '${emailSent}', 'sends', 0, 0, sent_at, NULL, campaign_id, lead_id, step, recipient, ledger_id
    FROM email WHERE sent_at IS NOT NULL AND ?2 = 0 AND (?1 IS NULL OR '${emailSent}' GLOB ?1)`;

const ofDraft =
  'FROM draft d LEFT JOIN reply r ON r.id = d.reply_id WHERE d.lead_id = leadId AND d.email_id = emailId';
const idIn = (request: string) => `json_extract(${request}, '$.params.id')`;
const launched = `coalesce(campaignId, (SELECT r.campaign_id ${ofDraft}))`;

/**
 * The call an email left because of: what sent the draft; else what launched its campaign, let it go on last, or brought
 * the lead since. A campaign with answers on autopilot sends its drafts by itself.
 */
const cause = `iif(emailId IS NULL, NULL, coalesce(
  iif(campaignId IS NULL, (SELECT c.id FROM ledger c
    WHERE c.operation = 'drafts.send' AND ${idIn('c.request')} = (SELECT d.id ${ofDraft})
    ORDER BY c.at DESC, c.id DESC), NULL),
  (SELECT c.id FROM ledger c WHERE c.id = broughtBy
     OR (c.operation = 'campaigns.resume' AND ${idIn('c.request')} = ${launched} AND c.at <= line.at)
     OR (c.id IN (SELECT ledger_id FROM autopilot_run WHERE campaign_id = ${launched}) AND c.at <= line.at)
   ORDER BY c.at DESC, c.id DESC)))`;

/** Every charge, debit, order, launch and email, newest first. */
export function ledgerPage({ db }: Db, { operation, offset, limit, callsOnly = false }: LedgerQuery) {
  const wanted = [operation ?? null, Number(callsOnly)] as const;
  const page = `${lines} ORDER BY at DESC, emailId DESC, id DESC LIMIT ?3 OFFSET ?4`;
  const found = db
    .prepare(`SELECT *, ${cause} AS cause FROM (${page}) line`)
    .all<Line>(...wanted, limit ?? -1, offset);
  const causes = new Map<number, LedgerRow>();
  for (const { cause } of found)
    if (cause !== null && !causes.has(cause)) causes.set(cause, ledger.get({ db }, cause));
  const total = countRows({ db }, `(${lines})`, ...wanted);
  return { items: found.map((line) => itemOf(line, causes.get(line.cause ?? 0))), total };
}

/** `id` is `12` for a call, `email:7` for an email; of an email `request` and `cause` are of the call it left because of. */
function itemOf({ emailId, operation, effect, credits, ...line }: Line, cause: LedgerRow | undefined) {
  const { campaignId, leadId, step, recipient } = line;
  const ofEmail = cause === undefined ? null : partFor(cause, recipient ?? '');
  return {
    id: emailId === null ? (line.id ?? 0) : `email:${emailId}`,
    operation,
    effect,
    credits,
    usd: Math.round(line.usd * 1e6) / 1e6,
    at: rfc3339(line.at),
    request: emailId === null ? parseExact(line.request ?? 'null') : ofEmail,
    ...(emailId !== null && {
      cause: line.cause,
      email: { campaignId, leadId: leadId ?? 0, step, recipient: recipient ?? '' },
    }),
  };
}

/** Of a call that brought many leads, the one this is about. */
function partFor({ operation, request }: LedgerRow, recipient: string): unknown {
  if (operation !== 'leads.upsert') return request;
  const { body } = request as { body: { leads: readonly { email: string }[] } };
  const leads = body.leads.filter(({ email }) => addressKey(email) === addressKey(recipient));
  return { body: { ...body, leads } };
}
