import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { savedOnce } from '../../saved-once.ts';
import { newWorld, type TestWorld, type WorldOptions } from '../../world.ts';

/** The ways in other than `campaigns resume`: leads that join a running campaign are checked before. */

/** A campaign emails who joins it at once, or only once it is started. */
const writing = ['running', 'completed'] as const;
const resting = ['draft', 'paused'] as const;
const states = [...resting, ...writing];
type State = (typeof states)[number];

const sequence = (body: string) => `--- step ---
Subject: {company}

${body}

If you would rather not hear from us, tell us. Outwell Ltd, 1 Sample Street, 10115 Berlin
`;

const clean = sequence('Hello {firstName}, how is {city}?');

/** Campaign 1, whose only lead is clean, and campaign 2, a draft, with a lead that lacks a city. */
const ready = savedOnce(async (world) => {
  writeFileSync(join(world.home, 'clean.md'), clean);
  for (const line of [
    'campaigns create Autumn',
    'campaigns create Other',
    'leads add ana@lumen.example --first-name Ana --company Lumen --var city=Oslo --campaign 1',
    'leads add li@orchid.example --first-name Li --company Orchid --campaign 2',
    'leads add bo@zephyr.example --first-name Bo --company Zephyr --var city=Bonn --campaign 2',
    'campaigns sequence set 1 clean.md',
    'campaigns senders attach 1 1',
    'campaigns schedule 1 --days mon-fri --from 09:00 --to 17:00',
  ])
    expect([line, await world.outreach(line)]).toMatchObject([line, { exit: 0 }]);
});

async function worldIn(state: State, options: WorldOptions = {}): Promise<TestWorld> {
  const world = await newWorld({ saved: await ready(), ...options });
  writeFileSync(join(world.home, 'clean.md'), clean);
  writeFileSync(join(world.home, 'other.md'), clean.replace('Hello', 'Good day'));
  writeFileSync(join(world.home, 'broken.md'), sequence('Hello [Name], how is {ctiy}?'));
  put(world, state);
  return world;
}

const put = (world: TestWorld, state: State) =>
  world.database.prepare('UPDATE campaign SET status = ? WHERE id = 1').run(state);

const writesAtOnce = (state: State) => writing.some((one) => one === state);
const writes = ({ requests }: TestWorld) =>
  requests.filter((request) => !request.startsWith('GET') && request !== 'POST /audience/size');

/** The newest first, each with the reason that was given. */
const acceptedIn = async (world: TestWorld) => {
  const { items } = (await world.outreach('journal list --all --json')).json();
  const noted = items.filter(({ summary }: { summary: string }) => summary.includes('accepted:'));
  for (const { id } of noted)
    expect((await world.outreach(`journal show ${id} --json`)).out).toContain('(--accept): known; found: ');
  return noted.map(({ summary }: { summary: string }) => summary);
};

const ways = [
  {
    way: 'leads add',
    passing: 'leads add new@lumen.example --first-name Nia --company Lumen --var city=Rome --campaign 1',
    breaking: 'leads add new@lumen.example --first-name Nia --company Lumen --campaign 1',
    rule: 'merge-tag-empty',
    write: 'POST /leads',
  },
  {
    way: 'leads move',
    passing: 'leads move bo@zephyr.example 1',
    breaking: 'leads move li@orchid.example 1',
    rule: 'merge-tag-empty',
    write: 'POST /leads/2/move',
  },
  {
    way: 'campaigns sequence set',
    passing: 'campaigns sequence set 1 other.md',
    breaking: 'campaigns sequence set 1 broken.md',
    rule: 'merge-tag-unknown',
    write: 'PUT /campaigns/1/sequence',
  },
];

describe('a lead that joins again is checked by', () => {
  const add = 'leads add mo@zinc.example --campaign 1 --json --yes';

  it.each([
    ['what the call gives, where the service has nothing', 'city=', '--var city=Rome', 0],
    ['what the service has, where the call gives nothing', 'city=Rome', '', 0],
    ['what the call gives, where the service has something', 'city=Rome', '--var city=', 16],
  ])('%s', async (_, stored, given, exit) => {
    const world = await worldIn('draft');
    const known = `leads add mo@zinc.example --first-name Mo --company Zinc --var ${stored}`;
    expect((await world.outreach(known)).exit).toBe(0);
    put(world, 'running');
    expect((await world.outreach(`${add} ${given}`)).exit).toBe(exit);
  });

  it.each([
    ['the name that the call gives', '--first-name Mo', 0],
    ['the name that the service has, where the call gives none', '', 16],
  ])('%s', async (_, given, exit) => {
    const world = await worldIn('draft');
    const known = 'leads add mo@zinc.example --company Zinc --var city=Rome';
    expect((await world.outreach(known)).exit).toBe(0);
    put(world, 'running');
    expect((await world.outreach(`${add} ${given}`)).exit).toBe(exit);
  });
});

