import { describe, expect, it } from 'vitest';
import type { WireAnswer } from '../../../src/contract/wire.ts';
import { newWorld } from '../../world.ts';

/** What is made of an account of which a part cannot be read: never that nothing is there. */

const empty = (name: string) =>
  JSON.stringify({ [name]: [], total: 12, page: 1, limit: 200, hasMore: false });

const worldWith = (path: string, answer: Partial<WireAnswer>, tty = false) =>
  newWorld({
    tty,
    between: (next) => async (request, signal) =>
      request.path === path
        ? { status: 200, headers: { 'content-type': 'application/json' }, body: '{}', ...answer }
        : next(request, signal),
  });

const broken: readonly [path: string, part: string, answer: Partial<WireAnswer>][] = [
  ['/replies', 'replies.list', { body: empty('replies') }],
  ['/reply-drafts', 'drafts.list', { body: empty('drafts') }],
  ['/replies', 'replies.list', { body: '{"replies":null}' }],
  ['/campaigns', 'campaigns.list', { status: 403, body: '{"error":"no"}' }],
];

describe.each(broken)('status where %s is not read', (path, part, answer) => {
  it('says which part, and ends with 15 with --exit-code', async () => {
    const world = await worldWith(path, answer);
    const plain = await world.outreach('status --json');
    expect(plain.exit).toBe(0);
    expect(plain.json().profiles[0]).toMatchObject({
      ok: true,
      notRead: [{ part, why: expect.any(String) }],
    });
    const asked = await world.outreach('status --json --exit-code');
    expect({
      exit: asked.exit,
      code: JSON.parse(asked.err.trim().split('\n').at(-1) ?? '').error.code,
    }).toEqual({
      exit: 15,
      code: 'not_all_read',
    });
    expect(asked.json().profiles[0].notRead).toHaveLength(1);
  });

  it('has a row for it in a pipe, with --csv and with --ndjson', async () => {
    const world = await worldWith(path, answer);
    const row = { kind: 'not-read', severity: 'warn', message: expect.any(String), id: part };
    const { out } = await world.outreach('status --ndjson');
    expect(JSON.parse(out.split('\n')[0] ?? '')).toMatchObject(row);
    expect((await world.outreach('status')).out).toMatch(
      new RegExp(`^sandbox\tnot-read\twarn\t.*\t${part}\n$`),
    );
    expect((await world.outreach('status --csv')).out.split('\n')[1]).toMatch(
      /^"sandbox","not-read","warn",/,
    );
  });

  it('never says to a person that nothing needs them', async () => {
    const { out } = await (await worldWith(path, answer, true)).outreach('status');
    expect(out).toContain('Not known: ');
    expect(out).not.toContain('Nothing');
  });
});

it('takes no empty list with a total for one without replies', async () => {
  const world = await worldWith('/replies', { body: empty('replies') });
  const next = await world.outreach('replies next --json');
  expect([next.exit, JSON.parse(next.err.trim().split('\n').at(-1) ?? '').error.code]).toEqual([
    15,
    'incomplete_list',
  ]);
  for (const line of ['replies list', 'replies list --unanswered', 'replies list --all'])
    expect((await world.outreach(`${line} --json`)).err).toContain('The list is incomplete: ');
});

it('counts a list against its total: 5 of 12 are not all of them, whatever else the service says', async () => {
  const replies = Array.from({ length: 5 }, (_, at) => ({
    id: 9 - at,
    leadId: at + 1,
    fromAddress: `p${at}@firm.example`,
    responseCategory: 'interested',
    receivedAt: '2026-03-01T08:00:00.000Z',
  }));
  const body = JSON.stringify({ replies, total: 12, page: 1, limit: 200, hasMore: false });
  const world = await worldWith('/replies', { body });
  const { attention, notRead } = (await world.outreach('status --json')).json().profiles[0];
  expect(attention[0].message).toMatch(/^at least 5 replies wait/);
  expect(notRead).toEqual([{ part: 'replies.list', why: expect.stringContaining('sent 5 of 12') }]);
  expect((await world.outreach('replies list --all --json')).err).toContain('The list is incomplete: ');
  expect((await world.outreach('replies next --json')).err).toContain('sent 5 of 12');
});
