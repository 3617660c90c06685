import { describe, expect, it } from 'vitest';
import { baseUrl, liveReadOnlyKey } from '../commands/live-service.ts';
import { asksInOneForm } from './lines.ts';
import { breaches, commands, errorOf, liveWorld, online } from './live.ts';
import { operationBy, type Script } from './service.ts';
import { modesOf, sliced } from './slice.ts';

/** Nothing that spends, buys, sends or deletes leaves without consent, and a dry run sends nothing at all. */

const withoutYes = (words: string) => words.replace(/ --yes\b/, '');
const asking = online.filter(({ words }) => words.includes('--yes'));
const changing = online.filter(
  ({ path, main }) =>
    path !== 'login' && operationBy(main).kind === 'write' && !('changes' in operationBy(main)),
);

/** What is missing is known only from the lists; a dry run of all others that take no consent needs no network. */
const looksFirst = ['leads forget', 'blocklist sync', 'webhooks ensure'];

/** A dry run of these is a row an account, with the request in it, which text shows where it is asked for. */
const inRows = ['blocklist sync'];

const rawEffects = [
  'api POST /credits/purchase --field credits=2000',
  'api credits.purchase --field credits=2000',
  'api POST /credits/%70urchase --field credits=2000',
  'api POST /campaigns/1/resume',
  'api POST /reply-drafts/1/send',
  'api POST /lead-finder/imports --field campaignId=1 --field mode=selected --field refs[]=r1',
  'api DELETE /leads/1',
  'api POST /leads --field leads[].email=ana@lumen.example --field campaignId=1',
  'api leads.move --param id=1 --field targetCampaignId=1',
  'api POST /unheard/of --field count=5',
  'api POST /dfy/orders --field domains[].domainName=acme.com',
  'api POST /autopilot/runs/7/approve',
];

/** People join campaign 1, or it gets new emails, which asks only where it mails at once. */
const joining: Readonly<Record<string, string>> = {
  'leads add': 'ana@lumen.example --campaign 1',
  'leads import': 'people.csv --campaign 1',
  'leads move': '1 1',
  'campaigns sequence set': '1 sequence.json',
};
/** A campaign that sends gets other settings, hours or mailboxes. */
const changed: Readonly<Record<string, string>> = {
  'campaigns update': '1 --daily-limit 10000',
  'campaigns schedule': '1 --days daily --from 00:00 --to 23:59',
  'campaigns senders attach': '1 2',
};
/** These ask wherever the campaign is, because they spend. */
const spendingJoins: Readonly<Record<string, string>> = {
  'finder import': '--campaign 1 --count 1 --job-title CEO --no-wait',
  'prospects source': '--campaign 1 --count 1',
};

describe('every command that takes consent', () => {
  it('is among these', () => {
    const effects = commands.filter(({ effect }) => effect !== 'none').map(({ path }) => path);
    expect(asking.map(({ path }) => path)).toEqual(expect.arrayContaining(effects));
  });

  const lines = [...asking.map(({ path, words }) => `${path} ${withoutYes(words)}`), ...rawEffects];
  const ways = [
    { name: 'nobody there', env: {}, stdin: '' },
    { name: 'yes |', env: {}, stdin: 'y\nyes\ny\n' },
    { name: 'CI', env: { CI: 'true' }, stdin: 'y\n' },
    { name: 'OUTREACH_NO_INPUT', env: { OUTREACH_NO_INPUT: '1' }, stdin: 'y\n' },
    { name: 'OUTREACH_NO_INPUT on a terminal', env: { OUTREACH_NO_INPUT: '1' }, stdin: 'y\n', tty: true },
    { name: 'CI on a terminal', env: { CI: '1' }, stdin: 'y\n', tty: true },
  ];
  const rows = lines.map((line, row) => ({
    line,
    flags: modesOf(['', '--ndjson', '--no-input', '-q'], row, 2),
  }));
  it.each(sliced(rows, ways, 6))(
    'outreach $line is refused where nobody agrees',
    async ({ line, modes, flags }) => {
      for (const { name, ...options } of modes) {
        const { world, service } = await liveWorld(options);
        for (const flag of ['--json', ...flags]) {
          const run = await world.outreach(`${line} ${flag}`);
          expect([name, flag, run.out, run.exit]).toEqual([name, flag, '', 3]);
          if (flag === '--json') expect([name, breaches(run)]).toEqual([name, []]);
          expect([name, flag, service.writes()]).toEqual([name, flag, 0]);
        }
      }
    },
  );
});

