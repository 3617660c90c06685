import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { WireRequest } from '../../../src/contract/wire.ts';
import { newWorld, type TestWorld } from '../../world.ts';
import { agent, answered, asked, errorOf, withRunning } from '../approvals/agent.ts';
import { call, called } from './session.ts';

const options = '--tools work';
const campaign = '1';

/** A lead that is looked up by its address alone. */
const isOfOne = ({ query }: WireRequest) =>
  query.length > 0 && query.every(([name]) => name !== 'campaignId');

const settingOf = async (world: TestWorld) =>
  (await world.outreach(`campaigns get ${campaign} --json`)).json().settings.dailyLimit;

/** A limit where there is none only reduces, so that an agent may set it. */
const withLimit = async () => {
  const world = await withRunning();
  expect((await world.outreach(`campaigns update ${campaign} --daily-limit 50`)).exit).toBe(0);
  return world;
};

describe('a change of what goes out already', () => {
  it('waits for a person where an agent makes it', async () => {
    const world = await withLimit();
    const before = await settingOf(world);
    const results = await called(
      world,
      options,
      { name: 'campaigns_update', arguments: { campaign, dailyLimit: 999 } },
      { name: 'campaigns_schedule', arguments: { campaign, days: 'mon-sun', from: '00:00', to: '23:59' } },
      { name: 'campaigns_senders_attach', arguments: { campaign, senders: ['2'] } },
      { name: 'senders_update', arguments: { sender: '1', dailyLimit: 99 } },
    );
    for (const { structuredContent } of results)
      expect(structuredContent).toMatchObject({
        approvalRequired: { facts: expect.arrayContaining([expect.stringMatching(/Campaign/)]) },
      });
    expect(results[0]?.structuredContent.approvalRequired.facts.join('\n')).toContain('dailyLimit: 999');
    expect(await settingOf(world)).toBe(before);
  });

  it('is made once after that, and only as it was approved', async () => {
    const world = await withLimit();
    const line = (limit: number) => `campaigns update ${campaign} --daily-limit ${limit} --json`;
    const { exit, err } = await answered(world, await asked(world, line(70)));
    expect(exit).toBe(0);
    expect(err).toContain('Daily limit: 50 → 70');
    expect(err).toMatch(/Change the given settings of a campaign \(campaign 1 "Autumn", running\)\?/);
    await asked(world, line(71));
    expect((await world.outreach(line(70), { agent })).exit).toBe(0);
    expect(await settingOf(world)).toBe(70);
    // What it has already is no change.
    expect((await world.outreach(line(70), { agent })).exit).toBe(0);
    expect((await world.outreach(`campaigns update ${campaign} --daily-limit 50`)).exit).toBe(0);
    await asked(world, line(70));
  });

  it('is asked about again within ten minutes where another approved call changed what goes out since', {
    tags: 'slow',
  }, async () => {
    const world = await withLimit();
    const add = 'leads add nia@lumen.example --first-name Nia --company Lumen --campaign 1 --json';
    const made = async (line: string) => {
      world.clock.advance(1000);
      expect((await answered(world, await asked(world, line))).exit).toBe(0);
      world.clock.advance(1000);
      expect((await world.outreach(line, { agent })).exit).toBe(0);
    };
    await made(add);
    await made('credits buy 1000 --json');
    expect(errorOf(await world.outreach(add, { agent })).code).toBe('done_recently');
    await made(`campaigns update ${campaign} --daily-limit 70 --json`);
    await asked(world, add);
  });

  it('says which emails of a running campaign change', async () => {
    const world = await withRunning();
    const facts = async (second: string) => {
      const text = `--- step ---\nSubject: A question\n\nHello {firstName}.\n${second}`;
      await writeFile(join(world.home, 'emails.md'), text);
      const { err } = await world.outreach(
        `campaigns sequence set 1 ${join(world.home, 'emails.md')} --accept no-opt-out=test --json`,
        { agent },
      );
      return errorOf({ err }).details.facts;
    };
    expect(await facts('--- step delay=3d thread ---\n\nAgain?\n')).toContain(
      'What changes: step 2 (subject, body, contentType, delayDays, useSameThread)',
    );
  });

  it('waits where it changes the signature of a mailbox, also before a launch that was approved without it', {
    tags: 'slow',
  }, async () => {
    const world = await withRunning();
    await call(world, options, 'campaigns_pause', { campaign });
    const { approvalRequired } = await call(world, options, 'senders_update', {
      sender: '1',
      signature: 'Eve',
    });
    expect(approvalRequired.facts).toContain(
      'Every email of the mailbox ends with this signature from now on.',
    );
    const limit = await call(world, options, 'senders_update', { sender: '1', dailyLimit: 40 });
    expect(limit.approvalRequired).toBeUndefined();
  });

  it('is free where nothing goes out, in a dry run, and to lower or stop', { tags: 'slow' }, async () => {
    const world = await withRunning();
    expect(
      await call(world, options, 'campaigns_update', { campaign, dailyLimit: 99, dryRun: true }),
    ).toMatchObject({ dryRun: true });
    expect((await call(world, options, 'campaigns_pause', { campaign })).approvalRequired).toBeUndefined();
    await call(world, options, 'campaigns_update', { campaign, dailyLimit: 99 });
    expect(await settingOf(world)).toBe(99);
  });

  it('takes --yes, unless the session or the profile says that only a person agrees', async () => {
    const world = await withLimit();
    const line = `campaigns update ${campaign} --daily-limit 999 --yes`;
    expect((await world.outreach(line, { agent })).exit).toBe(3);
    expect((await world.outreach(line)).exit).toBe(0);
    expect(await settingOf(world)).toBe(999);
  });

  it('waits where it changes the texts that a running campaign sends to a lead, however the lead is named', {
    tags: 'slow',
  }, async () => {
    const world = await withRunning();
    await world.outreach('leads add bo@lumen.example --first-name Bo');
    const work = await called(
      world,
      options,
      { name: 'leads_update', arguments: { lead: 1, firstName: 'Eve' } },
      { name: 'leads_update', arguments: { lead: 'ana@lumen.example', var: ['offer=free money'] } },
    );
    const effects = await called(
      world,
      '--tools effects',
      { name: 'leads_add', arguments: { email: 'ANA@lumen.example', firstName: 'Eve' } },
      { name: 'leads_update', arguments: { lead: 2, firstName: 'Bob' } },
      { name: 'leads_add', arguments: { email: 'cy@lumen.example', firstName: 'Cy' } },
    );
    const asks = ({ structuredContent }: (typeof work)[number]) => structuredContent.approvalRequired?.facts;
    for (const result of [...work, effects[0] as (typeof work)[number]])
      expect(asks(result)).toContainEqual('Campaigns that send it to them now: 1 "Autumn"');
    expect(asks(work[0] as (typeof work)[number])).toContain('Lead 1: ana@lumen.example');
    expect(effects.slice(1).map(asks)).toEqual([undefined, undefined]);
    const { items } = (await world.outreach('leads list --json')).json();
    expect(items.map(({ firstName }: { firstName: string }) => firstName)).toEqual(['Cy', 'Bob', 'Ana']);
  });

  it('waits where it takes a lead out of a running campaign, and is free where it does not', async () => {
    const world = await withRunning();
    await world.outreach('campaigns create Draft');
    await world.outreach('leads add bo@lumen.example');
    const [running, free] = await called(
      world,
      '--tools effects',
      { name: 'leads_move', arguments: { lead: 'ana@lumen.example', campaign: 'Draft' } },
      { name: 'leads_move', arguments: { lead: 'bo@lumen.example', campaign: 'Draft' } },
    );
    expect(running?.structuredContent).toHaveProperty('approvalRequired');
    expect(free?.structuredContent).toMatchObject({ leadId: 2, targetCampaignId: 2 });
    const { items } = (await world.outreach('leads list --campaign Draft --json --fields id')).json();
    expect(items).toEqual([{ id: 2 }]);
  });

  it('waits where a file that joins a draft may have leads of a running campaign', async () => {
    const world = await withRunning();
    await world.outreach('campaigns create Draft');
    await writeFile(join(world.home, 'more.csv'), 'email,first name\nana@lumen.example,Eve\n');
    const line = 'leads import more.csv --campaign 2 --json';
    const code = await asked(world, line);
    expect((await answered(world, code)).err).toContain(
      'Campaigns that send now, and may have leads of these',
    );
    expect((await world.outreach(line, { agent })).exit).toBe(0);
    expect((await world.outreach('leads get 1 --json')).json().firstName).toBe('Eve');
  });

  it.each([
    ['/campaigns', { campaigns: [{ id: 2, name: 'Draft', status: 'draft' }], total: 16, hasMore: false }],
    ['/autopilot/runs', { runs: [], total: 3 }],
    ['/leads', { leads: [], total: 0, hasMore: false }],
    ['/leads', { leads: [], total: 4, hasMore: false }],
  ])('waits where a list contradicts itself: %s %j', async (path, body) => {
    let lies = false;
    const world = await withRunning({
      between: (next) => async (request, signal) =>
        lies && request.method === 'GET' && request.path === path && !isOfOne(request)
          ? { status: 200, headers: {}, body: JSON.stringify({ page: 1, limit: 20, ...body }) }
          : next(request, signal),
    });
    await world.outreach('campaigns create Draft');
    lies = true;
    const changes = [
      { name: 'leads_update', arguments: { lead: 1, firstName: 'Eve' } },
      { name: 'leads_add', arguments: { email: 'ana@lumen.example', company: 'Evil' } },
      { name: 'leads_add', arguments: { email: 'ana@lumen.example', company: 'Evil', campaign: '2' } },
    ];
    for (const { structuredContent } of await called(world, '--tools effects', ...changes))
      expect(structuredContent).toMatchObject({ approvalRequired: { code: expect.any(String) } });
    lies = false;
    expect((await world.outreach('leads get 1 --json')).json()).toMatchObject({ firstName: 'Ana' });
  });

  it('waits in a script of a profile whose questions a person answers', async () => {
    const world = await withRunning();
    const { exit, err } = await world.outreach('leads update 1 --email eve@rival.example --json', { agent });
    expect([exit, err.includes('approval_required')]).toEqual([3, true]);
    expect((await world.outreach('leads get 1 --json')).json().email).toBe('ana@lumen.example');
  });

  it('waits where invoices would name someone else', async () => {
    const world = await newWorld();
    expect(await call(world, options, 'billing_update', { company: 'Rival' })).toMatchObject({
      approvalRequired: { code: expect.any(String) },
    });
  });

  it('waits where it takes back that a lead said no', async () => {
    const world = await newWorld();
    await world.outreach('leads add no@lumen.example');
    const to = (category: string) =>
      call(world, options, 'leads_categorize', { lead: 'no@lumen.example', category });
    expect(await to('interested')).toMatchObject({ tag: 'interested' });
    expect(await to('not_interested')).toMatchObject({ tag: 'not_interested' });
    expect(await to('not_interested')).toMatchObject({ tag: 'not_interested' });
    expect((await to('interested')).approvalRequired.facts).toContainEqual(
      expect.stringMatching(/^Lead 1: no@lumen\.example, not interested\. /),
    );
    expect((await world.outreach('leads get 1 --json')).json().tag).toBe('not_interested');
  });

  it('waits where it may unblock', async () => {
    const world = await newWorld();
    await world.outreach('blocklist add rival.example');
    const { items } = (await world.outreach('blocklist list --json')).json();
    expect(
      await call(world, options, 'blocklist_update', { id: items[0].id, value: 'other.example' }),
    ).toMatchObject({ approvalRequired: { code: expect.any(String) } });
    expect((await world.outreach('blocklist check a@rival.example --json')).out).toContain('true');
  });
});

