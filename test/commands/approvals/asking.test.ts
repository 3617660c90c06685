import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newWorld } from '../../world.ts';
import { baseUrl, liveKey, liveWorld } from '../live-service.ts';
import { agent, answered, asked, errorOf, listedAs, withRunning } from './agent.ts';

const buy = 'credits buy 2000 --json';
const plain = (text: string) => text.replaceAll(/\u001b\[[\d;]*m/g, '');

describe('a call of an agent', () => {
  it('ends with a code, and the same code while it waits', async () => {
    const world = await newWorld();
    const first = await world.outreach(`${buy} --yes`, { agent });
    expect(first.exit).toBe(3);
    const error = errorOf(first);
    expect(error).toMatchObject({
      code: 'approval_required',
      outcome: 'none',
      approval: {
        code: expect.stringMatching(/^[A-HJKMNP-Z2-9]{8}$/),
        expiresAt: '2026-03-02T08:15:00.000Z',
      },
      details: {
        price: { credits: 2000, recipients: 0 },
        digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
        facts: expect.arrayContaining([expect.stringContaining('Buy credits')]),
      },
    });
    expect(await asked(world, buy)).toBe(error.approval.code);
    expect(world.ledger.all()).toEqual([]);
    expect((await world.outreach('journal list --all --json')).json().total).toBe(0);
  });

  it('runs once after a person has approved it, under the code', async () => {
    const world = await newWorld();
    const code = await asked(world, buy);
    const shown = (await world.outreach('approvals list --json')).json();
    expect(shown).toMatchObject({
      total: 1,
      items: [{ code, state: 'waiting', operation: 'credits.purchase' }],
    });
    const yes = await answered(world, code);
    expect([yes.exit, yes.out]).toEqual([0, expect.stringContaining(code)]);
    expect(yes.err).toContain('Buys 2,000 credits');
    expect(world.ledger.all()).toEqual([]);
    expect((await world.outreach(buy, { agent })).json()).toMatchObject({ creditsPurchased: 2000 });
    expect(world.ledger.of('credits.purchase')).toHaveLength(1);
    expect((await world.outreach('journal show 1 --json')).json()).toMatchObject({
      token: code,
      state: 'done',
    });
    const again = await world.outreach(buy, { agent });
    expect([again.exit, errorOf(again).code]).toEqual([7, 'done_recently']);
    world.clock.advance(11 * 60_000);
    expect(await asked(world, buy)).not.toBe(code);
    expect(world.ledger.of('credits.purchase')).toHaveLength(1);
    expect((await world.outreach('approvals list --all --json')).json().items).toMatchObject([
      { state: 'waiting' },
      { state: 'used', code },
    ]);
  });

  it('may resume a campaign again that was paused since, and is asked about again', {
    tags: ['slow', 'needed'],
  }, async () => {
    const world = await withRunning();
    world.clock.advance(1000);
    const line = 'campaigns resume 1 --accept no-opt-out=test --json';
    const refused = async () => {
      const { exit, err } = await world.outreach(line, { agent });
      return [exit, errorOf({ err }).code];
    };
    expect(await refused()).toEqual([7, 'done_recently']);
    const codes = new Set<string>();
    for (let times = 0; times < 2; times++) {
      expect((await world.outreach('campaigns pause 1', { agent })).exit).toBe(0);
      world.clock.advance(1000);
      const code = await asked(world, line);
      codes.add(code);
      expect((await answered(world, code)).exit).toBe(0);
      expect((await world.outreach(line, { agent })).json()).toMatchObject({ status: 'running' });
      expect(await refused()).toEqual([7, 'done_recently']);
    }
    expect([codes.size, world.ledger.of('campaigns.resume').length]).toEqual([2, 3]);
  });

  it('is not approved by no, without a terminal, by --yes, by an agent or by keys typed ahead', async () => {
    const world = await newWorld();
    const code = await asked(world, buy);
    const no = await answered(world, code, 'n\r');
    expect([no.exit, no.out]).toEqual([3, '']);
    for (const [line, options] of [
      [`approvals approve ${code}`, {}],
      [`approvals approve ${code} --json`, { tty: true }],
      [`approvals approve ${code} --no-input`, { tty: true }],
      [`approvals approve ${code}`, { tty: true, agent }],
      [`approvals approve ${code}`, { stdin: 'y\n' }],
    ] as const) {
      const { exit, out, err } = await world.outreach(line, options);
      expect([line, exit, out]).toEqual([line, 3, '']);
      expect(err).toContain(`A person runs this at a terminal: outreach approvals approve ${code}`);
    }
    expect((await world.outreach(`approvals approve ${code} --yes`, { tty: true })).exit).toBe(2);
    expect(await asked(world, buy)).toBe(code);
  });

  it('is gone when it is denied or over, and then has a new code', async () => {
    const world = await newWorld();
    const code = await asked(world, buy);
    expect((await world.outreach(`approvals deny ${code} --json`)).json()).toMatchObject({ state: 'denied' });
    const again = await asked(world, buy);
    expect(again).not.toBe(code);
    world.clock.advance(15 * 60_000);
    const late = await world.outreach(`approvals approve ${again}`, { tty: true });
    expect([late.exit, late.failure?.code]).toEqual([7, 'approval_changed']);
    const third = await asked(world, buy);
    expect((await answered(world, third)).exit).toBe(0);
    world.clock.advance(15 * 60_000);
    expect(await asked(world, buy)).not.toBe(third);
    expect((await world.outreach('approvals approve ZZZZZZZZ', { tty: true })).exit).toBe(6);
    expect(world.ledger.all()).toEqual([]);
  });

  it('is forgotten with the person whom it names', async () => {
    const world = await newWorld();
    await world.outreach('leads add ana@lumen.example');
    await asked(world, 'leads delete ana@lumen.example --json');
    await asked(world, buy);
    expect(world.journalled()).toContain('ana@lumen.example');
    expect((await world.outreach('leads forget ana@lumen.example --yes')).exit).toBe(0);
    const { items } = (await world.outreach('approvals list --all --json')).json();
    expect(items.map(({ operation }: { operation: string }) => operation)).toEqual(['credits.purchase']);
  });

  it('is one approval for all leads that a line deletes, and the rest has a line of its own', async () => {
    const world = await newWorld();
    for (const name of ['ana', 'kim', 'bo', 'eve']) await world.outreach(`leads add ${name}@lumen.example`);
    const two = 'leads delete ana@lumen.example 2 --json';
    const code = await asked(world, two);
    const shown = await answered(world, code);
    expect(shown.err).toContain('Approve');
    for (const words of [
      '2 leads will be deleted',
      'ana@lumen.example',
      'kim@lumen.example',
      'Delete 2 leads?',
    ])
      expect(shown.err).toContain(words);
    const done = await world.outreach(two, { agent });
    expect([done.exit, done.json().items.map(({ id }: { id: number }) => id)]).toEqual([0, [1, 2]]);
    const rest = 'leads delete 3 4 --json';
    await answered(world, await asked(world, rest));
    await world.outreach('leads delete 4 --yes');
    expect((await world.outreach(rest, { agent })).exit).toBe(6);
    const half = await world.outreach('leads delete 3 4 --yes --json');
    expect([half.exit, half.json().total, errorOf(half).hint]).toEqual([
      15,
      1,
      'The others: outreach leads delete 4',
    ]);
  });

  it('says again below a long list what is done, and where', { tags: ['slow', 'needed'] }, async () => {
    const world = await newWorld();
    await world.outreach('start --yes');
    const ids = Array.from({ length: 16 }, (_, at) => at + 1).join(' ');
    const { err } = await answered(world, await asked(world, `leads delete ${ids} --json`), 'n\r');
    const above = plain(err.slice(0, err.indexOf('? Approve')))
      .trimEnd()
      .split('\n');
    expect(above.at(-1)).toBe(above[0]);
    expect(above[0]).toContain('SANDBOX, profile sandbox');
  });

  it('says of an import how many rows are rejected', async () => {
    const world = await withRunning();
    await writeFile(`${world.home}/people.csv`, 'email,first_name\nbo@lumen.example,Bo\nno address,Kim\n');
    const line = `leads import ${world.home}/people.csv --campaign 1 --accept no-opt-out=test --json`;
    const { details } = errorOf(await world.outreach(line, { agent }));
    expect(details.facts).toContain('1 row is rejected, and not sent');
  });

  it('takes a denial back from what is approved', async () => {
    const world = await newWorld();
    const code = await asked(world, buy);
    await answered(world, code);
    expect((await world.outreach(`approvals deny ${code}`)).exit).toBe(0);
    expect(await asked(world, buy)).not.toBe(code);
  });

  it('reads a text that is sent as it is when it is approved, and sends no other', {
    tags: ['slow', 'needed'],
  }, async () => {
    const world = await newWorld();
    await world.outreach('start --yes');
    const { items } = (await world.outreach('drafts list --json')).json();
    const [draft] = items;
    const line = `drafts send ${draft.id} --json`;
    const code = await asked(world, line);
    await answered(world, code);
    await world.outreach(['drafts', 'edit', `${draft.id}`, '--body', 'Send me your money']);
    const other = await asked(world, line);
    expect(other).not.toBe(code);
    for (let times = 0; times < 21; times++) {
      await world.outreach(['drafts', 'edit', `${draft.id}`, '--body', `Version ${times}`]);
      await asked(world, line);
    }
    expect((await world.outreach('approvals list --json')).json().total).toBe(1);
    await world.outreach(['drafts', 'edit', `${draft.id}`, '--body', 'Send me your money']);
    const last = await asked(world, line);
    await world.outreach(['drafts', 'edit', `${draft.id}`, '--body', 'Hello']);
    const changed = await world.outreach(`approvals approve ${last}`, { tty: true });
    expect([changed.exit, changed.failure?.code]).toEqual([7, 'approval_changed']);
    expect(world.ledger.of('drafts.send')).toEqual([]);
  });

  it('shows whom and what it names, wherever that comes from', { tags: ['slow', 'needed'] }, async () => {
    const world = await newWorld();
    await world.outreach('start --yes');
    const seen = async (line: string) => plain((await answered(world, await asked(world, line), 'n\r')).err);
    const finder = await seen(
      'finder import --campaign 1 --count 2 --job-title CTO --country Germany --json',
    );
    expect(finder).toMatch(/Line: outreach finder import .*--job-title CTO/);
    expect(finder).toMatch(/│ .*CTO/);
    const lead = await seen(
      'leads add nia@lumen.example --first-name Nia --campaign 1 --company "Pay me" --json',
    );
    expect(lead).toContain('│ leads 1 email: nia@lumen.example');
    expect(lead).toContain('│ leads 1 company');
    await world.outreach('campaigns pause 1');
    world.clock.advance(11 * 60_000);
    const code = await asked(world, 'campaigns resume 1 --json');
    const emails = (await world.outreach('campaigns sequence show 1 --json')).json();
    const resumed = plain((await answered(world, code, 'n\r')).err);
    const letters = (text: string) => text.replaceAll(/[│\s]/g, '');
    for (const { body } of emails.steps) expect(letters(resumed)).toContain(letters(body));
    const shown = await listedAs(world, code);
    expect(shown.facts).toContain('The emails: outreach campaigns sequence show 1');
  });

  it('holds for the rules alone that it names, and is not asked about again at once', {
    tags: ['slow', 'needed'],
  }, async () => {
    const world = await newWorld();
    await world.outreach('start --yes');
    const line = 'leads add nia@lumen.example --first-name Nia --company Lumen --campaign 1 --json';
    const code = await asked(world, line);
    await answered(world, code);
    const waived = await asked(world, `${line} --accept said-no=ok`);
    expect(waived).not.toBe(code);
    expect((await world.outreach(line, { agent })).exit).toBe(0);
    const again = await world.outreach(line, { agent });
    expect([again.exit, errorOf(again).code]).toEqual([7, 'done_recently']);
    world.clock.advance(11 * 60_000);
    expect(await asked(world, line)).not.toBe(code);
  });

  it.each([
    ['leads move bo@lumen.example 1 --json', '--company Evil'],
    ['leads move 2 1 --json', '--var offer=Evil'],
    ['api POST /leads/2/move --field targetCampaignId=1 --json', '--var offer=Evil'],
    ['leads add BO@lumen.example --campaign 1 --json', '--first-name Evil'],
    ['leads import bo.csv --campaign 1 --json', '--title Evil'],
    ['leads import many.csv --campaign 1 --json', '--title Evil'],
  ])('covers what the service has of people who join a campaign that runs: %s', async (line, change) => {
    const world = await withRunning();
    await world.outreach('leads add bo@lumen.example --first-name Bo --company Lumen');
    await writeFile(join(world.home, 'bo.csv'), 'email,first name\nbo@lumen.example,Bo\n');
    const others = Array.from({ length: 30 }, (_, at) => `x${at}@other.example,X\n`);
    await writeFile(
      join(world.home, 'many.csv'),
      `email,first name\nbo@lumen.example,Bo\n${others.join('')}`,
    );
    const code = await asked(world, line);
    const { exit, err } = await answered(world, code);
    expect([exit, plain(err)]).toEqual([0, expect.stringMatching(/Lead 2: bo@lumen\.example/i)]);
    expect(plain(err)).toContain('│ {company}: Lumen');
    expect((await world.outreach(`leads update bo@lumen.example ${change}`, { agent })).exit).toBe(0);
    const anew = await asked(world, line);
    expect(anew).not.toBe(code);
    expect(plain((await answered(world, anew)).err)).toContain('Evil');
    expect((await world.outreach(line, { agent })).exit).toBe(0);
  });

  it.each([
    ['prospects source --count 1 --json', 'icps set-primary 2'],
    ['prospects source --count 1 --json', 'icps update 1 --title VP'],
    ['prospects source --icp 1 --count 1 --json', 'icps update 1 --location Chile'],
    ['api prospects.source --field icpId=1 --field count=1 --json', 'icps update 1 --location Chile'],
  ])('covers the profile that finds the people: %s, then %s', async (line, change) => {
    const world = await newWorld();
    for (const profile of ['Heads --title CTO --primary', 'Others --title CEO'])
      expect((await world.outreach(`icps create ${profile}`)).exit).toBe(0);
    const code = await asked(world, line);
    expect(plain((await answered(world, code)).err)).toMatch(/profile 1 "Heads"\s+│ Titles: CTO/);
    expect((await world.outreach(change, { agent })).exit).toBe(0);
    expect(await asked(world, line)).not.toBe(code);
    expect(world.ledger.of('prospects.source')).toEqual([]);
  });

  it('is used again where the service refused the call', async () => {
    let refuses = true;
    const world = await newWorld({
      between: (next) => async (request, signal) =>
        refuses && request.path === '/credits/purchase'
          ? { status: 409, headers: {}, body: '{"error":"busy","message":"Try again shortly"}' }
          : next(request, signal),
    });
    const code = await asked(world, buy);
    await answered(world, code);
    expect((await world.outreach(buy, { agent })).exit).toBe(7);
    const show = () => listedAs(world, code);
    expect(await show()).toMatchObject({ state: 'approved', usedAt: null });
    refuses = false;
    expect((await world.outreach(buy, { agent })).exit).toBe(0);
    expect((await show()).state).toBe('used');
    expect((await world.outreach(buy, { agent })).exit).toBe(7);
    expect(world.ledger.all()).toHaveLength(1);
  });

  it.each([
    // What is attached already is no change.
    ['campaigns senders attach 1 2 --json', '/sender-emails', 0],
    ['leads update 1 --title CTO --json', '/leads/1', 7],
    ['leads import one.csv --campaign 1 --json', '/leads', 7],
  ])(
    'is used again where the service refused a call that has no effect of its own: %s',
    async (line, path, again) => {
      let refuses = false;
      const world = await withRunning({
        between: (next) => async (request, signal) =>
          refuses && request.method !== 'GET' && request.path.includes(path)
            ? { status: 400, headers: {}, body: '{"error":"bad","message":"No"}' }
            : next(request, signal),
      });
      await writeFile(join(world.home, 'one.csv'), 'email,first name\nbo@lumen.example,Bo\n');
      const code = await asked(world, line);
      await answered(world, code);
      refuses = true;
      expect((await world.outreach(line, { agent })).exit).toBe(2);
      const show = () => listedAs(world, code);
      expect(await show()).toMatchObject({ state: 'approved', usedAt: null });
      refuses = false;
      expect((await world.outreach(line, { agent })).exit).toBe(0);
      expect((await show()).state).toBe('used');
      expect((await world.outreach(line, { agent })).exit).toBe(again);
    },
  );

  it.each([
    ['leads move bo@lumen.example 1 --json', 'leads.move'],
    ['mcp call move_lead --field id=2 --field targetCampaignId=1 --json', 'leads.move'],
    ['leads import one.csv --campaign 1 --json', 'leads.upsert'],
  ])(
    'whose answer is lost is unacknowledged, and the next approval says so: %s',
    { tags: ['slow', 'needed'] },
    async (line, operation) => {
      const world = await withRunning();
      await world.outreach('leads add bo@lumen.example --first-name Bo');
      await writeFile(join(world.home, 'one.csv'), 'email,first name\nbo@lumen.example,Bo\n');
      const code = await asked(world, line);
      await answered(world, code);
      await world.outreach(['sandbox', 'fault', 'add', operation, '--phase', 'after', '--kind', 'reset']);
      expect([11, 14]).toContain((await world.outreach(line, { agent })).exit);
      await world.outreach('sandbox fault clear');
      const stateOf = async (code: string) => (await listedAs(world, code)).state;
      expect(await stateOf(code)).toBe('unacknowledged');
      const open = async () => (await world.outreach('approvals list --json --fields code')).json().items;
      expect(await open()).toEqual([{ code }]);
      const again = await world.outreach(line, { agent });
      const said = `The same was approved as ${code}, and how that ended is not known`;
      expect(errorOf(again).details.facts.join()).toContain(said);
      const anew = errorOf(again).approval.code;
      expect(plain((await answered(world, anew)).err).replaceAll(/\s+/g, ' ')).toContain(said);
      expect((await world.outreach(line, { agent })).exit).toBe(0);
      expect(await stateOf(anew)).toBe('used');
      expect(await open()).toEqual([]);
      expect(errorOf(await world.outreach(line, { agent })).code).toBe('done_recently');
    },
  );

  it('is used again where nothing of it was sent', async () => {
    const world = await withRunning();
    const line = 'leads update 1 --title CTO --json';
    const code = await asked(world, line);
    await answered(world, code);
    await world.outreach('sandbox fault add leads.update --phase before --kind refused');
    expect((await world.outreach(line, { agent })).exit).toBe(12);
    await world.outreach('sandbox fault clear');
    expect((await world.outreach(line, { agent })).exit).toBe(0);
    expect((await listedAs(world, code)).state).toBe('used');
  });

  it('is left alone by a raw call of the same, and by one with another text is replaced, not denied', {
    tags: ['slow', 'needed'],
  }, async () => {
    const world = await newWorld();
    await world.outreach('start --yes');
    const code = await asked(world, buy);
    await answered(world, code);
    expect(await asked(world, 'api credits.purchase --field credits=2000 --json')).not.toBe(code);
    expect((await world.outreach(buy, { agent })).exit).toBe(0);
    const [{ id }] = (await world.outreach('drafts list --json')).json().items;
    const draft = await asked(world, `drafts send ${id} --json`);
    await answered(world, draft);
    await world.outreach(['drafts', 'edit', `${id}`, '--body', 'Another text']);
    await asked(world, `drafts send ${id} --json`);
    const { err } = await world.outreach(`approvals approve ${draft}`, { tty: true });
    expect(err).toContain('it is replaced');
  });

  it.each([60, 80])(
    'can be distinguished from another one in a list of %d columns',
    { tags: ['slow', 'needed'] },
    async (columns) => {
      const world = await newWorld({ columns });
      await world.outreach('start --yes');
      await asked(world, 'leads delete 1 --json');
      await asked(world, 'leads delete 2 --profile sandbox --json');
      const { out } = await world.outreach('approvals list', { tty: true });
      for (const id of [1, 2]) expect(plain(out)).toMatch(new RegExp(`leads delete ${id} +in 1\\d min`));
    },
  );

  it('asks anew where the price rose after the approval', async () => {
    let price = 1;
    const world = await newWorld({
      between: (next) => async (request, signal) => {
        const answer = await next(request, signal);
        return {
          ...answer,
          body: answer.body.replaceAll(/"usdPerCredit":[\d.]+/g, `"usdPerCredit":${price}`),
        };
      },
    });
    const code = await asked(world, buy);
    expect((await answered(world, code)).err).toContain('$2,000');
    price = 2;
    const risen = await world.outreach(buy, { agent });
    expect([risen.exit, errorOf(risen).code]).toEqual([7, 'quote_changed']);
    const { approval } = errorOf(risen);
    expect(approval.code).not.toBe(code);
    expect((await answered(world, approval.code)).err).toContain('$4,000');
    price = 1;
    const { details } = errorOf(await world.outreach('credits buy 3000 --json', { agent }));
    price = 3;
    const { details: later } = errorOf(await world.outreach('credits buy 3000 --json', { agent }));
    expect([details.price.usd, later.price.usd]).toEqual([3000, 9000]);
    expect(later.facts.join()).toContain('$9,000');
    price = 2;
    expect((await world.outreach(buy, { agent })).exit).toBe(0);
    expect(world.ledger.all()).toHaveLength(1);
  });
});

describe('a profile with --consent person', () => {
  const login = `login --profile prod --base-url ${baseUrl} --key-stdin`;
  const personal = async () => {
    const world = await liveWorld();
    await world.outreach(login, { stdin: liveKey });
    expect((await world.outreach('profiles set prod --consent person')).exit).toBe(0);
    return world;
  };

  it('takes no --yes without a terminal, and the approval of a person', async () => {
    const world = await personal();
    const refused = await world.outreach(`${buy} --yes`);
    expect([refused.exit, errorOf(refused).code]).toEqual([3, 'approval_required']);
    expect((await answered(world, errorOf(refused).approval.code)).exit).toBe(0);
    expect((await world.outreach(`${buy} --yes`)).exit).toBe(0);
    expect(world.ledger.of('credits.purchase')).toHaveLength(1);
  });

  it('asks at a terminal as always, also where --yes is given', async () => {
    const world = await personal();
    const { exit } = await world.outreach('credits buy 2000 --yes', {
      tty: true,
      typing: async (keyboard) => {
        await keyboard.sees('Type y or n:');
        keyboard.type('y\r');
      },
    });
    expect(exit).toBe(0);
    expect((await world.outreach('approvals list --all --json')).json().total).toBe(0);
  });

  it('holds under another name of the same key, and with the key in the environment', async () => {
    const world = await personal();
    await world.outreach(login.replace('prod', 'other'), { stdin: liveKey });
    const { err } = await world.outreach(`${buy} --yes --profile other`);
    expect(JSON.parse(err).error.code).toBe('approval_required');
  });

  it('is kept by a login over the profile', async () => {
    const world = await personal();
    expect((await world.outreach(login, { stdin: liveKey })).exit).toBe(0);
    expect((await world.outreach('profiles show prod --json')).json().consent).toBe('person');
  });

  it('leaves nothing of its approvals and budgets behind a logout', async () => {
    const world = await personal();
    await world.outreach(`${buy} --yes`);
    await world.outreach('logout --profile prod');
    expect((await world.outreach('approvals list --all --json')).json().total).toBe(0);
  });

  it.each(['profiles set prod --unset consent', 'profiles remove prod --yes'])(
    'is a guard: %s',
    async (line) => {
      const world = await personal();
      const { exit, failure } = await world.outreach(line);
      expect([exit, failure?.code]).toEqual([3, 'needs_a_person']);
      expect((await world.outreach('profiles show prod --json')).json().consent).toBe('person');
    },
  );

  it.each([
    'workspaces key create 2 --scope read_write',
    'api POST /workspaces/2/api-keys --field scope=read_write',
  ])('lets no script make a key that it does not guard: %s', async (line) => {
    const world = await personal();
    expect(errorOf(await world.outreach(`${line} --yes --json`)).code).toMatch(
      /^(approval_required|needs_a_person)$/,
    );
    expect(world.ledger.of('workspaces.createKey')).toEqual([]);
  });

  it('covers raw calls and the tools of the server', async () => {
    const world = await personal();
    for (const line of [
      'api POST /credits/purchase --field credits=2000 --yes --json',
      'api credits.purchase --field credits=3000 --yes --json',
    ])
      expect(errorOf(await world.outreach(line)).code).toBe('approval_required');
    expect(world.ledger.all()).toEqual([]);
  });

  it('lets no call wait whose line cannot be asked again', async () => {
    const world = await personal();
    const { exit, err } = await world.outreach('api credits.purchase --input - --yes --json', {
      stdin: '{"credits":2000}',
    });
    expect([exit, JSON.parse(err).error.code]).toEqual([3, 'needs_a_person']);
  });
});
