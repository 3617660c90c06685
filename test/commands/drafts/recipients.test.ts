import { describe, expect, it } from 'vitest';
import { agent } from '../approvals/agent.ts';
import { draftTo, reply, replyService } from '../reply-service.ts';

/** Answers to people who want no email: on the blocklist, who said no, or who unsubscribed. */

interface Case {
  readonly rule: string;
  readonly found: string;
  readonly entries?: readonly object[];
  readonly tag?: string;
  readonly category?: string;
  readonly variables?: object;
  readonly cc?: readonly string[];
  /** The lead that the Cc is. */
  readonly copied?: object;
  readonly events?: string;
}

const cases: readonly Case[] = [
  {
    rule: 'blocklisted',
    found: 'p1@lumen.example is on the blocklist',
    entries: [{ id: 1, emailAddress: 'P1@lumen.example' }],
  },
  {
    rule: 'blocklisted',
    found: 'p1@lumen.example is on the blocklist',
    entries: [{ id: 1, domain: 'lumen.example' }],
  },
  {
    rule: 'blocklisted',
    found: 'boss@acme.example is on the blocklist',
    entries: [{ id: 1, domain: 'acme.example' }],
    cc: ['boss@acme.example'],
  },
  { rule: 'said-no', found: 'this person said no', tag: 'not_interested' },
  { rule: 'said-no', found: 'this person said no', category: 'not_interested' },
  {
    rule: 'said-no',
    found: 'boss@acme.example said no',
    cc: ['boss@acme.example'],
    copied: { tag: 'not_interested' },
  },
  {
    rule: 'unsubscribed',
    found: 'boss@acme.example unsubscribed',
    cc: ['boss@acme.example'],
    copied: { customVariables: { Unsubscribed: 'yes' } },
  },
  {
    rule: 'unsubscribed',
    found: 'p1@lumen.example unsubscribed',
    tag: 'interested',
    variables: { unsubscribed: true },
  },
  {
    rule: 'unsubscribed',
    found: 'p1@lumen.example unsubscribed',
    events:
      '{"event_id":"evt_1","event":"email.unsubscribed","lead_email":"p1@lumen.example","unsubscribed_at":"2026-03-01T00:00:00Z"}',
  },
];

async function worldOf(one: Partial<Case>) {
  const { entries: given = [], tag, variables, category = 'interested', cc = [], copied } = one;
  const entries = [...given];
  const draft = draftTo(1, { cc });
  const { world, sent } = await replyService(
    { replies: [reply(1, { responseCategory: category })], drafts: [draft] },
    {
      answer: ({ path, query }) => {
        if (path === '/blocklist')
          return { body: JSON.stringify({ items: entries, totalCount: entries.length }) };
        if (path === '/leads' && copied && query.some(([name]) => name === 'email'))
          return {
            body: JSON.stringify({
              leads: [{ id: 102, email: cc[0], ...copied }],
              total: 1,
              page: 1,
              limit: 1,
              hasMore: false,
            }),
          };
        if (path !== '/leads/101' || tag === undefined) return undefined;
        const lead = { id: 101, email: 'p1@lumen.example', tag, customVariables: variables };
        return { body: JSON.stringify({ lead }) };
      },
    },
  );
  return { world, posts: () => sent.filter(({ method }) => method === 'POST').length, sent, entries };
}

describe.each(cases)('an answer to someone: $rule, $found', ({ rule, found, events, ...more }) => {
  const line = `drafts send 1001${events === undefined ? '' : ' --events -'}`;
  const stdin = events === undefined ? {} : { stdin: `${events}\n` };

  it.each(['', '--yes', '--yes --json', '--dry-run', '--yes --accept said-no-x=y'])(
    'is not sent where no person is asked: %s',
    async (options) => {
      const { world, posts } = await worldOf(more);
      const { exit, err } = await world.outreach(`${line} ${options}`, stdin);
      expect([exit, posts()]).toEqual([options.includes('-x=') ? 2 : 16, 0]);
      if (exit === 16) expect(err).toContain(`✗ ${rule}: ${found}`);
    },
  );

  it('is not asked about for an agent either', async () => {
    const { world, posts } = await worldOf(more);
    const run = await world.outreach(`${line} --json`, { ...stdin, agent });
    expect([run.exit, JSON.parse(run.err).error.code, posts()]).toEqual([16, 'checks_failed', 0]);
  });

  it('is sent where that rule is accepted, with the reason in the journal', async () => {
    const { world, posts } = await worldOf(more);
    const other = rule === 'said-no' ? 'blocklisted' : 'said-no';
    const refused = await world.outreach(`${line} --yes --accept ${other}=known`, stdin);
    expect([refused.exit, posts()]).toEqual([16, 0]);
    const run = await world.outreach(`${line} --yes --accept ${rule}="they asked for it"`, stdin);
    expect([run.exit, posts()]).toEqual([0, 1]);
    expect(run.err).toContain(`Accepted, ${rule} (--accept): they asked for it; found: ${found}`);
    expect(world.journalled()).toContain('they asked for it');
  });

  it.each(['y', 'n'])('is in the question of a person at a terminal, who answers %s', async (answer) => {
    // Standard input is the keyboard.
    if (events !== undefined) return;
    const { world, posts } = await worldOf(more);
    const run = await world.outreach(line, {
      tty: true,
      async typing(keyboard) {
        await keyboard.sees('Type y or n:');
        keyboard.type(`${answer}\r`);
      },
    });
    expect(run.err).toContain(`Warning, ${rule}: ${found}`);
    expect([run.exit, posts()]).toEqual(answer === 'y' ? [0, 1] : [3, 0]);
  });
});

