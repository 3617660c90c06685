import { exitCodeOf } from '../../base/failure-codes.ts';
import { redact } from '../../contract/redact.ts';
import * as s from '../../contract/schema/schema.ts';
import type { WireRequest } from '../../contract/wire.ts';
import { command } from '../declare/command.ts';
import type { DryRun, DryRunOfAll, Rehearsal } from '../declare/early-end.ts';
import { stack, type View, verbatim } from '../declare/view.ts';
import { jsonDocument } from '../output/text/json.ts';
import { type DescribedRequest, requestFields } from './request-fields.ts';

/** The request as data: everything that would leave, but the key and what the contract calls secret. */
export async function describeDryRun({ request, operation, rehearsal, truncated }: DryRun) {
  const { authorization: _, ...headers } = request.headers;
  return {
    dryRun: true,
    operation: operation.id,
    effect: operation.effect,
    method: request.method,
    path: request.path,
    query: byName(request.query),
    headers,
    // One that is made up is another one each time, so that a dry run has none to show.
    ...(operation.retry.kind === 'idempotencyKey' && {
      idempotencyKey: headers['idempotency-key'] ?? 'new for each request',
    }),
    body: withoutSecrets(
      request.body === undefined
        ? null
        : await (await import('../../base/lossless-json.ts')).parseJson(request.body),
      operation.secrets ?? [],
    ),
    ...(truncated && { truncated }),
    ...(rehearsal && described(rehearsal)),
  };
}

/** Of several calls under one question: what it shows is about all of them. */
export async function describeDryRuns({ each, rehearsal }: DryRunOfAll) {
  const items = await Promise.all(each.map(describeDryRun));
  return { items, total: items.length, ...(rehearsal && { dryRun: true, ...described(rehearsal) }) };
}

const described = ({ facts, price, refusal }: Rehearsal) => ({
  facts: facts.map(redact),
  price,
  wouldRefuse:
    refusal === undefined
      ? null
      : { code: refusal.code, exitCode: exitCodeOf(refusal.kind), message: redact(refusal.message) },
});

/** How one such request is shown, or several. */
export const requestCommand = command({
  name: 'dry-run',
  summary: 'The requests that a command would make, in order',
  uses: [],
  tool: 'read',
  answer: s.object({
    ...requestFields.entries,
    /** The body of an import has the first leads alone. */
    truncated: s.optional(s.object(s.each(['shown', 'total'], s.integer()))),
  }),
  examples: [],
  run: (_, __): DescribedRequest | { items: readonly DescribedRequest[]; total: number } | undefined =>
    undefined,
  view: (shown) =>
    shown && !('items' in shown) ? requestView(shown) : stack(...(shown?.items ?? []).map(requestView)),
});

/** The request as it would be on the wire, its body laid out for people. */
function requestView(
  request: Pick<DescribedRequest, 'method' | 'path' | 'body'> &
    Partial<Pick<DescribedRequest, 'query' | 'idempotencyKey'>>,
): View {
  const pairs = new URLSearchParams();
  for (const [name, values] of Object.entries(request.query ?? {}))
    for (const value of [values].flat()) pairs.append(name, value);
  const query = pairs.toString();
  const target = query === '' ? request.path : `${request.path}?${query}`;
  const key = request.idempotencyKey === undefined ? '' : `Idempotency-Key: ${request.idempotencyKey}\n`;
  const body = request.body === null ? '' : jsonDocument(request.body);
  return verbatim(`${request.method} ${target}\n${key}${body}`);
}

/** A name given several times has a list. */
function byName(pairs: WireRequest['query']): Record<string, string | string[]> {
  const values = new Map<string, string[]>();
  for (const [name, value] of pairs) values.set(name, [...(values.get(name) ?? []), value]);
  return Object.fromEntries([...values].map(([name, all]) => [name, all.length > 1 ? all : (all[0] ?? '')]));
}

/** At any depth: a call of a tool has its fields one level down. */
function withoutSecrets(body: unknown, secrets: readonly string[]): unknown {
  if (Array.isArray(body)) return body.map((item) => withoutSecrets(item, secrets));
  if (body === null || typeof body !== 'object') return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      secrets.includes(name) ? '[hidden]' : withoutSecrets(value, secrets),
    ]),
  );
}
