import { describe, expect, it } from 'vitest';
import type { Transport, WireAnswer } from '../../../src/contract/wire.ts';
import { rules } from '../../../src/domain/launch/rules.ts';
import { savedOnce } from '../../saved-once.ts';
import type { SavedWorld, TestWorld } from '../../world.ts';
import { copy, makeReady, people, readyCampaign } from './ready-campaign.ts';

/** Services without one of the documented lists of a launch, or with another answer there. */

type Body = Readonly<Record<string, unknown>>;
type Answered = (body: Body) => WireAnswer;

const json = (body: unknown, status = 200): WireAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const other = (type: string, body: string, status = 200): WireAnswer => ({
  status,
  headers: { 'content-type': type },
  body,
});

const answers: Readonly<Record<string, Answered>> = {
  'a path that is not there': () => other('text/plain', '404 page not found', 404),
  'a 404 in its own words': () => json({ error: 'Not found' }, 404),
  'a web page': () => other('text/html', '<html><body>Welcome</body></html>'),
  'a list without its total': ({ total: _, totalCount: __, ...body }) => json(body),
  'another envelope': (body) => json({ result: { rows: Object.values(body).find(Array.isArray) } }),
};

const lists = {
  '/sender-emails': 'senders.list',
  '/leads': 'leads.list',
  '/campaigns': 'campaigns.list',
  '/blocklist': 'blocklist.list',
  '/replies': 'replies.list',
} as const;

/** Some of the rules that need each. */
const needed: Readonly<Record<string, readonly string[]>> = {
  '/sender-emails': ['none-attached', 'limits-zero', 'no-capacity', 'spf', 'own-domain', 'placeholder-left'],
  '/leads': ['no-leads', 'merge-tag-empty', 'malformed-address', 'said-no', 'already-running'],
  '/campaigns': ['already-running', 'over-limit', 'takes-long'],
  '/blocklist': ['blocklisted'],
  '/replies': ['said-no', 'replied-before'],
};

const cases = Object.entries(lists).flatMap(([path, operation]) =>
  Object.entries(answers).map(([name, answer]) => [path, name, operation, answer] as const),
);

interface Begun {
  /** The first page that cannot be read. */
  from?: number;
  leads?: string;
  saved?: SavedWorld;
}

/** Campaign 1, ready, with one list that cannot be read once `spoil` is called. */
async function without(path: string, answer: Answered, { from = 1, leads, saved }: Begun = {}) {
  let isOff = false;
  const between =
    (next: Transport): Transport =>
    async (request, signal) => {
      const given = await next(request, signal);
      const page = Number(request.query.find(([name]) => name === 'page')?.[1] ?? 1);
      const isHit = isOff && request.method === 'GET' && request.path === path && page >= from;
      return isHit ? answer(JSON.parse(String(given.body))) : given;
    };
  const world = await readyCampaign({ between, ...(saved && { saved }) }, leads);
  const spoil = () => {
    isOff = true;
  };
  return { world, spoil };
}

/** They are asked for warnings alone. */
const forWarnings = ['/blocklist', '/campaigns'];

const launches = ({ requests }: TestWorld) =>
  requests.filter((one) => one === 'POST /campaigns/1/resume').length;

const blocking = Object.entries(rules)
  .filter(([, { severity }]) => severity === 'block')
  .map(([rule]) => rule);

describe.each(cases)('%s: %s', (path, _, operation, answer) => {
  it('leaves the rules that need it unknown, with the line that sets its path', async () => {
    const { world, spoil } = await without(path, answer);
    spoil();
    const { exit, json } = await world.outreach('campaigns check 1 --json');
    const { passed, unknown } = json();
    const named = unknown.filter(({ why }: { why: string }) => why.includes(`profiles route ${operation} `));
    expect(exit).toBe(0);
    expect(named.map(({ rule }: { rule: string }) => rule)).toEqual(
      expect.arrayContaining([...(needed[path] ?? [])]),
    );
    expect(passed).toBe(forWarnings.includes(path) ? true : null);
    const isInDoubt = unknown.some(({ rule }: { rule: string }) => blocking.includes(rule));
    expect(isInDoubt).toBe(passed === null);
  });
});

it('does not start where a part cannot be read again just before, and says so', async () => {
  const world = await readyCampaign();
  await world.outreach('sandbox fault add campaigns.get --kind status:500 --nth 2 --times 2');
  const { exit, err } = await world.outreach('campaigns resume 1 --yes');
  expect([exit, launches(world)]).toEqual([11, 0]);
  expect(err).toContain('could not be read again just before the start (detail: ');
  expect(err).not.toContain('changed since');
  expect((await world.outreach('campaigns resume 1 --yes')).exit).toBe(0);
});

/** One of each kind: what a 404 and another shape come to is the same for all readers. */
const few = cases.filter(
  ([, name]) => name === 'a 404 in its own words' || name === 'a list without its total',
);

const started = (leads: string) =>
  savedOnce(async (world) => {
    await makeReady(world, leads);
    expect((await world.outreach('campaigns resume 1 --yes')).exit).toBe(0);
  });
