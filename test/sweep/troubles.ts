import { leavesNothing } from '../../src/client/retry/retry-policy.ts';
import type { AnyOperation } from '../../src/contract/operation.ts';
import { WireFailure, type WireFailureReason } from '../../src/contract/wire.ts';
import type { Reply } from './service.ts';

/** Something that goes wrong with every request of one operation, and how the command has to end for it. */
export interface Trouble {
  readonly name: string;
  readonly reply: Reply;
  readonly exit: (operation: AnyOperation) => number;
  /** How many requests it may take in all. */
  readonly tries: (operation: AnyOperation) => number;
  /** The service said, to what was asked, nothing that can be read: its path may be another one, or its answer. */
  readonly tellsNothing?: true;
}

const repeatable = ({ kind, retry }: AnyOperation): boolean => kind === 'read' || retry.kind === 'safe';
/** It is tried again with its key; where that does not help, it is not known whether it happened. */
const hasKey = ({ retry }: AnyOperation): boolean => retry.kind === 'idempotencyKey';
const once = () => 1;

const refused = (status: number, exit: number, reply: Omit<Reply & object, 'status'> = {}): Trouble => ({
  name: `${status} ${JSON.stringify(reply).slice(0, 60)}`,
  reply: { status, ...reply },
  exit: () => exit,
  tries: once,
});

/** It may have happened: a read and what may be repeated is tried again, all else is never asked for twice. */
const doubtful = (name: string, reply: Reply, tries = 5): Trouble => ({
  name,
  reply,
  exit: (operation) => (repeatable(operation) ? 11 : 14),
  tries: (operation) => (repeatable(operation) || hasKey(operation) ? tries : 1),
});

/** An answer that says neither yes nor no: only where nothing can have changed is it not unknown. */
const saysNothing = (operation: AnyOperation): number => (leavesNothing(operation) ? 11 : 14);
const unread = (name: string, reply: Reply, tries = 1): Trouble => ({
  ...doubtful(name, reply, tries),
  exit: saysNothing,
  ...(!('status' in reply) && { tellsNothing: true }),
});

/** What a read brought is shown as it came where the spec does not say what it should look like. */
function unshaped(name: string, reply: Reply): Trouble {
  const { exit, ...trouble } = unread(name, reply);
  return {
    ...trouble,
    exit: (operation) => (operation.kind === 'read' && operation.answer.holds ? 0 : exit(operation)),
  };
}

const json = (body: unknown) => ({ body: JSON.stringify(body) });
const plain = (body: string) => ({ body, headers: { 'content-type': 'text/plain' } });
const page = (title: string) => ({
  body: `<!DOCTYPE html><html><head><title>${title}</title></head><body>nginx</body></html>`,
  headers: { 'content-type': 'text/html' },
});
const broken = (reason: WireFailureReason, sent: boolean) =>
  new WireFailure(reason, sent, `${reason}, so to say`);

export const troubles: readonly Trouble[] = [
  refused(400, 2, plain('leads must not be empty')),
  refused(400, 2, json({ error: 'bad value', field: 'x', value: { deep: ['y'] }, reason: 'too odd' })),
  refused(401, 4, plain('{"error":"Invalid API key"}')),
  refused(402, 10, json({ error: 'insufficient_credits', needed: 10, available: 4 })),
  refused(
    403,
    5,
    plain('{"error":"This API key is read-only; this endpoint requires the read_write scope"}'),
  ),
  refused(403, 5, json({ error: 'no plan', code: 'plan_required' })),
  { ...refused(404, 6, plain('404 page not found')), tellsNothing: true },
  { ...refused(404, 6, json({ error: 'not found' })), tellsNothing: true },
  refused(409, 7, json({ error: 'import_running', importId: 9 })),
  refused(410, 7, json({ error: 'results_expired' })),
  refused(422, 7, json({ error: 'contact_cap_reached' })),
  { ...refused(429, 9, { headers: { 'retry-after': '3600' } }), name: '429 for an hour' },
  { ...refused(429, 9, json({ error: 'rate_limited', retryAfterSeconds: 7200 })), name: '429 for two hours' },
  {
    ...refused(429, 9, json({ error: 'slow down' })),
    name: '429',
    tries: ({ standing }) => (standing?.includes(429) ? 1 : 5),
  },
  { ...refused(429, 9, { headers: { 'retry-after': '2' } }), name: '429 for 2 s', tries: () => 5 },
  {
    ...refused(429, 9, { headers: { 'retry-after': '-5' } }),
    name: '429 for nonsense',
    tries: ({ standing }) => (standing?.includes(429) ? 1 : 5),
  },
  unread('302 elsewhere', { status: 302, headers: { location: 'http://127.0.0.1:9/r/leads' } }),
  unread('308 to nowhere', { status: 308 }),
  doubtful('500 text', { status: 500, ...plain('Internal Server Error') }),
  doubtful('500 JSON', { status: 500, ...json({ error: { message: 'boom' } }) }),
  doubtful('502 page', { status: 502, ...page('502 Bad Gateway') }),
  doubtful('503 page', { status: 503, ...page('503 Service Unavailable') }),
  doubtful('504 empty', { status: 504 }),
  doubtful('timeout', broken('timeout', true), 3),
  doubtful('reset', broken('reset', true)),
  doubtful('cut off', broken('truncated', true)),
  doubtful('too large', broken('too-large', true), 1),
  doubtful('too slow', broken('too-slow', true), 1),
  { ...doubtful('no HTTP', broken('malformed', true), 1), exit: saysNothing },
  unread('truncated JSON', { body: '{"total": 1, "it' }, 5),
  unread('empty', { body: '' }),
  unread('a web page', page('Sign in to the hotel')),
  unread('text', plain('ok')),
  unshaped('a list', { body: '[]' }),
  unshaped('a number', { body: '7' }),
  unread('an abyss', { body: '['.repeat(5000) }),
  {
    name: 'refused connection',
    reply: broken('refused', false),
    exit: () => 12,
    tries: () => 3,
  },
  { name: 'unknown name', reply: broken('dns', false), exit: () => 12, tries: () => 3 },
  { name: 'bad certificate', reply: broken('tls', false), exit: () => 12, tries: once },
];