describe.each(ways)('$way', ({ passing, breaking, rule, write }) => {
  const because = (waived: string) => `--accept ${waived}=because --yes`;
  const broken = write.endsWith('sequence') ? [rule, 'placeholder-left'] : [rule];

  describe.each(resting)('into a campaign that is %s', (state) => {
    it('goes without a question, whatever the rules say', async () => {
      const world = await worldIn(state);
      for (const line of [passing, breaking])
        expect([line, (await world.outreach(line)).exit]).toEqual([line, 0]);
      expect([writes(world).length, writes(world).at(-1)]).toEqual([2, write]);
      const waived = broken.map(because).join(' ');
      expect((await world.outreach(`${breaking} ${waived}`)).exit).toBe(0);
    });
  });

  describe.each(writing)('into a campaign that is %s', (state) => {
    it('goes after a question where every rule is kept', async () => {
      const world = await worldIn(state);
      expect([(await world.outreach(passing)).exit, writes(world)]).toEqual([3, []]);
      expect([(await world.outreach(`${passing} --yes`)).exit, writes(world).length]).toEqual([0, 1]);
    });

    it('is refused where a rule blocks, with --yes as well, and nothing is sent', async () => {
      const world = await worldIn(state);
      for (const flags of ['', '--yes', '--yes --json']) {
        const { exit, err, out } = await world.outreach(`${breaking} ${flags}`);
        expect([flags, exit, out, writes(world)]).toEqual([flags, 16, '', []]);
        if (!flags.includes('--json')) expect(err).toContain(rule);
        else
          expect(JSON.parse(err).error).toMatchObject({
            code: 'checks_failed',
            exitCode: 16,
            outcome: 'none',
            details: { campaignId: 1, problems: expect.arrayContaining([expect.objectContaining({ rule })]) },
          });
      }
    });

    it('goes where the rule is waived, and is refused where only others are', async () => {
      const world = await worldIn(state);
      const others = ['role-address', 'bounced-before', ...broken.slice(1)];
      const refused = await world.outreach(`${breaking} ${others.map(because).join(' ')}`);
      expect([refused.exit, writes(world)]).toEqual([16, []]);
      expect((await world.outreach(`${breaking} ${broken.map(because).join(' ')}`)).exit).toBe(0);
      expect(writes(world).at(-1)).toBe(write);
    });
  });
});