it.each([
  'Boss <boss@acme.example>',
  '"Berg, Ana" <boss@acme.example>',
  '"boss@acme.example"',
  'boss@acme.example.',
  'Boss <boss@acme.example.>',
  'p2@lumen.example,boss@acme.example',
  'p2@lumen.example; Boss <BOSS@acme.example>',
])('finds a blocked person in a copy to %s', async (entry) => {
  const { world, posts } = await worldOf({
    entries: [{ id: 1, emailAddress: 'boss@acme.example' }],
    cc: [entry],
  });
  const { exit, err } = await world.outreach('drafts send 1001 --yes');
  expect([exit, posts()]).toEqual([16, 0]);
  expect(err).toMatch(/✗ blocklisted: boss@acme\.example is on the blocklist/i);
});

it.each([
  '',
  'Boss',
  'boss@acme.example <p2@lumen.example>',
  '<a@x.example> <b@x.example>',
  'a@x.example, Boss',
])('does not send a copy to "%s", which cannot be read, unless that is accepted', async (entry) => {
  const { world, posts } = await worldOf({ cc: [entry] });
  const refused = await world.outreach('drafts send 1001 --yes');
  expect([refused.exit, posts()]).toEqual([16, 0]);
  expect(refused.err).toContain('Draft 1001 goes to an address that cannot be read; nothing was sent');
  expect(refused.err).toContain(`blocklisted: "${entry}" cannot be read as an email address`);
  const accepted = 'drafts send 1001 --yes --accept blocklisted=known';
  const limited = await world.outreach(`${accepted} --max-recipients 9 --json`);
  expect([limited.exit, limited.failure?.code, posts()]).toEqual([3, 'recipients_unknown', 0]);
  expect([(await world.outreach(accepted)).exit, posts()]).toEqual([0, 1]);
});

it('counts the people of an entry with several addresses, each once', async () => {
  const { world, posts } = await worldOf({
    cc: ['a@x.example, b@x.example; "C, D" <c@x.example>', 'A@x.example'],
  });
  const refused = await world.outreach('drafts send 1001 --yes --max-recipients 3 --json');
  expect([refused.exit, refused.failure?.code, posts()]).toEqual([3, 'ceiling_exceeded', 0]);
  expect((await world.outreach('drafts send 1001 --yes --max-recipients 4')).exit).toBe(0);
  const [{ people }] = (await world.outreach('journal list --all --json')).json().items;
  expect([people, posts()]).toEqual([4, 1]);
});

it('is not sent to a person who was blocked while the question was open', async () => {
  const { world, posts, entries } = await worldOf({});
  const { exit, err } = await world.outreach('drafts send 1001', {
    tty: true,
    async typing(keyboard) {
      await keyboard.sees('Type y or n:');
      entries.push({ id: 1, emailAddress: 'p1@lumen.example' });
      keyboard.type('y\r');
    },
  });
  expect([exit, posts(), err]).toEqual([16, 0, expect.stringContaining(' blocklisted: p1@lumen.example')]);
});

it('asks nothing more about anyone else: it reads three times for that, and twice the mailbox of the conversation', async () => {
  const { world, posts, sent } = await worldOf({});
  const { exit, err } = await world.outreach('drafts send 1001 --yes');
  expect([exit, posts(), err]).toEqual([0, 1, expect.not.stringMatching(/Warning|Accepted|Not checked/)]);
  const paths = sent.map(({ path }) => path).filter((path) => path !== '/reply-drafts');
  const mailbox = Array.from({ length: 2 }, () => '/leads/101/conversation');
  expect(paths.sort()).toEqual([
    ...['/blocklist', '/leads/101', ...mailbox, '/replies', '/reply-drafts/1001/send'],
  ]);
});

it('says what it could not look up, and sends', async () => {
  const { world, sent } = await replyService(
    { replies: [reply(1)], drafts: [draftTo(1)] },
    {
      answer: ({ path }) =>
        path === '/blocklist' || path.startsWith('/leads/')
          ? { status: 500, body: '{"error":"down"}' }
          : undefined,
    },
  );
  const refused = await world.outreach('drafts send 1001 --json');
  expect([refused.exit, refused.err]).toEqual([
    3,
    expect.stringContaining('Not checked, blocklisted, said-no: '),
  ]);
  expect((await world.outreach('drafts send 1001 --yes')).exit).toBe(0);
  expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

it('does not look through a blocklist of more than 20,000 entries', async () => {
  const { world, sent } = await replyService(
    { replies: [reply(1)], drafts: [draftTo(1)] },
    {
      answer: ({ path }) =>
        path === '/blocklist'
          ? { body: JSON.stringify({ items: [{ id: 1, domain: 'acme.example' }], totalCount: 20_001 }) }
          : undefined,
    },
  );
  const { err } = await world.outreach('drafts send 1001');
  expect(err).toContain('Not checked, blocklisted: it has 20,001 entries, too many to look through');
  expect(sent.filter(({ path }) => path === '/blocklist')).toHaveLength(1);
});

it('says of a raw call that none of this is looked up', async () => {
  const { world } = await worldOf({ entries: [{ id: 1, domain: 'lumen.example' }] });
  const { exit, err } = await world.outreach('api drafts.send --param id=1001 --json');
  expect([exit, err]).toEqual([3, expect.stringContaining('Whether the person is blocked or said no')]);
});