describe('an autopilot run that is approved', () => {
  const atGate = async () => {
    const world = await newWorld();
    expect((await world.outreach('autopilot start acme.com --target-prospects 5')).exit).toBe(0);
    const { campaignId, icpId } = (await world.outreach('autopilot get 1 --json')).json();
    return { world, campaign: String(campaignId), icp: String(icpId) };
  };
  const changes = ({ campaign, icp }: { campaign: string; icp: string }) => [
    { name: 'campaigns_update', arguments: { campaign, stopOnReply: false } },
    { name: 'icps_update', arguments: { id: Number(icp), title: ['Anyone'] } },
    {
      name: 'leads_add',
      arguments: { email: 'eve@rival.example', firstName: 'Eve', company: 'Rival', campaign },
    },
  ];

  it('starts its campaign as it was agreed to: until then only a person changes it', async () => {
    const { world, ...ids } = await atGate();
    expect((await world.outreach('autopilot approve 1 --yes --no-wait --accept no-opt-out=x')).exit).toBe(0);
    for (const { structuredContent } of await called(world, '--tools effects', ...changes(ids)))
      expect(structuredContent).toMatchObject({ approvalRequired: { code: expect.any(String) } });
  });

  it('is free to change before, and then takes another approval', { tags: ['slow', 'needed'] }, async () => {
    const { world, ...ids } = await atGate();
    const line = 'autopilot approve 1 --no-wait --json';
    expect((await answered(world, await asked(world, line))).exit).toBe(0);
    for (const change of changes(ids)) {
      const done = await call(world, '--tools effects', change.name, change.arguments);
      expect([change.name, done.error ?? done.approvalRequired]).toEqual([change.name, undefined]);
      const again = await answered(world, await asked(world, line));
      expect(again.exit).toBe(0);
      if (change.name === 'leads_add') expect(again.err).toContain('1 lead is in its campaign already');
    }
    expect((await world.outreach(line, { agent })).exit).toBe(0);
  });
});
