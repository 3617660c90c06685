import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newWorld, type TestWorld } from '../world.ts';

const rows = (out: string) =>
  out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
const linesOf = (...objects: readonly unknown[]) => objects.map((one) => `${JSON.stringify(one)}\n`).join('');

async function withLeads(): Promise<TestWorld> {
  const world = await newWorld();
  for (const name of ['ana', 'bea']) await world.outreach(`leads add ${name}@lumen.example`);
  return world;
}

describe('leads categorize --from', () => {
  it('gives a JSON line for each, in order, also with --json and at a terminal', async () => {
    const world = await withLeads();
    const stdin = linesOf(
      { lead: 'bea@lumen.example', category: 'interested' },
      { lead: 1, category: 'not interested' },
    ).replace('\n', '\n\n');
    const { exit, out } = await world.outreach('leads categorize --from -', { stdin });
    expect([exit, rows(out)]).toEqual([
      0,
      [
        { line: 1, ok: true, lead: 'bea@lumen.example', category: 'interested', leadId: 2 },
        { line: 3, ok: true, lead: 1, category: 'not interested', leadId: 1 },
      ],
    ]);
    expect((await world.outreach('leads get 1 --json')).json().tag).toBe('not_interested');
    await writeFile(join(world.home, 'some.jsonl'), stdin);
    for (const [line, tty] of [
      ['--json', false],
      ['', true],
    ] as const)
      expect(
        rows((await world.outreach(`leads categorize --from some.jsonl ${line}`, { tty })).out),
      ).toHaveLength(2);
  });

  it('takes files that were put together, each with a byte order mark', async () => {
    const world = await withLeads();
    const mark = '\uFEFF';
    const stdin = [1, 2]
      .map((lead) => `${mark}${linesOf({ lead, category: 'interested' })}`)
      .join(`${mark}\n`);
    const { exit, out } = await world.outreach('leads categorize --from -', { stdin });
    expect([exit, rows(out)]).toMatchObject([0, [{ lead: 1 }, { lead: 2 }]]);
  });

  it('ends with 15 where one failed, after all others', async () => {
    const world = await withLeads();
    const stdin = linesOf(
      { lead: 99, category: 'interested' },
      { lead: 'no@lumen.example', category: 'interested' },
      { lead: 2, category: 'interested' },
    );
    const { exit, out, err } = await world.outreach('leads categorize --from -', { stdin });
    expect([exit, rows(out)]).toMatchObject([
      15,
      [
        { line: 1, ok: false, error: { code: 'not_found' } },
        { line: 2, ok: false, error: { code: 'not_found' } },
        { line: 3, ok: true },
      ],
    ]);
    expect(err).toContain('1 lead categorized, 2 failed');
  });

  it.each([
    ['{"lead": 1, "category": "warm"}', 'category must be one of'],
    ['{"lead": 1}', 'category is missing'],
    ['{"lead": null, "category": "interested"}', 'lead is missing'],
    ['{"lead": "ana", "category": "interested"}', 'lead must be an id or an email address'],
    ['{"lead": 1.5, "category": "interested"}', 'lead must be an id or an email address'],
    ['{"lead": [1], "category": "interested"}', 'lead must be text or a number'],
    ['{"lead": 1, "category": "interested", "tag": 1}', 'it has no field "tag"'],
    ['[1, "interested"]', 'it is not an object'],
    ['lead 1', 'is not valid JSON'],
  ])('sends nothing where a line is %s', async (line, why) => {
    const world = await withLeads();
    world.requests.length = 0;
    const stdin = `${linesOf({ lead: 1, category: 'interested' })}${line}\n`;
    const { exit, out, failure } = await world.outreach('leads categorize --from -', { stdin });
    expect([exit, out, failure?.message]).toEqual([2, '', expect.stringContaining('line 2: ')]);
    expect(failure?.message).toContain(why);
    expect(world.requests).toEqual([]);
  });

  it.each([
    ['leads categorize --from - 1', '{}'],
    ['leads categorize --from -', ''],
    ['leads categorize --from -', '{"lead": "\u00e9"}'],
    ['leads categorize 1', ''],
    ['leads categorize', ''],
    ['replies done 1', ''],
    ['replies done --from - --as answered', '{}'],
  ])('%s with %j ends with 2', async (line, stdin) => {
    const world = await newWorld();
    expect((await world.outreach(line, { stdin })).exit).toBe(2);
    expect(world.requests).toEqual([]);
  });

  it('shows the request of each in a dry run', async () => {
    const world = await withLeads();
    const stdin = linesOf({ lead: 1, category: 'interested' }, { lead: 2, category: 'bounced' });
    const { exit, out } = await world.outreach('leads categorize --from - --dry-run', { stdin });
    expect([exit, rows(out)]).toMatchObject([
      0,
      [
        { line: 1, ok: true, request: { method: 'PUT', path: '/leads/1/category' } },
        { line: 2, ok: true, request: { body: { category: 'bounced' } } },
      ],
    ]);
    expect((await world.outreach('leads get 1 --json')).json().tag).not.toBe('interested');
  });

  it('does no more where its rows cannot be written', async () => {
    const world = await withLeads();
    const stdin = linesOf({ lead: 1, category: 'interested' }, { lead: 2, category: 'interested' });
    const { exit, failure } = await world.outreach('leads categorize --from -', { stdin, full: true });
    expect([exit, failure?.outcome]).toEqual([14, 'done']);
    expect(world.requests.filter((request) => request.startsWith('PUT'))).toEqual(['PUT /leads/1/category']);
  });

  it('stops at once where no call can be made', async () => {
    const world = await newWorld({
      between: (next) => async (request, signal) =>
        request.method === 'PUT' ? { status: 401, headers: {}, body: '{}' } : next(request, signal),
    });
    const stdin = linesOf({ lead: 1, category: 'interested' }, { lead: 2, category: 'interested' });
    const { exit, out } = await world.outreach('leads categorize --from -', { stdin });
    expect([exit, out]).toEqual([4, '']);
  });

  it('takes every line that it has, whatever the blanks and line ends', async () => {
    const world = await withLeads();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(1, 2, 99), fc.constantFrom('\n', '\r\n', '\n\n', ' \n')), {
          minLength: 1,
          maxLength: 8,
        }),
        async (given) => {
          const stdin = given
            .map(([lead, end]) => `{"category":"interested", "lead":${lead}}${end}`)
            .join('');
          const { exit, out } = await world.outreach('leads categorize --from -', { stdin });
          expect(rows(out).map(({ lead, ok }) => [lead, ok])).toEqual(
            given.map(([lead]) => [lead, lead !== 99]),
          );
          expect(exit).toBe(given.some(([lead]) => lead === 99) ? 15 : 0);
        },
      ),
      { numRuns: 10 },
    );
  });
});