describe('leads import', () => {
  const file = `Email,First Name,Company,City
good@lumen.example,Nia,Lumen,Rome
empty@lumen.example,Nia,Lumen,
info@lumen.example,Nia,Lumen,Bern
`;
  const withForm = `${file}not an address,Nia,Lumen,Rome\n`;

  async function worldWith(state: State, content: string, options: WorldOptions = {}): Promise<TestWorld> {
    const world = await worldIn(state, options);
    writeFileSync(join(world.home, 'more.csv'), content);
    return world;
  }

  const added = (world: TestWorld) =>
    world.database
      .prepare(
        `SELECT l.email FROM lead l JOIN campaign_lead c ON c.lead_id = l.id
         WHERE c.campaign_id = 1 AND l.email <> 'ana@lumen.example' ORDER BY l.id`,
      )
      .all<{ email: string }>()
      .map(({ email }) => email.split('@')[0]);

  const ends = [
    { flags: '', form: false, open: 0, gated: 15, all: 3 },
    { flags: '--strict', form: false, open: 0, gated: 16, all: 3 },
    { flags: '--accept merge-tag-empty=known', form: false, open: 0, gated: 0, all: 3 },
    { flags: '--accept said-no=known', form: false, open: 0, gated: 15, all: 3 },
    { flags: '', form: true, open: 0, gated: 15, all: 3 },
    { flags: '--strict', form: true, open: 2, gated: 16, all: 0 },
    { flags: '--fail-on-rejects', form: true, open: 15, gated: 15, all: 3 },
    { flags: '--strict --accept merge-tag-empty=known', form: true, open: 2, gated: 2, all: 0 },
    { flags: '--accept merge-tag-empty=known', form: true, open: 0, gated: 0, all: 3 },
  ];
  /** In the other two states those rows alone that end in every way there is: what decides is whether it writes at once. */
  const withMalformed = ends.filter(({ form }) => form);

  describe.each([
    { state: 'draft', cases: withMalformed },
    { state: 'paused', cases: ends },
    { state: 'running', cases: ends },
    { state: 'completed', cases: withMalformed },
  ] as const)('into a campaign that is $state', ({ state, cases }) => {
    it.each(cases)(
      'ends as it must: $flags, a malformed row: $form',
      async ({ flags, form, open, gated, all }) => {
        const world = await worldWith(state, form ? withForm : file);
        const asked = writesAtOnce(state);
        const exit = asked ? gated : open;
        const run = await world.outreach(`leads import more.csv --campaign 1 --yes --json ${flags}`);
        expect([flags, run.exit, run.err]).toEqual([flags, exit, expect.anything()]);
        const isWaived = flags.includes('merge-tag-empty');
        const leftOut = asked && !isWaived;
        const sent = exit === 2 || exit === 16 ? 0 : leftOut ? 2 : all;
        expect(added(world)).toHaveLength(sent);
        if (exit !== 0) expect(JSON.parse(run.err).error.code).toBe(codes[exit]);
        if (sent > 0)
          expect(run.json()).toMatchObject({
            read: form ? 4 : 3,
            sent,
            rejected: (leftOut ? 1 : 0) + (form ? 1 : 0),
          });
        if (sent === 0) expect(writes(world)).toEqual([]);
      },
    );
  });

  const codes: Readonly<Record<number, string>> = { 2: 'rejected_rows', 15: 'partial', 16: 'checks_failed' };

  it('rejects a row with the rule as its reason, in the file of rejects', async () => {
    const world = await worldWith('running', withForm);
    const { exit, json, err } = await world.outreach('leads import more.csv --campaign 1 --yes --json');
    expect([exit, err.match(/merge-tag-empty \{city\} 1/) !== null]).toEqual([15, true]);
    const rejects = readFileSync(join(world.home, json().rejectsFile), 'utf8')
      .replaceAll('"', '')
      .split(/\r?\n/);
    expect(rejects[0]).toBe('_row,_column,_reason,Email,First Name,Company,City');
    expect(rejects[1]).toMatch(/^3,City,merge-tag-empty: \{city\} has no value,empty@lumen\.example,/);
    expect(added(world)).toEqual(['good', 'info']);
  });

  it('says in its question how many rows were left out and why, and what warns', async () => {
    const world = await worldWith('running', file);
    const { exit, err } = await world.outreach('leads import more.csv --campaign 1 --json');
    expect(exit).toBe(3);
    const { facts, recipients } = JSON.parse(err).error.details;
    expect(recipients).toBe(2);
    expect(facts).toContain('Left out by launch checks: 1 row (merge-tag-empty {city} 1)');
    expect(facts.join('\n')).toMatch(/Warning, role-address: 1 lead/);
    expect(writes(world)).toEqual([]);
  });

  it('sends nothing where no row is left', async () => {
    const world = await worldWith('running', `Email,First Name\nnew@lumen.example,Nia\n`);
    const { exit } = await world.outreach('leads import more.csv --campaign 1 --yes');
    expect([exit, writes(world)]).toEqual([16, []]);
  });

  it('makes the same calls for any number of rows', { tags: 'slow' }, async () => {
    const reads = async (rows: number) => {
      const lines = Array.from({ length: rows }, (_, at) => `p${at}@lumen.example,Nia,Lumen,Rome`);
      const world = await worldWith('running', `Email,First Name,Company,City\n${lines.join('\n')}\n`);
      expect((await world.outreach('leads import more.csv --campaign 1 --yes')).exit).toBe(0);
      return world.requests.filter((request) => request.startsWith('GET')).length;
    };
    expect(await reads(2500)).toBe(await reads(1));
  });

  describe('of people whom the service knows', () => {
    const known = `Email,First Name,Company,City
Bo@zephyr.example,Bo,Zephyr,Bonn
li@orchid.example,Li,Orchid,Oslo
new@lumen.example,Nia,Lumen,Rome
`;
    const line = 'leads import more.csv --campaign 1 --yes --json';

    const categorized = savedOnce(async (world) => {
      for (const category of ['3 bounced', '2 not_interested'])
        expect((await world.outreach(`leads categorize ${category} --yes`)).exit).toBe(0);
    }, ready);

    async function knownWorld(rows = 3, options: WorldOptions = {}): Promise<TestWorld> {
      const more = Array.from({ length: rows - 3 }, (_, at) => `p${at}@lumen.example,Nia,Lumen,Rome\n`);
      return worldWith('running', known + more.join(''), { saved: await categorized(), ...options });
    }

    it.each([3, 100])('rejects those who bounced or said no, in a file of %i rows', async (rows) => {
      const world = await knownWorld(rows);
      const { exit, json } = await world.outreach(line);
      expect([exit, added(world)]).toEqual([15, expect.not.arrayContaining(['bo', 'li'])]);
      expect(added(world)).toHaveLength(rows - 2);
      const rejects = readFileSync(join(world.home, json().rejectsFile), 'utf8');
      expect(rejects).toMatch(/bounced-before[^\n]*Bo@zephyr[^\n]*\r?\n[^\n]*said-no[^\n]*li@orchid/);
    });

    it.each([1, 100])(
      'takes what the service has of them where the file leaves it out: %i rows',
      async (rows) => {
        const more = Array.from({ length: rows - 1 }, (_, at) => `p${at}@lumen.example,Nia,Lumen,Rome\n`);
        const bare = 'Email,First Name,Company,City\nBo@Zephyr.example,,,\n';
        const world = await worldWith('running', bare + more.join(''));
        expect((await world.outreach(line)).exit).toBe(0);
        expect(added(world)).toHaveLength(rows);
        expect((await world.outreach('leads get 3 --json')).json()).toMatchObject({ company: 'Zephyr' });
      },
    );

    it('leaves out whom it knows without the value that the file leaves out, too', async () => {
      const world = await worldWith('running', 'Email\nbo@zephyr.example\nli@orchid.example\n');
      const { exit, json } = await world.outreach(line);
      expect([exit, added(world)]).toEqual([15, ['bo']]);
      expect(readFileSync(join(world.home, json().rejectsFile), 'utf8')).toMatch(/merge-tag-empty: \{city\}/);
    });

    const sayNo = (world: TestWorld) => {
      world.database.exec("UPDATE lead SET tag = NULL WHERE email LIKE 'li@%'");
      world.database.exec(
        `INSERT INTO reply (workspace_id, lead_id, email_id, sender_id, thread_id, from_address, to_addresses,
           cc_addresses, subject, body, intent, language, counts, response_category, received_at)
         SELECT workspace_id, id, 1, 1, 't', email, '[]', '[]', 'Re', 'No', 'decline', 'en', 1, 'not_interested', 0
         FROM lead WHERE email LIKE 'li@%'`,
      );
    };

    it('rejects those who said no in a reply', async () => {
      const world = await knownWorld();
      sayNo(world);
      expect([(await world.outreach(line)).exit, added(world)]).toEqual([15, ['new']]);
    });

    it('sends nothing where one of them says no while it checks, and leaves that one out the next time', async () => {
      let answered = () => {};
      const world = await knownWorld(3, {
        between: (next) => async (request, signal) => {
          const answer = await next(request, signal);
          if (request.method === 'GET' && request.path === '/replies') answered();
          return answer;
        },
      });
      world.database.exec("UPDATE lead SET tag = NULL WHERE email LIKE 'li@%'");
      answered = () => {
        answered = () => {};
        sayNo(world);
      };
      const { exit, err } = await world.outreach(line);
      expect([exit, JSON.parse(err).error.code, err]).toEqual([
        7,
        'changed_meanwhile',
        expect.stringContaining('li@orchid.example'),
      ]);
      expect([writes(world), (await world.outreach(line)).exit, added(world)]).toEqual([[], 15, ['new']]);
    });

    it('asks for a few by address where the workspace has many leads', async () => {
      const world = await knownWorld();
      const old = Array.from({ length: 1000 }, (_, at) => `old${at}@old.example`).join('\n');
      writeFileSync(join(world.home, 'old.csv'), `Email\n${old}\n`);
      expect((await world.outreach('leads import old.csv')).exit).toBe(0);
      world.requests.length = 0;
      expect([(await world.outreach(`${line} --no-before`)).exit, added(world)]).toEqual([15, ['new']]);
      const asked = world.requests.filter((request) => request.startsWith('GET /leads'));
      // One of them as it is written, and in lower case; and how many are in the campaign before and after.
      expect(asked).toHaveLength(7);
    });

    it('lets them go where the rules are waived, and reads no leads for it', async () => {
      const world = await knownWorld();
      const one = await world.outreach(`${line} --accept said-no=known`);
      expect([one.exit, added(world)]).toEqual([15, ['li', 'new']]);
      world.requests.length = 0;
      const waived = ['said-no', 'bounced-before', 'opted-out', 'merge-tag-empty'].map(
        (rule) => `--accept ${rule}=known`,
      );
      const all = await world.outreach(`${line} ${waived.join(' ')} --no-before`);
      expect([all.exit, added(world)]).toEqual([0, ['li', 'bo', 'new']]);
      // Only what let someone go is written down.
      expect(await acceptedIn(world)).toEqual([expect.stringMatching(/; accepted: said-no$/)]);
      // How many are in the campaign before and after.
      expect(world.requests.filter((request) => request.startsWith('GET /leads'))).toHaveLength(2);
    });

    it('says once what cannot be read, and counts it as not known', async () => {
      const world = await knownWorld(3, {
        between: (next) => async (request, signal) =>
          request.path === '/leads' && request.method === 'GET'
            ? { status: 200, headers: { 'content-type': 'application/json' }, body: '{"leads":7}' }
            : next(request, signal),
      });
      const { err } = await world.outreach(line.replace('--yes', ''));
      expect(err.match(/Not checked, [^\n]*bounced-before[^\n]*said-no/g)).toHaveLength(1);
      expect(JSON.parse(err.slice(err.indexOf('{"error"'))).error.details.facts.join()).toMatch(
        /bounced-before/,
      );
    });
  });

  it('leaves out by the blocklist nobody: the service does that', async () => {
    const world = await worldWith('running', `Email\nempty@blocked.example\n`);
    await world.outreach('blocklist add blocked.example');
    expect((await world.outreach('leads import more.csv --campaign 1 --yes')).exit).toBe(0);
  });

  it('lets rows go by rules that cannot be checked, and says which in one line', async () => {
    const world = await worldWith('running', file, {
      between: (next) => async (request, signal) =>
        request.path === '/campaigns/1/sequence' && request.method === 'GET'
          ? { status: 404, headers: { 'content-type': 'text/plain' }, body: '404 page not found' }
          : next(request, signal),
    });
    const { exit, err } = await world.outreach('leads import more.csv --campaign 1 --yes');
    expect(exit).toBe(0);
    expect(err.split(/\r?\n/).filter((line) => line.includes('merge-tag-empty'))).toHaveLength(1);
    expect(err).toContain('profiles route');
  });
});

