import { describe, expect, it } from 'vitest';
import { operations } from '../../src/contract/index.ts';
import { toolName } from '../../src/contract/tools.ts';
import { newWorld, type Run, type TestWorld, type WorldOptions } from '../world.ts';

/** One breach of each rule about what a request says: as its command, and as the body or query of the call. */
interface Row {
  readonly operation: string;
  readonly code: string;
  readonly command: string;
  readonly stdin?: string;
  readonly id?: number;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  /** Reads that the command makes before. */
  readonly reads?: readonly string[];
  /** Where the rule is about names: what they lead to. */
  readonly leadsTo?: string;
}

const url = 'https://hooks.acme.com/in';
const loopback = 'http://127.0.0.1/in';
const steps = [
  { order: 1, subject: 'Hello', body: 'x' },
  { order: 2, delayDays: 1, body: 'no subject, and a thread of its own' },
];

const rows: readonly Row[] = [
  {
    operation: 'webhooks.create',
    code: 'unreachable_url',
    command: 'webhooks create --url https://10.0.0.7/in --type EmailReply',
    body: { url: 'https://10.0.0.7/in', type: 'EmailReply' },
  },
  {
    operation: 'webhooks.create',
    code: 'unreachable_url',
    command: `webhooks create --url ${url} --type EmailReply`,
    body: { url, type: 'EmailReply' },
    leadsTo: '169.254.169.254',
  },
  {
    operation: 'webhooks.create',
    code: 'unreachable_url',
    command: 'webhooks ensure --url https://hooks.acme.com:0/in --type EmailReply',
    body: { url: 'https://hooks.acme.com:0/in', type: 'EmailReply' },
    reads: ['GET /webhooks'],
  },
  {
    operation: 'webhooks.update',
    code: 'unreachable_url',
    command: 'webhooks update 1 --url https://intranet/in',
    id: 1,
    body: { url: 'https://intranet/in' },
  },
  {
    operation: 'webhooks.update',
    code: 'unreachable_url',
    command: `webhooks update 1 --url ${url}`,
    id: 1,
    body: { url },
    leadsTo: '127.0.0.1',
  },
  {
    operation: 'webhooks.update',
    code: 'nothing_given',
    command: 'webhooks update 1',
    id: 1,
    body: {},
  },
  {
    operation: 'leads.upsert',
    code: 'bad_address',
    command: 'leads add ana@lumen',
    body: { leads: [{ email: 'ana@lumen' }] },
  },
  {
    operation: 'leads.upsert',
    code: 'bad_variable',
    command: 'leads add ana@lumen.example --var __proto__=x',
    body: { leads: [{ email: 'ana@lumen.example', customVariables: JSON.parse('{"__proto__":"x"}') }] },
  },
  {
    operation: 'leads.update',
    code: 'bad_address',
    command: 'leads update 1 --email ana@lumen',
    id: 1,
    body: { email: 'ana@lumen' },
  },
  {
    operation: 'leads.update',
    code: 'bad_variable',
    command: 'leads update 1 --var city=Porto --var City=Faro',
    id: 1,
    body: { customVariables: { city: 'Porto', City: 'Faro' } },
  },
  { operation: 'leads.update', code: 'nothing_given', command: 'leads update 1', id: 1, body: {} },
  {
    operation: 'senders.connect',
    code: 'bad_address',
    command: 'senders connect ana@lumen --imap i.example --smtp s.example --password-file -',
    stdin: 'geheim',
    body: { email: 'ana@lumen', imapServerUrl: 'i.example', smtpServerUrl: 's.example', password: 'geheim' },
  },
  {
    operation: 'senders.connect',
    code: 'personal_mailbox',
    command: 'senders connect ana@gmail.com --imap i.example --smtp s.example --password-file -',
    stdin: 'geheim',
    body: {
      email: 'ana@gmail.com',
      imapServerUrl: 'i.example',
      smtpServerUrl: 's.example',
      password: 'geheim',
    },
  },
  { operation: 'senders.update', code: 'nothing_given', command: 'senders update 1', id: 1, body: {} },
  { operation: 'senders.setWarmup', code: 'nothing_given', command: 'senders warmup set 1', id: 1, body: {} },
  {
    operation: 'campaigns.create',
    code: 'bad_gap',
    command: 'campaigns create Autumn --min-gap 20 --max-gap 5',
    body: { name: 'Autumn', minimumTimeBetweenEmails: 20, maximumTimeBetweenEmails: 5 },
  },
  {
    operation: 'campaigns.update',
    code: 'bad_gap',
    command: 'campaigns update 1 --min-gap 20 --max-gap 5',
    id: 1,
    body: { minimumTimeBetweenEmails: 20, maximumTimeBetweenEmails: 5 },
  },
  { operation: 'campaigns.update', code: 'nothing_given', command: 'campaigns update 1', id: 1, body: {} },
  {
    operation: 'campaigns.schedule',
    code: 'bad_time',
    command: 'campaigns schedule 1 --from 17:00 --to 09:00',
    id: 1,
    body: { startSchedule: '17:00', endSchedule: '09:00' },
  },
  {
    operation: 'campaigns.schedule',
    code: 'bad_gap',
    command: 'campaigns schedule 1 --min-gap 20 --max-gap 5',
    id: 1,
    body: { minimumTimeBetweenEmails: 20, maximumTimeBetweenEmails: 5 },
  },
  {
    operation: 'campaigns.replaceSequence',
    code: 'bad_sequence',
    command: 'campaigns sequence set 1 -',
    stdin: JSON.stringify({ steps }),
    id: 1,
    body: { steps },
    // They may be those that the campaign has.
    reads: ['GET /campaigns/1/sequence'],
  },
  {
    operation: 'blocklist.add',
    code: 'bad_value',
    command: 'blocklist add https://acme.com/',
    body: { values: ['https://acme.com/'] },
  },
  {
    operation: 'blocklist.update',
    code: 'bad_value',
    command: 'blocklist update 1 --value acme',
    id: 1,
    body: { value: 'acme' },
  },
  {
    operation: 'blocklist.remove',
    code: 'bad_value',
    command: 'blocklist remove acme --yes',
    body: { values: ['acme'] },
  },
  {
    operation: 'dfy.createOrder',
    code: 'bad_domain',
    command: 'dfy orders create --domain acme.io --yes',
    body: { domains: [{ domainName: 'acme.io' }] },
  },
  {
    operation: 'dfy.createOrder',
    code: 'bad_mailbox',
    command: 'dfy orders create --mailbox "an a@acme.com:Ana:Berg" --yes',
    body: {
      domains: [],
      mailboxes: [{ domainName: 'acme.com', username: 'an a', firstName: 'Ana', lastName: 'Berg' }],
    },
  },
  {
    operation: 'verification.createJob',
    code: 'bad_address',
    command: 'verification jobs create ana@lumen --yes',
    body: { emails: ['ana@lumen'] },
  },
  {
    operation: 'report.outcomes',
    code: 'invalid_value',
    command: 'report outcomes --since 2026-10-02 --until 2026-10-01',
    query: { since: '2026-10-02', until: '2026-10-01' },
  },
  { operation: 'icps.update', code: 'nothing_given', command: 'icps update 1', id: 1, body: {} },
  { operation: 'drafts.update', code: 'nothing_given', command: 'drafts edit 1', id: 1, body: {} },
  { operation: 'billing.update', code: 'nothing_given', command: 'billing update', body: {} },
];