describe('replies done --from', () => {
  const replies = [11, 12].map((id) => ({
    id,
    leadId: id,
    fromAddress: `${id}@lumen.example`,
    subject: 'Hi',
    body: '',
  }));
  const withReplies = () =>
    newWorld({
      between: (next) => async (request, signal) =>
        request.path === '/replies'
          ? {
              status: 200,
              headers: {},
              body: JSON.stringify({ replies, total: replies.length, page: 1, limit: 200, hasMore: false }),
            }
          : next(request, signal),
    });

  it('marks each, in order, and reads the list once', async () => {
    const world = await withReplies();
    const stdin = linesOf(
      { reply: 12, as: 'answered' },
      { reply: 11, as: 'later', until: '3d' },
      { reply: 13, as: 'skipped' },
    );
    const { exit, out } = await world.outreach('replies done --from -', { stdin });
    expect([exit, rows(out)]).toMatchObject([
      15,
      [
        { line: 1, ok: true, reply: 12, as: 'answered', until: null, fromAddress: '12@lumen.example' },
        { line: 2, ok: true, reply: 11, until: '2026-03-05T08:00:00.000Z' },
        { line: 3, ok: false, reply: 13, error: { code: 'not_found' } },
      ],
    ]);
    expect(world.journalled()).toContain('"outcome":"later"');
  });

  it.each([
    ['{"reply": 11, "as": "answered", "until": "3d"}', 'until belongs to as later'],
    ['{"reply": 11, "as": "later", "until": "2020-01-01"}', 'is over'],
    ['{"reply": 11, "as": "later", "until": "soon"}', 'until must be a time'],
    ['{"reply": "x", "as": "later"}', 'reply must be an id'],
  ])('marks none where a line is %s', async (line, why) => {
    const world = await withReplies();
    const { exit, failure } = await world.outreach('replies done --from -', {
      stdin: `${linesOf({ reply: 12, as: 'answered' })}${line}`,
    });
    expect([exit, failure?.message]).toEqual([2, expect.stringContaining('line 2: ')]);
    expect(failure?.message).toContain(why);
    expect(world.journalled()).not.toContain('answered');
  });
});