describe('people who are not known before they join', () => {
  const finder = 'finder import --campaign 1 --count 5 --job-title "Head of Sales" --country Germany';

  it.each([
    { line: finder, write: 'POST /lead-finder/imports' },
    { line: 'prospects source --campaign 1 --count 5', write: 'POST /prospects/source' },
  ])('are checked once they have joined: $line', async ({ line, write }) => {
    const world = await worldIn('running');
    writeFileSync(join(world.home, 'wide.md'), sequence('Hello {icebreaker}'));
    for (const before of [
      'icps create Heads --title "Head of Sales" --location Germany',
      'icps set-primary 1',
      'campaigns sequence set 1 wide.md --accept merge-tag-unknown=later --yes',
    ])
      expect([before, await world.outreach(before)]).toMatchObject([before, { exit: 0 }]);
    world.requests.length = 0;
    const refused = await world.outreach(`${line} --json`);
    expect(refused.exit).toBe(3);
    expect(JSON.parse(refused.err).error.details.facts.join('\n')).toContain('not known before they join');
    expect(writes(world)).toEqual([]);
    const { exit, err } = await world.outreach(`${line} --yes`);
    expect([exit, writes(world)]).toEqual([0, [write]]);
    expect(err).toMatch(
      /Launch checks of the \d+ new leads: merge-tag-empty \d+.*\. outreach campaigns check 1/,
    );
    const waived = await world.outreach(`${line} --yes --again --accept merge-tag-empty=known`);
    expect(waived.err).not.toContain('merge-tag-empty');
  });

  it('are not looked at where the campaign writes to no one yet', async () => {
    const world = await worldIn('draft');
    const { exit, err } = await world.outreach(`${finder} --yes`);
    expect([exit, err.includes('Launch checks')]).toEqual([0, false]);
  });
});