/** The switch of a schedule: without an option its command shows it, so that only the other ways can send nothing. */
const withoutCommand: readonly Pick<Row, 'operation' | 'code' | 'id' | 'body'>[] = [
  { operation: 'campaigns.schedule', code: 'nothing_given', id: 1, body: {} },
];

const told = ({ exit, err }: Run) => ({
  exit,
  code: JSON.parse(err.trim().split('\n').at(-1) ?? '').error.code,
});

const worldOf = ({ leadsTo }: Pick<Row, 'leadsTo'>, options: WorldOptions = {}): Promise<TestWorld> =>
  newWorld({ ...options, ...(leadsTo !== undefined && { lookup: async () => [leadsTo] }) });

async function throughApi(world: TestWorld, { operation, id, body, query = {} }: Omit<Row, 'command'>) {
  const words = [
    ...(id === undefined ? [] : ['--param', `id=${id}`]),
    ...Object.entries(query).flatMap(([name, value]) => ['--query', `${name}=${value}`]),
    ...(body === undefined ? [] : ['--input', '-']),
  ];
  return world.outreach(['api', operation, ...words, '--yes', '--json'], { stdin: JSON.stringify(body) });
}

const throughMcp = (world: TestWorld, { operation, id, body, query }: Omit<Row, 'command'>) => {
  const given = { ...(id !== undefined && { id }), ...query, ...body };
  // Spreading would take the key `__proto__` of a lead for no key at all; the lead itself is passed on.
  return world.outreach(['mcp', 'call', toolOf(operation), '--input', '-', '--yes', '--json'], {
    stdin: JSON.stringify(given),
  });
};

