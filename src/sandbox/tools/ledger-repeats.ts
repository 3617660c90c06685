import { exactText } from '../../base/exact-json.ts';
import type { State } from '../core/state.ts';
import { rfc3339 } from '../core/times.ts';
import { callsOf, emailSent, type LedgerRow } from './ledger.ts';

/** One intent that had more than one effect. */
interface Repeat {
  readonly operation: string;
  /** Lines of the ledger, oldest first. */
  readonly ids: readonly (number | string)[];
  readonly first: string;
  readonly last: string;
  readonly request: unknown;
}

/**
 * What happened twice although it was probably meant once. A call: the same operation with the same request in the same
 * workspace, at most `withinMs` of simulated time after the one before, whatever its Idempotency-Key: a second key for
 * the same thing is the commonest way to do it twice. Letting a campaign go on is no such call, as its effect is the
 * emails. An email: the same step of the same campaign to the same lead, whenever.
 */
export function repeatsOf(state: Pick<State, 'db'>, withinMs: number): Repeat[] {
  return [...repeatedCalls(state, withinMs), ...repeatedEmails(state)];
}

function repeatedCalls(state: Pick<State, 'db'>, withinMs: number): Repeat[] {
  const runs = new Map<string, LedgerRow[][]>();
  for (const row of callsOf(state)) {
    if (row.operation === 'campaigns.resume') continue;
    const key = `${row.workspaceId} ${row.operation} ${canonical(row.request)}`;
    const found = runs.get(key) ?? [];
    const latest = found.at(-1);
    const before = latest?.at(-1);
    if (latest && before && row.at - before.at <= withinMs) latest.push(row);
    else found.push([row]);
    runs.set(key, found);
  }
  const repeats: Repeat[] = [];
  for (const run of [...runs.values()].flat()) {
    const [first, last] = [run[0], run.at(-1)];
    if (!first || !last || run.length < 2) continue;
    const { operation, request } = first;
    const ids = run.map(({ id }) => id);
    repeats.push({ operation, ids, first: rfc3339(first.at), last: rfc3339(last.at), request });
  }
  return repeats;
}

/** The same for the same content, whatever the order of its fields. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null || 'isLosslessNumber' in value) return exactText(value);
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(',')}}`;
}

const repeatedEmails = ({ db }: Pick<State, 'db'>): Repeat[] =>
  db
    .prepare(
      `SELECT campaign_id AS campaignId, lead_id AS leadId, step, json_group_array(id) AS ids, min(sent_at) AS first,
         max(sent_at) AS last
       FROM email WHERE sent_at IS NOT NULL AND campaign_id IS NOT NULL
       GROUP BY campaign_id, step, lead_id HAVING count(*) > 1 ORDER BY first`,
    )
    .all<{
      campaignId: number;
      leadId: number;
      step: number;
      ids: string;
      first: number;
      last: number;
    }>()
    .map(({ ids, first, last, ...request }) => ({
      operation: emailSent,
      ids: (JSON.parse(ids) as number[]).sort((a, b) => a - b).map((id) => `email:${id}`),
      first: rfc3339(first),
      last: rfc3339(last),
      request,
    }));