it.each([
  ['campaigns sequence set 1 broken.md', true],
  ['campaigns sequence set 1 broken.md', false],
  ['leads add new@lumen.example --first-name Nia --company Lumen --campaign 1', false],
])('ends a dry run as the real one would end: %s (terminal: %s)', async (line, tty) => {
  const world = await worldIn('running');
  const { exit, out, err } = await world.outreach(`${line} --dry-run`, { tty });
  expect([exit, out]).toEqual([16, '']);
  expect(err).toContain('A dry run: this would be refused, and nothing was sent.');
  const { json } = await world.outreach(`${line} --dry-run --json`);
  expect(json().wouldRefuse).toMatchObject({ code: 'checks_failed', exitCode: 16 });
  expect((await world.outreach(`${line} --yes`)).exit).toBe(16);
  expect(writes(world)).toEqual([]);
});

const twice = `${clean}
--- variant B ---
Subject: {company}, again

Hello {firstName}

--- step delay=3d thread ---

Did this reach you, {firstName}?

--- variant B ---

A short reminder, {firstName}.
`;

it.each(states)('changes nothing and asks nothing where the emails are the same: %s', async (state) => {
  const world = await worldIn(state);
  const line = 'campaigns sequence set 1 - --yes';
  expect((await world.outreach(line, { stdin: twice })).exit).toBe(0);
  expect(writes(world)).toHaveLength(1);
  for (const stdin of [twice, `\n${twice.replaceAll('\n', '\r\n')}\n\n`]) {
    const again = await world.outreach('campaigns sequence set 1 - --json', { stdin });
    expect([again.exit, again.json().steps.length, writes(world).length]).toEqual([0, 2, 1]);
  }
  const same = 'The campaign has these emails already: nothing';
  const { err } = await world.outreach('campaigns sequence set 1 -', { stdin: twice });
  expect(err).toContain(`${same} was changed.`);
  const printed = await world.outreach('campaigns sequence set 1 - --json', { stdin: twice });
  expect([printed.json().message, printed.json().dryRun]).toEqual([`${same} was changed.`, undefined]);
  const dry = await world.outreach('campaigns sequence set 1 - --dry-run --json', { stdin: twice });
  expect([dry.exit, dry.json()]).toMatchObject([0, { dryRun: true, message: `${same} would be changed.` }]);
  expect(writes(world)).toHaveLength(1);
  const other = twice.replace('A short reminder', 'A reminder');
  const changed = await world.outreach('campaigns sequence set 1 - --dry-run --json', { stdin: other });
  expect(changed.json().facts.join(' ')).toContain('What changes: step 2 (variants)');
});