describe('consent in the tree', () => {
  it('is always where a command ends with 3 without --yes, and never where it does not', () => {
    const said = (consent: string) =>
      commands.filter((leaf) => leaf.consent === consent).map(({ path }) => path);
    const needsYes = commands.filter(({ words }) => /--yes\b/.test(words)).map(({ path }) => path);
    expect(said('always')).toEqual(needsYes);
    expect(new Set(said('when-running'))).toEqual(
      new Set([...Object.keys(joining), ...Object.keys(changed), ...asksInOneForm]),
    );
    for (const { path, consent, exitCodes } of commands)
      if (consent !== 'never') expect([path, exitCodes.includes(3)]).toEqual([path, true]);
  });

  const inState = (status: unknown): Script => {
    const campaign = { id: 1, name: 'Autumn', flow: 'api', status, stats: {} };
    const body = JSON.stringify({ campaigns: [campaign], total: 1, page: 1, limit: 20, hasMore: false });
    return (id) => (id === 'campaigns.list' ? { body } : undefined);
  };

  describe.each(Object.entries({ ...joining, ...spendingJoins }))('outreach %s %s', (path, words) => {
    it.each(['running', 'completed'])('mails at once where the campaign is %s', async (status) => {
      const { world, service } = await liveWorld();
      service.play(inState(status));
      const refused = await world.outreach(`${path} ${words} --json`);
      expect([refused.exit, refused.out, service.writes()]).toEqual([3, '', 0]);
      const { code, details } = errorOf(refused);
      const effect = path in joining ? 'sends' : 'spends';
      expect({ code, ...details }).toMatchObject({ code: 'confirmation_required', effect, recipients: 1 });
      expect(details.facts.join(' ')).toMatch(
        /at once|as soon as they are added|resumes it|from now on|who are added/,
      );
      expect((await world.outreach(`${path} ${words} --yes --json`)).exit).toBe(0);
      expect(service.writes()).toBe(1);
    });

    // The spec does not give the whole list of states.
    const odd = [
      'Running',
      'RUNNING',
      'Draft',
      ' paused',
      'active',
      'resumed',
      '',
      null,
      undefined,
      5,
      {},
      [],
    ];
    it.each(odd)('may mail at once where the campaign is %j', async (status) => {
      const { world, service } = await liveWorld();
      service.play(inState(status));
      const refused = await world.outreach(`${path} ${words} --json`);
      expect([refused.exit, refused.out, service.writes()]).toEqual([3, '', 0]);
      const { code, details } = errorOf(refused);
      expect({ code, ...details }).toMatchObject({ code: 'confirmation_required', recipients: 1 });
      expect(details.facts.join(' ')).toContain('its status is not known');
      expect((await world.outreach(`${path} ${words} --max-recipients 0 --yes --json`)).exit).toBe(3);
      expect(service.writes()).toBe(0);
      expect((await world.outreach(`${path} ${words} --yes --json`)).exit).toBe(0);
      expect(service.writes()).toBe(1);
    });

    it.each(['draft', 'paused'])('mails nobody where it is %s', async (status) => {
      const { world, service } = await liveWorld();
      service.play(inState(status));
      const run = await world.outreach(`${path} ${words} --json`);
      if (path in joining) expect([run.exit, service.writes()]).toEqual([0, 1]);
      else expect(errorOf(run).details.recipients).toBe(0);
    });
  });

  describe.each(Object.entries(changed))('outreach %s %s', (path, words) => {
    it.each(['running', 'completed', 'active', null])('asks where the campaign is %j', async (status) => {
      const { world, service } = await liveWorld();
      service.play(inState(status));
      const refused = await world.outreach(`${path} ${words} --json`);
      expect([refused.exit, errorOf(refused).code, service.writes()]).toEqual([
        3,
        'confirmation_required',
        0,
      ]);
      expect(errorOf(refused).details.facts).toContain('It sends with this change from now on.');
      expect((await world.outreach(`${path} ${words} --yes --json`)).exit).toBe(0);
      expect(service.writes()).toBe(1);
    });

    it.each(['draft', 'paused'])('asks nothing where it is %s', async (status) => {
      const { world, service } = await liveWorld();
      service.play(inState(status));
      expect([(await world.outreach(`${path} ${words} --json`)).exit, service.writes()]).toEqual([0, 1]);
    });
  });

  const none = JSON.stringify({ campaigns: [], total: 0, page: 1, limit: 20, hasMore: false });
  it.each([
    ['has no such campaign', { body: none }],
    ['is not found', { status: 404, body: '404 page not found' }],
    ['is no list', { body: '"welcome"' }],
    ['is no JSON', { body: '<!DOCTYPE html><html></html>' }],
  ])('takes consent to join a campaign where the list of campaigns %s', async (_, answer) => {
    for (const [path, words] of Object.entries({ ...joining, ...spendingJoins })) {
      const { world, service } = await liveWorld();
      service.play((id) => (id === 'campaigns.list' ? answer : undefined));
      const refused = await world.outreach(`${path} ${words} --json`);
      const exit = answer.body === none ? 6 : 3;
      expect([path, refused.exit, service.writes()]).toEqual([path, exit, 0]);
      if (exit === 6) continue;
      expect(errorOf(refused).details).toMatchObject({ recipients: 1 });
      expect([path, (await world.outreach(`${path} ${words} --yes --json`)).exit]).toEqual([path, 0]);
      expect(service.writes()).toBe(1);
    }
  });

  it('is never for whatever else is done to a running campaign', { tags: 'slow' }, async () => {
    for (const { path, words } of online.filter(({ consent }) => consent === 'never')) {
      const { world, service } = await liveWorld();
      service.play(inState('running'));
      expect([path, (await world.outreach(`${path} ${words} --json`)).exit]).not.toEqual([path, 3]);
    }
  });
});

