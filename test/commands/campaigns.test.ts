import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { switchedOn } from '../../src/commands/campaigns/campaign-view.ts';
import { settingOptions } from '../../src/commands/campaigns/settings.ts';
import { newWorld, type TestWorld } from '../world.ts';

const steps = `--- step ---
Subject: A question about {company}

Hello {firstName}

--- step delay=3d thread ---

Did this reach you?
`;

async function created(world: TestWorld, line = 'campaigns create "Autumn launch" --daily-limit 200') {
  return (await world.outreach(`${line} --json`)).json<{ id: number; name: string; status: string }>();
}

/** A draft with leads, mailboxes, a sequence and a schedule. */
async function readyToGo(world: TestWorld): Promise<number> {
  const { id } = await created(world);
  for (const name of ['ana', 'bo', 'cy'])
    await world.outreach(
      `leads add ${name}@lumen.example --first-name ${name} --company Lumen --campaign ${id}`,
    );
  const senders = (await world.outreach('senders list --connected --json')).json<{
    items: { id: number }[];
  }>();
  await world.outreach([
    'campaigns',
    'senders',
    'attach',
    `${id}`,
    ...senders.items.slice(-2).map((s) => `${s.id}`),
  ]);
  await world.outreach(`campaigns sequence set ${id} -`, { stdin: steps });
  await world.outreach(`campaigns schedule ${id} --days mon-fri --from 09:00 --to 17:00`);
  return id;
}