describe('what goes out from a running campaign', () => {
  const limited = savedOnce(async (world) => {
    for (const line of [
      'campaigns update 1 --daily-limit 50 --sender-limit 20 --min-gap 10 --max-gap 20 --min-health 80',
      'campaigns schedule 1 --days mon-fri --from 09:00 --to 17:00',
    ])
      expect((await world.outreach(line)).exit).toBe(0);
  }, ready);
  const more = [
    'campaigns update 1 --daily-limit 51',
    'campaigns update 1 --sender-limit 21',
    'campaigns update 1 --min-gap 9',
    'campaigns update 1 --max-gap 19',
    'campaigns update 1 --min-health 79',
    'campaigns update 1 --sender-variation 20',
    'campaigns update 1 --non-business',
    'campaigns update 1 --no-stop-on-reply',
    'campaigns update 1 --llm',
    'campaigns update 1 --daily-limit 40 --min-health 79',
    'campaigns schedule 1 --days mon-sat',
    'campaigns schedule 1 --from 08:59',
    'campaigns schedule 1 --to 17:01',
    'campaigns schedule 1 --days mon --from 08:00',
    'campaigns senders attach 1 2',
  ];
  const less = [
    'campaigns update 1 --daily-limit 50',
    'campaigns update 1 --daily-limit 49 --sender-limit 19 --min-gap 11 --max-gap 21 --min-health 81',
    'campaigns update 1 --no-non-business --stop-on-reply',
    'campaigns update 1 --name Winter',
    'campaigns schedule 1 --days mon,wed --from 10:00 --to 16:00',
    'campaigns schedule 1 --days mon-fri',
    'campaigns senders attach 1 1',
  ];
  const prepared = async (state: State) => worldIn(state, { saved: await limited() });

  it.each(more)('is asked about where it may send more: %s', async (line) => {
    const world = await prepared('running');
    for (const state of ['completed', 'running'] as const) {
      put(world, state);
      const { exit } = await world.outreach(`${line} --json`);
      expect([state, exit, writes(world)]).toEqual([state, 3, []]);
    }
    expect((await world.outreach(`${line} --yes`)).exit).toBe(0);
    expect(writes(world)).toHaveLength(1);
  });

  it.each(resting)('is not asked about where it is %s', async (state) => {
    const world = await prepared(state);
    for (const [at, line] of more.entries())
      expect([line, (await world.outreach(line)).exit, writes(world).length]).toEqual([line, 0, at + 1]);
  });

  it.each(less)('is not asked about where it sends at most what it did: %s', async (line) => {
    const world = await prepared('draft');
    for (const [at, state] of states.entries()) {
      put(world, state);
      const { exit } = await world.outreach(line);
      expect([state, exit, writes(world).length]).toEqual([state, 0, at + 1]);
    }
  });

  it.each(['--daily-limit 5', '--sender-limit 3', '--min-health 90'])(
    'is not asked about where it had no limit: %s',
    async (limit) => {
      const world = await worldIn('running');
      expect((await world.outreach(`campaigns update 1 ${limit}`)).exit).toBe(0);
      expect(writes(world)).toHaveLength(1);
    },
  );

  it('is asked about where the service does not say whether it had a limit', async () => {
    const world = await worldIn('running', {
      between: (next) => async (request, signal) => {
        const answer = await next(request, signal);
        return { ...answer, body: answer.body.replaceAll('"dailyLimit":null,', '') };
      },
    });
    const { exit, err } = await world.outreach('campaigns update 1 --daily-limit 5');
    expect([exit, err]).toEqual([3, expect.stringContaining('Daily limit: 5')]);
  });

  it('names the mailboxes that are attached, those alone that are not yet, also in a dry run', async () => {
    const world = await prepared('running');
    const { items } = (await world.outreach('senders list --json')).json();
    const { address } = items.find(({ id }: { id: number }) => id === 2);
    const fact = `More mailboxes that it sends from: 2 (${address})`;
    const line = 'campaigns senders attach 1 1 2 --json';
    const refused = await world.outreach(line);
    expect(JSON.parse(refused.err).error.details.facts).toContain(fact);
    expect((await world.outreach(`${line} --dry-run`)).json().facts).toContain(fact);
  });

  it('is asked about at a terminal, with what it has now', async () => {
    const world = await prepared('running');
    const run = await world.outreach('campaigns update 1 --daily-limit 150', {
      tty: true,
      async typing(keyboard) {
        await keyboard.sees('Type y or n:');
        keyboard.type('n\r');
      },
    });
    expect([run.exit, writes(world)]).toEqual([3, []]);
    expect(run.err).toContain('Daily limit: 50 → 150');
  });

  it('is warned of before the start, where the emails of a draft would not pass', async () => {
    const world = await worldIn('draft');
    const { exit, err } = await world.outreach('campaigns sequence set 1 broken.md --json');
    expect([exit, err.includes('placeholder-left')]).toEqual([0, true]);
  });
});