describe.each(changing)('outreach $path --dry-run', ({ path, words, main, consent }) => {
  it('prints exactly the request that would leave, and sends nothing', async () => {
    const { world, service } = await liveWorld();
    const run = await world.outreach(`${path} ${withoutYes(words)} --dry-run --json`);
    expect([run.exit, run.err, service.writes()]).toEqual([0, '', 0]);
    if (consent === 'never' && !looksFirst.includes(path)) expect(service.seen).toEqual([]);
    const rows = inRows.includes(path) ? run.json().items : null;
    if (rows !== null) expect(rows).toHaveLength(1);
    const document = run.json();
    const shown = rows === null ? (document.items?.[0] ?? document) : rows[0].request;
    expect(shown).toMatchObject({ dryRun: true, operation: main });
    expect(run.out).not.toMatch(/run_ab12cd34_\w{10}|Bearer|correct-horse/i);
    const line = `${path} ${withoutYes(words)} --dry-run`;
    const { out } = await world.outreach(line);
    if (consent !== 'never' && rows === null && ![...asksInOneForm, 'leads forget'].includes(path)) {
      const { facts, price, wouldRefuse } = document;
      expect({ facts, price, wouldRefuse }).toMatchObject({
        facts: expect.arrayContaining([expect.stringContaining('(LIVE, ')]),
        price: expect.any(Object),
        wouldRefuse: null,
      });
    }
    if (rows !== null) {
      const fields = await world.outreach(`${line} --fields request.method,request.path`);
      expect(fields.out).toBe(`${shown.method}\t${shown.path}\n`);
      for (const value of shown.body.values) expect(out).toContain(value);
    } else if (!out.includes(`${shown.method} ${shown.path}\n`)) {
      // An import shows what it would make of the file, and the request as fields.
      const request = out.replace(/^method\t(\w+)\npath\t/m, '$1 ');
      expect(request).toContain(`${shown.method} ${shown.path}`);
    }
    expect(out).not.toMatch(/run_ab12cd34_\w{10}|Bearer|correct-horse/i);
    expect(service.writes()).toBe(0);

    service.play(() => undefined);
    expect((await world.outreach(`${path} ${words} --json`)).exit).toBe(0);
    const sent = service.requests.find((_, at) => service.seen[at] === main);
    const body = sent?.body === undefined ? null : JSON.parse(sent.body);
    const hidden = operationBy(main).secrets ?? [];
    for (const field of hidden) body[field] = '[hidden]';
    expect(shown).toMatchObject({ method: sent?.method, path: sent?.path, body });
  });
});