describe('campaigns create', () => {
  it('makes a draft with the given settings', async () => {
    const world = await newWorld();
    const campaign = await created(
      world,
      'campaigns create "Autumn launch" --daily-limit 200 --min-health 90 --stop-on-reply --no-llm',
    );
    expect(campaign).toMatchObject({ name: 'Autumn launch', status: 'draft' });
    const shown = (await world.outreach('campaigns get "autumn launch" --json')).json();
    expect(shown).toMatchObject({ id: campaign.id, name: 'Autumn launch', status: 'draft' });
    expect({ ...shown, ...shown.settings }).toMatchObject({
      dailyLimit: 200,
      minimumHealthScore: 90,
      isEnabledStopFollowUpsOnReply: true,
      isEnabledLlm: false,
    });
    const page = (await world.outreach(`campaigns get ${campaign.id}`, { tty: true })).out;
    expect(page).toContain('stop on a reply');
    expect(page).not.toContain('isEnabled');
  });

  it('has a word for every switch', async () => {
    const world = await newWorld();
    const options = Object.entries(settingOptions).filter(([, { type }]) => type === 'flag');
    expect(options.length).toBeGreaterThan(8);
    const flags = options.map(
      ([name]) => `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    );
    const { id } = await created(world, `campaigns create Autumn ${flags.join(' ')}`);
    await world.outreach(`campaigns update ${id} --stop-across-campaigns`);
    const { out } = await world.outreach(`campaigns get ${id} --no-color`, { tty: true });
    const shown = /^Options +((?:.|\n +)*)$/m.exec(out)?.[1]?.split(/;\s+/) ?? [];
    expect(shown).toHaveLength(options.length + 1);
    expect(switchedOn({ isEnabledNewThing: true, isEnabledLlm: false })).toEqual(['new thing']);
  });

  it('makes another one each time', async () => {
    const world = await newWorld();
    await created(world);
    await created(world, 'campaigns create "Autumn launch" --again');
    const list = (await world.outreach('campaigns list --json')).json();
    expect(list.items.map(({ name }: { name: string }) => name)).toEqual(['Autumn launch', 'Autumn launch']);
    const ambiguous = await world.outreach('campaigns get "Autumn launch"');
    expect(ambiguous.exit).toBe(2);
    expect(ambiguous.err).toContain('2 campaigns have the name');
  });

  it.each(['--daily-limit 0', '--daily-limit 10001', '--min-health 101', '--min-gap 1', '--flow other'])(
    'refuses %s before anything is sent',
    async (option) => {
      const world = await newWorld();
      const { exit, out } = await world.outreach(`campaigns create Autumn ${option}`);
      expect({ exit, out }).toEqual({ exit: 2, out: '' });
      expect(world.requests).toEqual([]);
    },
  );

  it('sends nothing with --dry-run and shows the request', async () => {
    const world = await newWorld();
    const { exit, out } = await world.outreach('campaigns create Autumn --daily-limit 50 --dry-run --json');
    expect(exit).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      method: 'POST',
      path: '/campaigns',
      body: { name: 'Autumn', dailyLimit: 50 },
    });
    expect(world.requests).toEqual([]);
  });
});

describe('campaigns update', () => {
  it('changes what is given and nothing else', async () => {
    const world = await newWorld();
    const { id } = await created(world);
    await world.outreach(`campaigns update ${id} --name "Winter launch" --max-gap 20`);
    const shown = (await world.outreach(`campaigns get ${id} --json`)).json();
    expect({ ...shown, ...shown.settings }).toMatchObject({
      name: 'Winter launch',
      dailyLimit: 200,
      maximumTimeBetweenEmails: 20,
    });
  });

  it('asks for something to change', async () => {
    const world = await newWorld();
    const { exit, err } = await world.outreach('campaigns update 1');
    expect(exit).toBe(2);
    expect(err).toContain('Nothing to change');
  });
});

describe('campaigns schedule', () => {
  it('takes days and hours as people write them, and shows them again', async () => {
    const world = await newWorld();
    const { id } = await created(world);
    const set = await world.outreach(`campaigns schedule ${id} --days mon-fri --from 9 --to 17:00 --json`);
    const expected = { daysSchedule: '1,2,3,4,5', startSchedule: '09:00', endSchedule: '17:00' };
    expect(set.json()).toMatchObject(expected);
    expect((await world.outreach(`campaigns schedule ${id} --json`)).json()).toMatchObject(expected);
  });

  it.each([
    ['--days someday', "'someday'"],
    ['--from 25:00', "'25:00'"],
    ['--from 17:00 --to 09:00', 'must be later than the start'],
    ['--min-gap 20 --max-gap 10', 'must not be less than the minimum gap'],
  ])('refuses %s', async (options, reason) => {
    const world = await newWorld();
    const { exit, err } = await world.outreach(`campaigns schedule 1 ${options}`);
    expect(exit).toBe(2);
    expect(err).toContain(reason);
    expect(world.requests).toEqual([]);
  });
});

it.each([
  ['schedule 1 --from 17:00 --to 09:00', '--to must be later than the start, 17:00'],
  ['schedule 1 --to 08:00', '--to must be later in the day than --from (09:00)'],
  ['update 1 --min-gap 9 --max-gap 3', '--max-gap must not be less than the minimum gap, 9'],
  ['create Winter --min-gap 9 --max-gap 3', '--max-gap must not be less than the minimum gap, 9'],
])('a refusal of campaigns %s names the option', async (line, message) => {
  const world = await newWorld();
  await created(world);
  const { exit, failure } = await world.outreach(`campaigns ${line} --json`);
  expect({ exit, message: failure?.message }).toEqual({ exit: 2, message: expect.stringContaining(message) });
});

describe('campaigns sequence', () => {
  it('is set from a file, shown, written out and read back the same', async () => {
    const world = await newWorld();
    const { id } = await created(world);
    await writeFile(join(world.home, 'sequence.md'), steps);
    const set = await world.outreach(`campaigns sequence set ${id} sequence.md --json`);
    expect(set.json().steps).toMatchObject([
      { order: 1, subject: 'A question about {company}', body: 'Hello {firstName}', delayDays: 0 },
      { order: 2, body: 'Did this reach you?', delayDays: 3, useSameThread: true },
    ]);
    const before = (await world.outreach(`campaigns sequence show ${id} --out copy.md --json`)).json();
    await world.outreach(`campaigns sequence set ${id} copy.md`);
    const after = (await world.outreach(`campaigns sequence show ${id} --json`)).json();
    expect(after.steps).toEqual(before.steps);
    expect(await readFile(join(world.home, 'copy.md'), 'utf8')).toContain('--- step delay=3d thread ---');
  });

  it('is set from its own document, and from no other', async () => {
    const world = await newWorld();
    const { id } = await created(world);
    const { id: other } = await created(world, 'campaigns create Other');
    const show = async () => (await world.outreach(`campaigns sequence show ${id} --json`)).out;
    const set = (campaign: number, stdin: string) =>
      world.outreach(`campaigns sequence set ${campaign} - --json`, { stdin });
    await set(id, steps);
    const shown = await show();
    await set(id, steps.replace('Hello', 'Goodbye'));
    expect([(await set(id, shown)).exit, await show()]).toEqual([0, shown]);
    const { exit, failure } = await set(other, shown);
    expect([exit, failure?.code, failure?.message]).toEqual([
      2,
      'bad_sequence',
      `standard input: its campaignId is ${id}, and this is campaign ${other}`,
    ]);
  });

  it('keeps the signature unless the file has one', async () => {
    const world = await newWorld();
    const { id } = await created(world);
    const set = (stdin: string) => world.outreach(`campaigns sequence set ${id} -`, { stdin });
    const signature = async () =>
      (await world.outreach(`campaigns sequence show ${id} --json`)).json().signature ?? '';
    await set(`${steps}\n--- signature ---\nAna`);
    await set(steps);
    expect(await signature()).toBe('Ana');
    await set(`${steps}\n--- signature ---\n`);
    expect(await signature()).toBe('');
  });

  it('says which line is wrong and sends nothing', async () => {
    const world = await newWorld();
    const { exit, err } = await world.outreach('campaigns sequence set 1 -', {
      stdin: `${steps}--- step slow ---\n`,
    });
    expect(exit).toBe(2);
    expect(err).toContain("Standard input, line 9: 'slow' is unknown here");
    expect(world.requests).toEqual([]);
  });

  it('is drawn with what strangers wrote behind a gutter', async () => {
    const world = await newWorld({ tty: true });
    const { id } = await created(world);
    await world.outreach(`campaigns sequence set ${id} -`, {
      stdin: steps.replace('Hello', '\u001b[31mHello'),
    });
    const { out } = await world.outreach(`campaigns sequence show ${id} --no-color`);
    expect(out).toContain('Did this reach you?');
    expect(out).not.toContain('\u001b[31m');
  });
});

describe('campaigns senders attach', () => {
  it('attaches by id and address, and again without harm', async () => {
    const world = await newWorld();
    const { id } = await created(world);
    const { items } = (await world.outreach('senders list --connected --json')).json();
    const [first, second] = items;
    const line = `campaigns senders attach ${id} ${first.id} ${second.address} --json`;
    expect((await world.outreach(line)).json().senderEmailIds.sort()).toEqual([first.id, second.id].sort());
    expect((await world.outreach(line)).json().senderEmailIds).toHaveLength(2);
    const ofCampaign = (await world.outreach(`senders list --campaign ${id} --json`)).json();
    expect(ofCampaign.total).toBe(2);
  });

  it('says which mailbox is not connected, once', async () => {
    const world = await newWorld();
    const { id } = await created(world);
    const { items } = (await world.outreach('senders list --all --json')).json();
    const off = items.find(({ isConnected }: { isConnected: boolean }) => !isConnected);
    const { exit, err } = await world.outreach(`campaigns senders attach ${id} ${off.id}`);
    expect(exit).toBe(2);
    expect(err).toContain(
      `Mailbox ${off.id} (${off.address}) is not connected; no mailbox was attached (400)`,
    );
    expect(err).toContain(`Connect it again: outreach senders connect ${off.address}`);
  });

  it('attaches none where one of them does not exist', async () => {
    const world = await newWorld();
    const { id } = await created(world);
    const { items } = (await world.outreach('senders list --connected --json')).json();
    const { exit } = await world.outreach(`campaigns senders attach ${id} ${items[0].id} 999999`);
    expect(exit).not.toBe(0);
    expect((await world.outreach(`senders list --campaign ${id} --json`)).json().total).toBe(0);
  });
});

describe('campaigns resume', () => {
  it('is no success where the service answers that the campaign is still paused', async () => {
    let isDeaf = false;
    const world = await newWorld({
      between: (next) => async (request, signal) =>
        isDeaf && request.path.endsWith('/resume')
          ? next({ ...request, method: 'GET', path: request.path.replace(/\/resume$/, '') }, signal)
          : next(request, signal),
    });
    const id = await readyToGo(world);
    await world.outreach(`campaigns resume ${id} --yes`);
    await world.outreach(`campaigns pause ${id}`);
    isDeaf = true;
    const { exit, out, err } = await world.outreach(`campaigns resume ${id} --yes --json`);
    expect([exit, out]).toEqual([7, '']);
    expect(JSON.parse(err.trimEnd().split('\n').at(-1) ?? '').error).toMatchObject({
      code: 'not_running',
      outcome: 'none',
      message: `Campaign ${id} is still paused, as the service answers`,
    });
    isDeaf = false;
    expect((await world.outreach(`campaigns resume ${id} --yes --again`)).exit).toBe(0);
  });

  it('asks for consent with what it will do, and sends nothing without it', async () => {
    const world = await newWorld();
    const id = await readyToGo(world);
    const { exit, err, out } = await world.outreach(`campaigns resume ${id}`);
    expect({ exit, out }).toEqual({ exit: 3, out: '' });
    expect(err).toContain('Leads: 3 in the campaign');
    expect(err).toContain('Mailboxes: 2 attached');
    expect(err).toContain('Mon-Fri, 09:00 to 17:00');
    expect(err).toContain('Daily limit: 200');
    expect(world.requests).not.toContain(`POST /campaigns/${id}/resume`);
  });

  it('claims to email no one where everyone was contacted, and says that the contacted include the deleted', {
    tags: ['slow', 'needed'],
  }, async () => {
    const world = await newWorld({ tty: true, stdin: 'n\n' });
    const id = await readyToGo(world);
    expect((await world.outreach(`campaigns resume ${id} --yes`)).exit).toBe(0);
    await world.sandbox.advance(86_400_000);
    await world.outreach(`campaigns pause ${id}`);
    const paused = await world.outreach(`campaigns resume ${id} --again`);
    expect(paused.err).toMatch(/\? Email up to [123] (?:person|people)\?/);
    await world.outreach(`campaigns resume ${id} --yes --again`);
    await world.sandbox.advance(30 * 86_400_000);
    expect((await world.outreach(`campaigns get ${id} --json`)).json()).toMatchObject({
      status: 'completed',
    });
    const rehearsed = await world.outreach(`campaigns resume ${id} --again --dry-run --json`);
    expect(rehearsed.json()).toMatchObject({ dryRun: true, wouldRefuse: { code: 'not_ready', exitCode: 7 } });
    expect(rehearsed.json().facts).toContain('No lead is left to email: the campaign is completed');
    expect(rehearsed.exit).toBe(7);
    await world.outreach('leads delete ana@lumen.example --yes');
    const { err } = await world.outreach(`campaigns resume ${id} --again --dry-run`);
    expect(err).toContain('Leads: 2 in the campaign, 3 already contacted, deleted people included');
    expect(err).toContain('No lead is left to email: the campaign is completed');
    expect(err).not.toMatch(/[Ee]mails? (?:up to )?\d/);
    world.requests.length = 0;
    const asked = await world.outreach(`campaigns resume ${id}`);
    expect([asked.exit, asked.failure?.code]).toEqual([7, 'not_ready']);
    expect(asked.failure?.hint).toContain(`outreach leads import <file> --campaign ${id}`);
    expect(asked.err).not.toContain('Type y or n');
    expect(world.requests).not.toContain(`POST /campaigns/${id}/resume`);
  });

  it('prints in a pipe what it changed, as update and pause do, and with --json the record', async () => {
    const world = await newWorld();
    const id = await readyToGo(world);
    const changed = async (line: string) => (await world.outreach(line)).out;
    expect(await changed(`campaigns resume ${id} --yes`)).toBe(
      `id\t${id}\nname\tAutumn launch\nstatus\trunning\n`,
    );
    expect(await changed(`campaigns pause ${id}`)).toMatch(/^id\t\d+\nname\t[^\n]*\nstatus\tpaused\n$/);
    const line = `campaigns update ${id} --daily-limit 77 --no-llm`;
    expect(await changed(line)).toBe(
      `id\t${id}\nname\tAutumn launch\nstatus\tpaused\nsettings.dailyLimit\t77\nsettings.isEnabledLlm\tfalse\n`,
    );
    const { settings } = (await world.outreach(`${line} --json`)).json();
    expect(Object.keys(settings).length).toBeGreaterThan(10);
    expect(await changed(`${line} --fields flow,settings.dailyLimit`)).toMatch(
      /^flow\t.*\nsettings.dailyLimit\t77\n$/,
    );
  });

  it('starts it with --yes, once', async () => {
    const world = await newWorld();
    const id = await readyToGo(world);
    const { exit, out } = await world.outreach(`campaigns resume ${id} --yes --json`);
    expect(exit).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ id, status: 'running' });
    expect(world.requests.filter((request) => request.endsWith('/resume'))).toHaveLength(1);
  });

  it('knows a campaign that does not exist', async () => {
    const world = await newWorld();
    const { exit, err } = await world.outreach('campaigns resume 4711 --yes');
    expect(exit).toBe(6);
    expect(err).toContain('no campaign 4711');
  });

  it.each([{ tty: false }, { tty: true }])(
    'lists what a campaign that cannot start lacks, with the command for each (tty $tty)',
    async ({ tty }) => {
      const world = await newWorld({ tty });
      await world.outreach('campaigns create Autumn');
      const { exit, err } = await world.outreach('campaigns resume Autumn --yes');
      expect(exit).toBe(16);
      expect(err).toContain('Campaign 1 breaks 4 blocking rules, so nothing was sent');
      for (const command of [
        'leads import <file> --campaign 1',
        'campaigns sequence set 1 <file>',
        'campaigns senders attach 1 <mailbox>',
        'campaigns schedule 1 --days mon-fri',
      ])
        expect(err).toContain(command);
      expect((await world.outreach('campaigns resume Autumn --json')).exit).toBe(16);
      expect(world.requests.filter((request) => request.endsWith('/resume'))).toEqual([]);
    },
  );

  it('shows what the question would show beside the request of a dry run, at a terminal alone', async () => {
    const world = await newWorld({ tty: true });
    const id = await readyToGo(world);
    const run = await world.outreach(`campaigns resume ${id} --dry-run`);
    expect([run.exit, run.out]).toEqual([0, expect.stringContaining(`POST /campaigns/${id}/resume`)]);
    expect(run.err).toContain('Emails 3 people, first on Mon 2 Mar 09:00 UTC.');
    await world.outreach('campaigns create Empty');
    for (const flag of ['-q', '--json'])
      expect((await world.outreach(`campaigns resume ${id} --dry-run ${flag}`)).err).not.toContain(
        'Emails 3',
      );
    expect(world.requests.filter((request) => request.endsWith('/resume'))).toEqual([]);
  });

  it.each([true, false])(
    'ends a dry run as the launch would end, and sends nothing (terminal: %s)',
    async (tty) => {
      const world = await newWorld({ tty });
      await world.outreach('campaigns create Empty');
      const { exit, out, err } = await world.outreach('campaigns resume Empty --dry-run');
      expect([exit, out, err]).toEqual([
        16,
        '',
        expect.stringContaining('no-leads: the campaign has no leads'),
      ]);
      expect(world.requests.filter((request) => request.endsWith('/resume'))).toEqual([]);
    },
  );

  it('names only what is missing, for programs as well', async () => {
    const world = await newWorld();
    const id = await readyToGo(world);
    await world.outreach(`campaigns schedule ${id} --days mon-fri`);
    await world.outreach('leads delete ana@lumen.example bo@lumen.example cy@lumen.example --yes');
    const { err } = await world.outreach(`campaigns resume ${id} --yes --json`);
    const { code, details } = JSON.parse(err).error;
    expect(code).toBe('checks_failed');
    const blocking = details.problems.filter(({ severity }: { severity: string }) => severity === 'block');
    expect(blocking.map(({ rule }: { rule: string }) => rule)).toEqual(['no-leads']);
  });

  it('still works where the service does not have the inferred paths', async () => {
    const world = await newWorld({
      between: (next) => async (request, signal) =>
        /\/(sequence|schedule|health)$/.test(request.path) && request.method === 'GET'
          ? { status: 404, headers: { 'content-type': 'text/plain' }, body: '404 page not found' }
          : next(request, signal),
    });
    const id = await readyToGo(world);
    expect((await world.outreach(`campaigns resume ${id} --yes`)).exit).toBe(0);
  });
});

describe('a campaign that was resumed', () => {
  it('is resumed again within ten minutes where it was paused since, by the same line', {
    tags: 'slow',
  }, async () => {
    const world = await newWorld();
    const id = await readyToGo(world);
    const line = `campaigns resume ${id} --yes --json`;
    const resumed = async () => {
      const { exit, err } = await world.outreach(line);
      return [exit, exit === 0 ? null : JSON.parse(err).error.code];
    };
    for (let times = 1; times <= 3; times++) {
      world.clock.advance(1000);
      expect(await resumed()).toEqual([0, null]);
      expect(await resumed()).toEqual([7, 'done_recently']);
      expect(world.ledger.of('campaigns.resume')).toHaveLength(times);
      world.clock.advance(1000);
      expect((await world.outreach(`campaigns pause ${id}`)).exit).toBe(0);
    }
  });

  it('is not resumed again within ten minutes, also where its status does not show it, unless --again says so', async () => {
    const world = await newWorld({
      between: (next) => async (request, signal) => {
        const answer = await next(request, signal);
        return { ...answer, body: answer.body.replaceAll('"status":"running"', '"status":"draft"') };
      },
    });
    const id = await readyToGo(world);
    const line = `campaigns resume ${id} --yes --json`;
    expect((await world.outreach(line)).exit).toBe(0);
    const again = await world.outreach(line);
    expect(again.exit).toBe(7);
    expect(JSON.parse(again.err).error).toMatchObject({
      code: 'done_recently',
      hint: expect.stringContaining('--again'),
    });
    const posts = () => world.requests.filter((request) => request === `POST /campaigns/${id}/resume`);
    expect(posts()).toHaveLength(1);
    await world.outreach(`${line} --again`);
    expect(posts()).toHaveLength(2);
  });
});

describe('a campaign that is resumed once more', () => {
  it('is not advised --again where that does nothing: it runs, or everything was sent', {
    tags: ['slow', 'needed'],
  }, async () => {
    const world = await newWorld();
    const id = await readyToGo(world);
    const hint = async () =>
      JSON.parse((await world.outreach(`campaigns resume ${id} --yes --json`)).err).error.hint;
    await world.outreach(`campaigns resume ${id} --yes`);
    expect(await hint()).toMatch(/campaigns why \d+$/);
    await world.sandbox.advance(60 * 86_400_000);
    expect(await hint()).toMatch(/^Everything was sent\. .*outreach leads import <file> --campaign \d+$/);
  });
});

describe('a campaign that ran', () => {
  it('has stats by day and step, and can be paused', { tags: 'slow' }, async () => {
    const world = await newWorld();
    const id = await readyToGo(world);
    await world.outreach(`campaigns resume ${id} --yes`);
    await world.sandbox.advance(7 * 86_400_000);
    const stats = (await world.outreach(`campaigns stats ${id} --json`)).json();
    expect(stats.totals.sent).toBeGreaterThan(0);
    const daily = stats.daily.reduce((sum: number, day: { sent: number }) => sum + day.sent, 0);
    expect(daily).toBe(stats.totals.sent);
    const drawn = await world.outreach(`campaigns stats ${id}`);
    expect(drawn.exit).toBe(0);
    world.clock.advance(11 * 60_000);
    const other = await readyToGo(world);
    await world.outreach(`campaigns resume ${other} --yes`);
    expect((await world.outreach(`campaigns pause ${other} --json`)).json()).toMatchObject({
      status: 'paused',
    });
  });

  it('tells which mailboxes are held back', async () => {
    const world = await newWorld();
    const id = await readyToGo(world);
    await world.outreach(`campaigns update ${id} --min-health 100`);
    const health = (await world.outreach(`campaigns health ${id} --json`)).json();
    expect(health.minimumHealthScore).toBe(100);
    expect(health.accounts).toHaveLength(2);
    expect(health.heldBackCount).toBe(
      health.accounts.filter((a: { heldBack: boolean }) => a.heldBack).length,
    );
    expect((await world.outreach(`campaigns health ${id}`)).exit).toBe(0);
  });
});

it('says how many mailboxes were attached, and all that a campaign has', async () => {
  const world = await newWorld();
  await world.outreach('campaigns create Trial');
  await world.outreach('campaigns senders attach 1 1 2');
  const { err, out } = await world.outreach('campaigns senders attach 1 2 3', { tty: true });
  expect(err).toContain('Attached 1 mailbox (1 was attached already)');
  expect(out).toMatch(/Mailbox ids.* 1, 2, 3\n/);
});

it('means the campaign whose name is written the same, where another one differs in case', async () => {
  const world = await newWorld();
  for (const name of ['Winter', 'winter']) await world.outreach(`campaigns create ${name}`);
  expect((await world.outreach('campaigns get winter --fields id')).out).toBe('2\n');
  expect((await world.outreach('campaigns get Winter --fields id')).out).toBe('1\n');
  const { exit, err } = await world.outreach('campaigns get WINTER');
  expect([exit, err]).toEqual([2, expect.stringContaining('Use one of their ids: 2, 1')]);
});