it('says of a raw call that launch checks do not run, and makes none', async () => {
  const world = await worldIn('running');
  const line = 'api POST /leads --field leads[].email=new@lumen.example --field campaignId=1';
  const refused = await world.outreach(`${line} --json`);
  expect(JSON.parse(refused.err).error.details.facts).toContain(
    'Launch checks do not run for a raw request.',
  );
  const warned = 'Warning: Launch checks do not run for a raw request.\n';
  const made = await world.outreach(`${line} --yes`);
  expect([made.exit, made.err]).toEqual([0, expect.stringContaining(warned)]);
  const tool = `mcp call upsert_leads --field leads[].email=new@lumen.example --field campaignId=1 --json`;
  const agreed = await world.outreach(`${tool} --yes --again`);
  expect([agreed.exit, agreed.err]).toEqual([0, expect.stringContaining('"warning":"Launch checks')]);
  const asked = await world.outreach(tool);
  expect(JSON.parse(asked.err).error.details.facts).toContain('Launch checks do not run for a raw request.');
});

describe('autopilot approve', () => {
  const approve = 'autopilot approve 1 --no-wait';

  async function waiting(): Promise<TestWorld> {
    const world = await newWorld();
    expect((await world.outreach('autopilot start acme.com --target-prospects 20')).exit).toBe(0);
    world.requests.length = 0;
    return world;
  }

  it('says that the people are not known before', async () => {
    const world = await waiting();
    const { exit, err } = await world.outreach(`${approve} --json`);
    expect(exit).toBe(3);
    expect(JSON.parse(err).error.details.facts.join('\n')).toMatch(
      /not known before they join.*outreach campaigns check \d+/,
    );
  });

  it('is refused where the balance cannot pay, unless that is accepted', async () => {
    const world = await waiting();
    world.database.exec(
      "INSERT INTO credit_entry (workspace_id, amount, reason, created_at) SELECT workspace_id, 1 - sum(amount), 'spent', 0 FROM credit_entry GROUP BY workspace_id",
    );
    const { exit, err } = await world.outreach(`${approve} --yes --json`);
    expect([exit, writes(world)]).toEqual([16, []]);
    expect(JSON.parse(err).error).toMatchObject({
      code: 'checks_failed',
      details: {
        problems: expect.arrayContaining([
          expect.objectContaining({ rule: 'credits-short', severity: 'block', count: 1 }),
        ]),
      },
    });
    const accepted = await world.outreach(`${approve} --yes --accept credits-short="a top-up is on its way"`);
    expect(accepted.err).not.toContain('launch checks');
    expect(writes(world)).toEqual(['POST /autopilot/runs/1/approve']);
  });

  it('is refused where its emails hold a placeholder', async () => {
    const world = await waiting();
    writeFileSync(join(world.home, 'broken.md'), sequence('Hello [Name]'));
    const { campaignId } = (await world.outreach('autopilot get 1 --json')).json();
    expect((await world.outreach(`campaigns sequence set ${campaignId} broken.md`)).exit).toBe(0);
    world.requests.length = 0;
    const { exit, err } = await world.outreach(`${approve} --yes`);
    expect([exit, writes(world)]).toEqual([16, []]);
    expect(err).toContain('placeholder-left');
  });
});

