import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { leavesOf, loadTree } from '../../../src/cli/describe/tree.ts';
import { tree } from '../../../src/commands/index.ts';
import { agent, answered, asked } from '../../commands/approvals/agent.ts';
import { seed } from '../../golden/seeded-world.ts';
import { newWorld, type SavedWorld, type TestWorld, type WorldOptions } from '../../world.ts';

/** For every command with consent: what its question names is what then happens, as the ledger and the outbox show. */

const options = { seed: 'golden', env: { OUTREACH_PROFILE: 'sandbox' } };
const folder = mkdtempSync(join(tmpdir(), 'outreach-questions-'));
let saved: SavedWorld;

beforeAll(async () => {
  let close = async () => {};
  const world = await newWorld({ ...options, atEnd: (given) => (close = given) });
  try {
    await seed(world);
    const ready = [
      'campaigns senders attach 4 1 2',
      'campaigns schedule 4 --days daily --from 00:00 --to 23:59',
      'leads update taro@nihon.example --var city=Osaka',
    ];
    for (const line of ready) expect((await world.outreach(line)).exit).toBe(0);
    const file = join(folder, 'seeded.db');
    world.database.prepare('VACUUM INTO ?').run(file);
    saved = { file, now: world.clock.now() };
  } finally {
    await close();
  }
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Happened {
  /** Spent, or bought by a purchase of credits. */
  readonly credits: number;
  readonly usd: number;
  /** People who had no email before; by a draft, those who get it. */
  readonly people: number;
}

interface Case {
  readonly words: string;
  readonly question: string;
  /** A line above it, where that names the figure. */
  readonly above?: string;
  readonly named: Partial<Happened>;
  /** What happens is not more than the question names, and may be less. */
  readonly atMost?: true;
  /** Is not found afterwards. */
  readonly gone?: string;
  /** The calls that change something, in order. */
  readonly calls?: readonly string[];
}

const cases: Readonly<Record<string, Case>> = {
  'leads add': {
    words: 'new@lumen.example --first-name Nia --var city=Rome --campaign 1',
    question: 'Email 1 person?',
    named: { people: 1 },
  },
  'leads import': {
    words: 'people.csv --campaign 1',
    question: 'Email 2 people?',
    named: { people: 2 },
  },
  'leads delete': {
    words: '3',
    question: 'Delete lead 3, Tom Fox (tom@autumn3.example)?',
    named: {},
    gone: 'leads get 3',
  },
  'leads forget': {
    words: '3',
    question: 'Block tom@autumn3.example, and delete what can be deleted?',
    above: 'Lead 3, Tom Fox is deleted for good.',
    named: {},
    gone: 'leads get 3',
    calls: ['POST /blocklist', 'DELETE /leads/3'],
  },
  'leads move': { words: 'taro@nihon.example 1', question: 'Email 1 person?', named: { people: 1 } },
  'campaigns resume': { words: '4', question: 'Email 5 people?', named: { people: 5 } },
  'campaigns sequence set': {
    words: '1 emails.md',
    question: 'Replace the emails of this campaign?',
    named: {},
  },
  'campaigns update': {
    words: '1 --llm',
    question: 'Change the given settings of a campaign (campaign 1 "Autumn", running)?',
    named: {},
  },
  'campaigns schedule': {
    words: '1 --days daily',
    question: 'Set the days and hours in which a campaign sends (campaign 1 "Autumn", running)?',
    named: {},
  },
  'campaigns senders attach': {
    words: '1 4',
    question: 'Attach mailboxes to a campaign (campaign 1 "Autumn", running)?',
    named: {},
  },
  'campaigns apply': {
    words: 'campaigns --allow-live',
    question: 'Make 4 changes to 2 campaigns?',
    named: {},
    calls: ['PUT /campaigns/1', 'PUT /campaigns/1/sequence', 'POST /campaigns', 'PUT /campaigns/8/sequence'],
  },
  'finder import': {
    words: '--campaign 4 --count 5 --job-title CEO --country France',
    question: 'Spend up to 10 credits and pay about $0.04 for verification?',
    above: 'billed on your next invoice. Worst case $8.00, if many addresses fail.',
    named: { credits: 10, usd: 8 },
    atMost: true,
  },
  'prospects source': { words: '--count 2', question: 'Spend credits?', named: {} },
  'dfy orders create': {
    words: '--domain new-acme.com --mailbox anna@new-acme.com:Anna:Berg --no-wait --idempotency-key own-1',
    question: 'Pay $12.50 for 1 domain, and 1 mailbox as the service bills it?',
    named: { usd: 12.5 },
  },
  'icps delete': {
    words: '2',
    question: 'Delete ideal customer profile 2, "SaaS directors"?',
    named: {},
    gone: 'icps get 2',
  },
  'autopilot approve': {
    words: '1',
    question: 'Spend up to 4,000 credits and email up to 2,000 people?',
    above: 'Buys nothing: 6 mailboxes are connected.',
    named: { credits: 4000, people: 2000 },
    atMost: true,
  },
  'drafts send': { words: '99', question: 'Email 1 person?', named: { people: 1 } },
  'webhooks delete': {
    words: '1',
    question: 'Delete webhook 1, EmailReply to https://hooks.lumen.example/replies?',
    named: {},
  },
  'blocklist remove': { words: 'competitor.example', question: 'Unblock competitor.example?', named: {} },
  'credits buy': {
    words: '2000',
    question: 'Charge the saved card $20.00 or less for 2,000 credits?',
    named: { usd: 20 },
  },
  'verification jobs create': {
    words: 'ana@lumen.example kim@lumen.example',
    question: 'Pay up to $0.016 for verification?',
    named: { usd: 0.016 },
    atMost: true,
  },
  'placement create': { words: '--sender 1', question: 'Send test emails from 1 mailbox?', named: {} },
  api: {
    words: 'POST /credits/purchase --field credits=1000',
    question: 'Charge the saved card for 1,000 credits?',
    named: {},
  },
};

/** Of these the answer to the question changes this machine alone. */
const local = /^(?:profiles|sandbox|journal|start|mcp)/;
/** Its question comes after keys, or in one of its forms: test/commands/replies-desk, senders-several, stop-by-limits. */
const elsewhere = ['replies desk', 'senders update', 'senders warmup set', 'campaigns pause'];

it('covers every command that takes consent', async () => {
  const leaves = leavesOf((await loadTree(tree)).commands);
  const asking = leaves.filter(
    ({ consent, path }) => consent !== 'never' && !local.test(path) && !elsewhere.includes(path),
  );
  expect(Object.keys(cases).sort()).toEqual(asking.map(({ path }) => path).sort());
});

async function opened(window: WorldOptions = {}): Promise<TestWorld> {
  const world = await newWorld({ ...options, ...window, saved });
  const people = 'email,First Name,City\na1@lumen.example,A,Rome\na2@lumen.example,B,Rome\n';
  writeFileSync(join(world.home, 'people.csv'), people);
  writeFileSync(
    join(world.home, 'emails.md'),
    '--- step ---\nSubject: News\n\nHello {firstName} in {city}\n',
  );
  const folder = join(world.home, 'campaigns');
  mkdirSync(folder);
  const emails = '--- step ---\nSubject: News\n\nHello {firstName}. Reply "no" to opt out.\n';
  writeFileSync(join(folder, 'autumn.md'), `---\nname: Autumn\ndailyLimit: 90\n---\n${emails}`);
  writeFileSync(join(folder, 'summer.md'), `---\nname: Summer\n---\n${emails}`);
  return world;
}

type Sent = {
  readonly id: string;
  readonly email: { readonly recipient: string; readonly step: number | null };
};
interface Before {
  readonly calls: number;
  readonly emails: readonly Sent[];
}

async function lookAt(world: TestWorld): Promise<Before> {
  const { items } = (await world.outreach('sandbox ledger --operation email.sent --all --json')).json();
  return { calls: world.ledger.all().length, emails: items };
}

/** What the newest call came to. Who had email before counts only where it is an answer to them. */
async function since({ calls, emails }: Before, world: TestWorld): Promise<Happened> {
  const had = new Set(emails.map(({ email }) => email.recipient));
  const earlier = new Set(emails.map(({ id }) => id));
  const fresh = (await lookAt(world)).emails.filter(
    ({ id, email }) => !earlier.has(id) && (email.step === null || !had.has(email.recipient)),
  );
  const { credits = 0, usd = 0 } = world.ledger.all()[calls] ?? {};
  return { credits, usd, people: new Set(fresh.map(({ email }) => email.recipient)).size };
}

describe.each(Object.entries(cases))('outreach %s', (path, each) => {
  const { words, question, above = question, named, atMost, gone, calls } = each;

  it('does what its question names', async () => {
    const atTerminal = await opened({ tty: true, columns: 200 });
    const shown = (await atTerminal.outreach(`${path} ${words}`)).err;
    expect(shown).toContain(`? ${question} Type y or n:`);
    expect(shown).toContain(above);

    const world = await opened();
    const before = await lookAt(world);
    const { exit, err } = await world.outreach(`${path} ${words} --yes`);
    expect({ exit, err: exit === 0 ? '' : err }).toEqual({ exit: 0, err: '' });
    if (named.people !== undefined) await world.sandbox.advance(3 * 86_400_000);
    const happened = await since(before, world);
    for (const [unit, amount] of Object.entries(named) as [keyof Happened, number][]) {
      expect(happened[unit], unit).toBeGreaterThan(0);
      if (atMost) expect(happened[unit], unit).toBeLessThanOrEqual(amount);
      else expect(happened[unit], unit).toBe(amount);
    }
    if (calls !== undefined)
      expect(world.requests.filter((request) => !request.startsWith('GET '))).toEqual(calls);
    if (gone !== undefined) expect((await world.outreach(gone)).exit).toBe(6);
  });
});

describe.each(Object.entries(cases))('outreach %s, wanted by an agent', (path, { words }) => {
  it('changes nothing before a person has approved it, and then runs once', async () => {
    const world = await opened();
    const line = `${path} ${words} --json`;
    const changes = () => world.requests.filter((request) => isChange(request)).length;
    const code = await asked(world, line);
    expect(changes()).toBe(0);
    const approved = await answered(world, code);
    expect([approved.exit, approved.err.includes(code)]).toEqual([0, true]);
    expect(changes()).toBe(0);
    const { exit, err } = await world.outreach(line, { agent });
    expect([exit, err]).toEqual([0, expect.not.stringContaining('approval_required')]);
    const made = changes();
    expect(made).toBeGreaterThan(0);
    await world.outreach(line, { agent });
    // What a campaign has already is no change of it.
    const setsAgain = ['campaigns update', 'campaigns schedule', 'campaigns senders attach'].includes(path);
    expect(changes()).toBe(setsAgain ? made + 1 : made);
  });
});

const isChange = (request: string): boolean =>
  !/^GET |\/search$|\/check$|\/preview$|\/plan$|\/size$/.test(request);

describe('a text of someone else above a question', () => {
  it.each([60, 80, 120])('keeps its bar on every line at %d columns', async (columns) => {
    const world = await newWorld({ ...options, saved, tty: true, columns });
    const long = `Answer yes to see it only. ${'word '.repeat(60)}\n\nRecipients: 0\n${'x'.repeat(200)}`;
    await world.outreach(['drafts', 'edit', '99', '--body', long]);
    const { err } = await world.outreach('drafts send 99');
    const lines = err.replaceAll(/\u001b\[[\d;]*m/g, '').split('\n');
    const from = lines.findIndex((line) => line.startsWith('Subject:')) + 1;
    const to = lines.findIndex((line) => line.startsWith('? Email 1 person?'));
    const shown = lines.slice(from, to);
    expect(shown.length).toBeGreaterThan(5);
    for (const line of shown) expect(line).toMatch(/^│/);
    for (const line of shown) expect(line.length).toBeLessThanOrEqual(columns);
    expect(shown.join('').replaceAll(/[│\s]/g, '')).toBe(long.replaceAll(/\s/g, ''));
  });

  it('is whole, however long it is', async () => {
    const world = await newWorld({ ...options, saved, tty: true });
    await world.outreach(['drafts', 'edit', '99', '--body', `${'line\n'.repeat(90)}The end.`]);
    const { err } = await world.outreach('drafts send 99');
    expect(err.match(/│/g)).toHaveLength(91);
    expect(err).toContain('The end.');
  });
});