describe('the key that will be used', () => {
  const buy = 'credits buy 2000 --json';
  const saved = async () => {
    const live = await liveWorld();
    const login = `login --profile prod --base-url ${baseUrl} --key-stdin`;
    expect((await live.world.outreach(login, { stdin: liveReadOnlyKey })).exit).toBe(0);
    return live;
  };

  it('is named in question, error, details and whoami, and not as a profile that has another key', async () => {
    const { world } = await saved();
    const { message, details } = errorOf(await world.outreach(buy));
    expect(message).toContain('(LIVE, key of OUTREACH_API_KEY, no profile)');
    expect(message).not.toContain('prod');
    expect(details).toMatchObject({ profile: null, keySource: 'environment', target: 'live' });
    expect((await world.outreach('whoami --json')).json()).toMatchObject({
      profile: null,
      keySource: 'environment',
      scope: 'unknown',
    });
    expect((await world.outreach('doctor --json')).out).toContain('none, the key of OUTREACH_API_KEY');
  });

  it('keeps to the read-only flag and the ceilings of the current profile at the same service', async () => {
    const { world, service } = await saved();
    await world.outreach('profiles set prod --max-credits 1999');
    const over = await world.outreach(`${buy} --yes`);
    expect([over.exit, errorOf(over).code]).toEqual([3, 'ceiling_exceeded']);
    expect(errorOf(over).hint).toContain("the profile 'prod'");
    await world.outreach('profiles set prod --read-only');
    const refused = await world.outreach(`${buy} --yes --max-credits 2000`);
    expect([refused.exit, errorOf(refused).code]).toEqual([5, 'read_only_profile']);
    expect(errorOf(refused).message).toContain("'prod'");
    expect(service.seen).not.toContain('credits.purchase');
  });

  it('has no agent-protocol server: that address belongs to a profile', async () => {
    const { world, service } = await saved();
    expect((await world.outreach(`profiles set prod --mcp-url ${new URL(baseUrl).origin}/mcp`)).exit).toBe(0);
    const run = await world.outreach('mcp tools --json');
    expect([run.exit, errorOf(run).code]).toEqual([2, 'no_mcp_url']);
    expect(service.seen).not.toContain('mcp.tools');
  });
});

describe('the price', () => {
  it.each([
    [
      'finder.filters',
      { creditsPerProspect: 3 },
      'finder import --campaign 1 --count 2 --job-title CEO --yes',
      1,
    ],
    // The launch checks read them four times before.
    [
      'leads.list',
      { leads: [], total: 5000, page: 1, limit: 20, hasMore: true },
      'campaigns resume 1 --yes',
      4,
    ],
  ])('that rises between quote and call is not paid (%s)', async (operation, later, line, before) => {
    const { world, service } = await liveWorld();
    service.play((id, _, nth) =>
      id === operation && nth > before ? { body: JSON.stringify(later) } : undefined,
    );
    const run = await world.outreach(`${line} --json`);
    expect([run.exit, run.out, service.writes()]).toEqual([7, '', 0]);
    expect(errorOf(run)).toMatchObject({ code: 'quote_changed', outcome: 'none' });
  });

  it.each([
    'credits buy 2000 --max-credits 1999 --yes',
    'credits buy 2000 --max-usd 49.99 --yes',
    'finder import --campaign 1 --count 2 --job-title CEO --max-credits 3 --yes',
    'api credits.purchase --field credits=2000 --max-credits 1999 --yes',
  ])('above a stated ceiling is not paid: %s', async (line) => {
    const { world, service } = await liveWorld();
    const run = await world.outreach(`${line} --json`);
    expect([run.exit, run.out, service.writes()]).toEqual([3, '', 0]);
    expect(errorOf(run).code).toBe('ceiling_exceeded');
    expect(breaches(run)).toEqual([]);
  });

  it('that cannot be read refuses', async () => {
    for (const price of [null, 'two', -1, [], {}]) {
      const { world, service } = await liveWorld();
      service.play((id) =>
        id === 'finder.filters' ? { body: JSON.stringify({ creditsPerProspect: price }) } : undefined,
      );
      const run = await world.outreach(
        'finder import --campaign 1 --count 2 --job-title CEO --max-credits 100 --yes --json',
      );
      expect([price, service.writes()]).toEqual([price, 0]);
      expect(breaches(run)).toEqual([]);
      expect(run.exit).not.toBe(0);
    }
  });
});
