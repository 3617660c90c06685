import { describe, expect, it } from 'vitest';
import { sandboxKey, sandboxReadOnlyKey } from '../../src/contract/keys.ts';
import { closedPort } from '../client/server.ts';
import { newWorld } from '../world.ts';
import { liveKey } from './live-service.ts';

const failureOf = (err: string) => {
  expect(err.trimEnd().split('\n')).toHaveLength(1);
  return JSON.parse(err).error;
};

describe('bad input', () => {
  it.each([
    [['leeds'], 2, 'Did you mean: outreach leads'],
    [['leads', 'get'], 2, 'required argument'],
    [['leads', 'list', '--limt', '5'], 2, 'Did you mean: outreach leads list --limit 5'],
    [['leads', 'categorize', '1', 'interessted'], 2, 'Did you mean: outreach leads categorize 1 interested'],
    [['leads', 'list', sandboxKey], 2, 'rotate it'],
    [['leads', 'import', 'nowhere.csv'], 2, 'nowhere.csv'],
    [['campaigns', 'get', '77'], 6, '77'],
    [['campaigns', 'get', 'No such campaign'], 6, "no campaign with the name 'No such campaign'"],
    [['credits', 'buy', '2000'], 3, '--yes'],
  ])('%j ends with %i', async (args, exit, part) => {
    const ended = await (await newWorld()).outreach(args);
    expect({ exit: ended.exit, out: ended.out }).toEqual({ exit, out: '' });
    expect(ended.err).toContain(part);
    expect(ended.err).not.toMatch(/\n {4}at /);
    expect(ended.err).not.toContain(sandboxKey);
  });
});

describe('14', () => {
  it('says that a repeat does no harm where the error is retryable, as the page has it', async () => {
    let isUnread = false;
    const world = await newWorld({
      between: (next) => async (request, signal) => {
        const answer = await next(request, signal);
        return isUnread && request.method !== 'GET' ? { ...answer, body: '[1' } : answer;
      },
    });
    await world.outreach('icps create Sellers --title CEO');
    isUnread = true;
    const { exit, err } = await world.outreach('icps update 1 --name Buyers --json');
    expect([exit, failureOf(err)]).toEqual([
      14,
      expect.objectContaining({ retryable: true, hint: expect.stringContaining('does no harm') }),
    ]);
    const { out } = await world.outreach('help exit-codes');
    expect(out.replaceAll(/\s+/g, ' ')).toContain(
      'Repeat the command only if `retryable` is true in the error',
    );
  });
});

describe('where it goes', () => {
  it.each<[string, Record<string, string>, string[], number, string]>([
    ['an empty key', { OUTREACH_API_KEY: '' }, ['leads', 'list'], 4, 'OUTREACH_API_KEY is set but empty'],
    ['CI without a key', { CI: 'true' }, ['leads', 'list'], 4, '--profile sandbox'],
    ['a malformed key', { OUTREACH_API_KEY: 'run_short' }, ['leads', 'list'], 4, 'malformed'],
    ['a key without an address', { OUTREACH_API_KEY: liveKey }, ['leads', 'list'], 2, 'OUTREACH_BASE_URL'],
    [
      'an address that is not https',
      { OUTREACH_API_KEY: liveKey, OUTREACH_BASE_URL: 'http://api.example.com/r' },
      ['leads', 'list'],
      2,
      'https',
    ],
    [
      'a read-only key on a write',
      { OUTREACH_API_KEY: sandboxReadOnlyKey },
      ['leads', 'add', 'ana@lumen.example'],
      5,
      '',
    ],
  ])('%s', async (_, env, args, exit, part) => {
    const ended = await (await newWorld({ env })).outreach([...args, '--json']);
    expect({ exit: ended.exit, out: ended.out }).toEqual({ exit, out: '' });
    expect(failureOf(ended.err)).toMatchObject({ exitCode: exit, outcome: 'none' });
    expect(ended.err).toContain(part);
    expect(ended.err).not.toContain(liveKey);
    expect(ended.err).not.toContain(sandboxReadOnlyKey);
  });

  it('nobody listening', async () => {
    const env = { OUTREACH_API_KEY: liveKey, OUTREACH_BASE_URL: `http://127.0.0.1:${await closedPort()}/r` };
    const ended = await (await newWorld({ network: 'real', env })).outreach('leads list --json');
    expect({ exit: ended.exit, out: ended.out }).toEqual({ exit: 12, out: '' });
    expect(failureOf(ended.err)).toMatchObject({ exitCode: 12, outcome: 'none' });
  });

  it('runs under CI where the sandbox is named', async () => {
    const ended = await (await newWorld({ env: { CI: 'true' } })).outreach(
      'leads list --json --profile sandbox',
    );
    expect(ended).toMatchObject({ exit: 0, err: '' });
  });
});