const startedForFew = started(people(3));
const startedForMany = started(people(60));

describe.each(few)('%s: %s', (path, _, operation, answer) => {
  it('keeps no campaign from its start, which says what was not checked, but is refused by --strict', async () => {
    const { world, spoil } = await without(path, answer);
    spoil();
    const isInDoubt = !forWarnings.includes(path);
    expect((await world.outreach('campaigns check 1 --strict')).exit).toBe(isInDoubt ? 16 : 0);
    const { exit, err } = await world.outreach('campaigns resume 1 --yes');
    expect([exit, launches(world)]).toEqual([0, 1]);
    if (isInDoubt) expect(err).toContain('Not checked, ');
  });

  it('ends neither a forecast nor the reason why it sends', async () => {
    const { world, spoil } = await without(path, answer, { saved: await startedForMany() });
    world.clock.advance(2 * 3_600_000);
    spoil();
    const forecast = await world.outreach('campaigns forecast 1 --json');
    const why = await world.outreach('campaigns why 1 --json');
    expect([forecast.exit, why.exit]).toEqual([0, 0]);
    if (path !== '/sender-emails') return;
    expect(forecast.json()).toMatchObject({ lastDay: null, sendingDays: 0 });
    expect(forecast.json().unknown.map(({ what }: { what: string }) => what)).toContain('mailboxes');
    expect(why.json().sends).toBe(null);
  });

  it('keeps nothing from joining or changing a running campaign', async () => {
    const { world, spoil } = await without(path, answer, { saved: await startedForFew() });
    spoil();
    const changed = await world.outreach('campaigns sequence set 1 - --yes', {
      stdin: copy.replace('Hello', 'Good day'),
    });
    const joined = await world.outreach(
      'leads add new@firm.example --first-name Ana --company Firm --campaign 1 --yes',
    );
    const bad = await world.outreach('leads add nobody@@firm --campaign 1 --yes');
    expect([changed.exit, joined.exit, bad.exit === 0]).toEqual([0, 0, false]);
    const isRead = path === '/leads' || path === '/sender-emails' || path === '/blocklist';
    if (isRead) expect(changed.err).toContain(`profiles route ${operation} `);
    if (path === '/leads' || path === '/sender-emails') expect(joined.err).toContain('Not checked, ');
  });
});

describe('a list of leads that ends on the way', () => {
  it.each(['a path that is not there', 'a web page'])(
    'is a part, and starts nothing: %s',
    { tags: 'slow' },
    async (name) => {
      const answer = answers[name] as Answered;
      const { world, spoil } = await without('/leads', answer, { from: 2, leads: people(450) });
      spoil();
      const { exit, json } = await world.outreach('campaigns check 1 --json');
      expect([exit, json().passed, json().looked.leads]).toEqual([0, null, 200]);
      expect(json().unknown).toContainEqual({
        rule: 'merge-tag-empty',
        why: expect.stringContaining('the service listed 200 leads, then: '),
      });
      const resumed = await world.outreach('campaigns resume 1 --yes');
      expect([resumed.exit, launches(world)]).toEqual([16, 0]);
    },
  );
});

describe('a campaign', () => {
  it('is not found where everything answers 404', async () => {
    const world = await readyCampaign({ between: () => async () => json({ error: 'Not found' }, 404) });
    for (const line of ['check 1', 'resume 1 --yes', 'forecast 1', 'why 1'])
      expect((await world.outreach(`campaigns ${line}`)).exit).toBe(6);
  });

  it('is not found where the list does not have it', async () => {
    const world = await readyCampaign();
    for (const line of ['check 99', 'resume 99 --yes', 'forecast 99', 'why 99'])
      expect((await world.outreach(`campaigns ${line}`)).exit).toBe(6);
  });
});

describe('signatures', () => {
  const gone: Answered = () => json({ error: 'Not found' }, 404);

  it('of mailboxes that cannot be read keep the copy from passing', async () => {
    const { world, spoil } = await without('/sender-emails/1', gone);
    spoil();
    const { json } = await world.outreach('campaigns check 1 --only copy --json');
    expect(json().passed).toBe(null);
    expect(json().unknown).toContainEqual({
      rule: 'placeholder-left',
      why: expect.stringMatching(/^the signature of a mailbox: /),
    });
  });

  it('are not asked for where the campaign has its own', async () => {
    const { world, spoil } = await without('/sender-emails/1', gone);
    await world.outreach('campaigns sequence set 1 -', { stdin: `${copy}\n--- signature ---\nAna\n` });
    spoil();
    const { json } = await world.outreach('campaigns check 1 --only copy --json');
    expect(json().passed).toBe(true);
  });
});

it('names the path that a documented list may have, where the list is what was asked for', async () => {
  const { world, spoil } = await without('/leads', () => json({ error: 'Not found' }, 404));
  spoil();
  const { exit, err } = await world.outreach('leads list');
  expect([exit, err]).toEqual([6, expect.stringContaining('outreach profiles route leads.list')]);
});