describe('a rule about what a request says', () => {
  it('has a row here for every operation that has it', () => {
    const tried = [...rows, ...withoutCommand].map(({ operation, code, leadsTo = undefined }: Partial<Row>) =>
      [operation, code, ...(leadsTo === undefined ? [] : ['by name'])].join(' '),
    );
    const rules = operations.flatMap(({ id, checks = [], nameChecks = [] }) => [
      ...checks.map(({ code }) => `${id} ${code}`),
      ...nameChecks.map(({ code }) => `${id} ${code} by name`),
    ]);
    expect(rules.length).toBeGreaterThan(25);
    expect(rules.filter((rule) => !tried.includes(rule))).toEqual([]);
    expect(new Set(rules).size).toBe(rules.length);
  });

  it.each(rows)('$operation $code: $command is refused, and so are api and mcp call', async (row) => {
    const world = await worldOf(row);
    const refused = { exit: 2, code: row.code };
    const stdin = row.stdin === undefined ? {} : { stdin: row.stdin };
    expect(told(await world.outreach(`${row.command} --json`, stdin))).toEqual(refused);
    expect(world.requests).toEqual(row.reads ?? []);
    world.requests.length = 0;
    if (row.query === undefined)
      expect(told(await world.outreach(`${row.command} --dry-run --json`, stdin))).toEqual(refused);
    world.requests.length = 0;
    expect(told(await throughApi(world, row))).toEqual(refused);
    expect(told(await throughMcp(world, row))).toEqual(refused);
    expect(world.requests).toEqual([]);
  });

  it.each(withoutCommand)('$operation $code is refused through api and mcp call', async (row) => {
    const world = await newWorld();
    expect(told(await throughApi(world, row))).toEqual({ exit: 2, code: row.code });
    expect(told(await throughMcp(world, row))).toEqual({ exit: 2, code: row.code });
    expect(world.requests).toEqual([]);
  });

  it('takes an address of this machine in the sandbox alone, whichever way', async () => {
    const row = {
      operation: 'webhooks.create',
      code: 'unreachable_url',
      body: { url: loopback, type: 'EmailReply' },
    };
    const line = `webhooks create --url ${loopback} --type EmailReply --json`;
    const ways = [
      (world: TestWorld) => world.outreach(line),
      (world: TestWorld) => throughApi(world, row),
      (world: TestWorld) => throughMcp(world, row),
    ];
    for (const way of ways) {
      const { exit, err } = await way(await newWorld());
      expect([exit, err]).toEqual([0, '']);
    }
    const key = `run_LIVE0001_${'a'.repeat(40)}`;
    const live = await newWorld({
      env: { OUTREACH_API_KEY: key, OUTREACH_BASE_URL: 'https://api.outreach.example/r' },
    });
    for (const refused of [await live.outreach(line), await throughApi(live, row)])
      expect(told(refused)).toEqual({ exit: 2, code: 'unreachable_url' });
  });
});

function toolOf(id: string): string {
  const operation = operations.find((known) => known.id === id);
  if (operation === undefined) throw new Error(`there is no operation ${id}`);
  return toolName(operation);
}