it('names the check after a Copilot draft', async () => {
  const world = await newWorld({ tty: true });
  writeFileSync(join(world.home, 'clean.md'), clean);
  const { exit, err } = await world.outreach('copilot launch Autumn --sequence clean.md');
  expect([exit, err.match(/outreach campaigns check 1/g)?.length]).toEqual([0, 1]);
});

it.each(states)(
  'asks for raw new emails of a campaign that is %s only where it sends, without checks',
  async (state) => {
    const world = await worldIn(state);
    writeFileSync(
      join(world.home, 'raw.json'),
      '{"steps": [{"order": 1, "subject": "Hi", "body": "[Name]"}]}',
    );
    const line = 'api PUT /campaigns/1/sequence --input raw.json';
    expect((await world.outreach(line)).exit).toBe(writesAtOnce(state) ? 3 : 0);
    expect(writes(world)).toHaveLength(writesAtOnce(state) ? 0 : 1);
    expect((await world.outreach(`${line} --yes`)).exit).toBe(0);
    expect(writes(world).at(-1)).toBe('PUT /campaigns/1/sequence');
  },
);

it('says what it lets go where --yes asks no question', async () => {
  const world = await worldIn('running');
  const { exit, err } = await world.outreach(
    'leads add info@lumen.example --company Lumen --first-name Nia --campaign 1 --accept merge-tag-empty=known --yes',
  );
  expect(exit).toBe(0);
  expect(err).toContain('Warning, role-address: ');
  expect(err).toContain('Accepted, merge-tag-empty (--accept): known');
});

describe('a completed campaign', () => {
  const one = 'Email,First Name,Company,City\nnew@lumen.example,Nia,Lumen,Rome\n';
  const joiningLines = [
    'leads add new@lumen.example --first-name Nia --company Lumen --var city=Rome --campaign 1',
    'leads move bo@zephyr.example 1',
    'leads import one.csv --campaign 1',
    'finder import --campaign 1 --count 5 --job-title "Head of Sales" --country Germany',
  ];

  it.each(joiningLines)('starts again only where the whole launch passes: %s', async (line) => {
    const world = await worldIn('completed');
    writeFileSync(join(world.home, 'one.csv'), one);
    world.database.exec(
      "UPDATE campaign SET schedule = json_set(schedule, '$.daysSchedule', '') WHERE id = 1",
    );
    const { exit, err } = await world.outreach(`${line} --yes --json`);
    expect([exit, writes(world)]).toEqual([16, []]);
    expect(JSON.parse(err).error.details.problems).toContainEqual(
      expect.objectContaining({ rule: 'no-day' }),
    );
  });

  const faulty = savedOnce(async (world) => {
    put(world, 'completed');
    for (const tag of ['bounced', 'not_interested']) {
      world.database.prepare("UPDATE lead SET tag = ?, first_name = '' WHERE email LIKE 'ana@%'").run(tag);
      expect((await world.outreach('campaigns check 1')).exit).toBe(16);
    }
  }, ready);

  it.each(joiningLines)('holds up no one for what its own leads did: %s', async (line) => {
    const world = await worldIn('completed', { saved: await faulty() });
    writeFileSync(join(world.home, 'one.csv'), one);
    const { exit, err } = await world.outreach(`${line} --yes`);
    expect([exit, writes(world).length, err]).toEqual([0, 1, expect.stringContaining('Launch checks')]);
  });

  it.each([
    ['leads add bad@lumen.example --first-name Nia --company Lumen --campaign 1', 'merge-tag-empty'],
    ['leads move li@orchid.example 1', 'said-no'],
  ])('still looks at who joins, and writes down what is accepted: %s', async (line, rule) => {
    const world = await worldIn('completed');
    world.database.exec("UPDATE lead SET tag = 'not_interested' WHERE email LIKE 'li@%'");
    const { exit, err } = await world.outreach(`${line} --yes`);
    expect([exit, writes(world)]).toEqual([16, []]);
    expect(err).toContain(rule);
    const accepted = ['said-no', 'merge-tag-empty'].map((one) => `--accept ${one}=known`).join(' ');
    expect((await world.outreach(`${line} --dry-run ${accepted}`)).exit).toBe(0);
    expect(await acceptedIn(world)).toEqual([]);
    expect((await world.outreach(`${line} --yes ${accepted}`)).exit).toBe(0);
    expect(await acceptedIn(world)).toEqual([expect.stringContaining(rule)]);
  });
});
