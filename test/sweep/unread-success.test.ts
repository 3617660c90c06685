import { describe, expect, it } from 'vitest';
import { evidenceOf } from '../../src/client/evidence/index.ts';
import { leavesNothing } from '../../src/client/retry/retry-policy.ts';
import { isGuarded } from '../../src/contract/consent.ts';
import { operations } from '../../src/contract/index.ts';
import type { AnyOperation } from '../../src/contract/operation.ts';
import { breaches, errorOf, liveWorld, online } from './live.ts';
import type { Reply } from './service.ts';
import { sliced } from './slice.ts';

/** Every write of the contract before every success that says nothing: it is unknown, and the journal never says done. */

const error = { error: 'insufficient funds', code: 'not_enough_money' };
const answers: readonly [name: string, reply: Reply][] = [
  ['null', { body: 'null' }],
  ['a list', { body: '[]' }],
  ['nothing in it', { body: '{}' }],
  ['text', { body: '"ok"' }],
  ['plain text', { body: 'ok', headers: { 'content-type': 'text/plain' } }],
  ['a number', { body: '1' }],
  ['an error', { body: JSON.stringify(error) }],
  [
    'an error beside a success',
    { body: JSON.stringify({ id: 1, importId: 1, status: 'running', ...error }) },
  ],
  ['204', { status: 204, body: '' }],
  ['an empty body', { body: '' }],
  ['303', { status: 303, headers: { location: '/r/elsewhere' } }],
];

/** What no command makes, or only together with other calls; its command looks itself whether a draft was saved. */
const raw: Readonly<Record<string, string>> = {
  'drafts.update': 'api drafts.update --param id=1 --field body=Hello',
  'blocklist.removeEntry': 'api blocklist.removeEntry --param id=1 --yes',
};

/** An object does where the spec shows no answer, but for a new key, and a 204 where a second call does no harm, either. */
const enough = (operation: AnyOperation): string[] => {
  if (operation.answer.shown !== 'nothing' || operation.givesKey !== undefined) return [];
  return ['nothing in it', ...(isGuarded(operation) ? [] : ['204'])];
};

const writes = operations.filter(({ kind }) => kind === 'write');
const lineOf = ({ id }: AnyOperation): string => {
  const found = online.find(({ path, main }) => main === id && path !== 'api' && path !== 'webhooks ensure');
  const line = raw[id] ?? (found && `${found.path} ${found.words}`);
  if (line === undefined) throw new Error(`no line makes ${id}: add it to lines.ts`);
  return `${line} --json`;
};

const rows = writes.map((operation) => ({ operation, id: operation.id }));

describe.each(sliced(rows, answers, 5))('$id', ({ operation, id, modes }) => {
  const line = lineOf(operation);
  const guarded = isGuarded(operation);

  it.each(modes)('answered with %s', async (name, reply) => {
    const { world, service } = await liveWorld();
    service.play((called) => (called === id ? reply : undefined));
    const run = await world.outreach(guarded ? `${line} --once token` : line);
    expect(breaches(run)).toEqual([]);
    const isEnough = enough(operation).includes(name);
    expect(run.exit).toBe(isEnough ? 0 : leavesNothing(operation) ? 11 : 14);
    expect(service.seen.filter((called) => called === id)).toHaveLength(1);
    if (isEnough) return;
    expect(run.out).toBe('');
    expect(errorOf(run).outcome).toBe(leavesNothing(operation) ? 'none' : 'unknown');
    if (name.startsWith('an error')) {
      expect(errorOf(run).message).toContain(error.error);
      expect(errorOf(run).code).toBe(error.code);
    }
    if (!guarded) return;

    const journal = async () => (await world.outreach('journal list --json')).json();
    expect((await journal()).items).toMatchObject([{ operation: id, state: 'unknown' }]);
    const again = await world.outreach(`${line} --once token`);
    expect([again.exit, again.out]).toEqual([14, '']);
    expect(again.err).not.toMatch(/was done|nothing was sent now/);
    expect((await journal()).items).toMatchObject([{ state: 'unknown' }]);
    const sent = service.seen.filter((called) => called === id).length;
    // What a second call cannot do twice may be made again, and an order is asked for with its key.
    const mayRepeat =
      operation.retry.kind === 'idempotencyKey' || evidenceOf(operation)?.whenNothing === 'again';
    expect(sent).toBe(mayRepeat ? 2 : 1);
  });
});
