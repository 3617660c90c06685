import { describe, expect, it } from 'vitest';
import { newWorld, type TestWorld } from '../world.ts';
import { agent, answered, asked } from './approvals/agent.ts';

const limits = async (world: TestWorld) => {
  const { items } = (await world.outreach('senders list --all --json')).json();
  return Object.fromEntries(
    items.map(({ id, currentDailyLimit }: { id: number; currentDailyLimit: number }) => [
      id,
      currentDailyLimit,
    ]),
  );
};

describe('several mailboxes', () => {
  it('are changed in the order of the line, each once, with a row for each', async () => {
    const world = await newWorld();
    const line = 'senders update 2 anna.berg@northwind-mail.example 2 --daily-limit 31 --yes --json';
    expect((await world.outreach(line)).json()).toEqual({
      items: [
        { senderEmailId: 2, address: 'tom.hale@northwind-mail.example', ok: true },
        { senderEmailId: 1, address: 'anna.berg@northwind-mail.example', ok: true },
      ],
      total: 2,
    });
    expect(await limits(world)).toMatchObject({ 1: 31, 2: 31, 3: 50 });
    expect(world.requests.filter((request) => request.startsWith('PUT'))).toEqual([
      'PUT /sender-emails/2',
      'PUT /sender-emails/1',
    ]);
  });

  it('are those of a campaign, of a domain, or of both', async () => {
    const world = await newWorld();
    await world.outreach('campaigns create Autumn');
    await world.outreach('campaigns senders attach Autumn 1 2 4');
    const changed = async (line: string) => {
      const { items } = (await world.outreach(`senders update ${line} --daily-limit 20 --yes --json`)).json();
      return items.map(({ senderEmailId }: { senderEmailId: number }) => senderEmailId).toSorted();
    };
    expect(await changed('--campaign Autumn')).toEqual([1, 2, 4]);
    expect(await changed('--domain try-northwind.example')).toEqual([4, 5, 6]);
    expect(await changed('--campaign 1 --domain Try-Northwind.example')).toEqual([4]);
  });

  it.each([
    'senders update --daily-limit 20',
    'senders update --domain northwind-mail --daily-limit 20',
    'senders update --domain mail.example --daily-limit 20',
    'senders update --campaign Autumn --daily-limit 20',
    'senders update 1 --domain northwind-mail.example --daily-limit 20',
    'senders update 1 2',
    'senders warmup set --domain nothing.example --enabled',
  ])('%s is refused, as it names none or says nothing', async (line) => {
    const world = await newWorld();
    await world.outreach('campaigns create Autumn');
    world.requests.length = 0;
    expect((await world.outreach(`${line} --yes`)).exit).toBe(2);
    expect(world.requests.filter((request) => !request.startsWith('GET'))).toEqual([]);
  });

  it.each([
    ['--campaign 77', 6, 'There is no campaign 77'],
    ['--campaign 77 --domain northwind-mail.example', 6, 'There is no campaign 77'],
    ['1 999 2', 6, 'There is no mailbox 999'],
    ['1 2 --max-limit 29', 2, '--daily-limit 30 is above --max-limit 29'],
  ])('%s is refused before the first change', async (chosen, code, message) => {
    const world = await newWorld();
    const { exit, err } = await world.outreach(`senders update ${chosen} --daily-limit 30 --yes`);
    expect([exit, err]).toEqual([code, expect.stringContaining(message)]);
    expect(world.requests.filter((request) => !request.startsWith('GET'))).toEqual([]);
  });

  it('name in their question the other campaigns that use them', async () => {
    const world = await newWorld();
    for (const name of ['Autumn', 'Winter']) {
      await world.outreach(`campaigns create ${name}`);
      await world.outreach(`campaigns senders attach ${name} 1 4`);
    }
    const factsOf = async (chosen: string) =>
      (await world.outreach(`senders update ${chosen} --daily-limit 20 --dry-run --json`)).json().facts;
    expect(await factsOf('--campaign Autumn')).toContain('Campaign that also uses them: 2 Winter');
    expect(await factsOf('1 2')).toContain('Campaigns that use them: 1 Autumn, 2 Winter');
    expect((await factsOf('5 6')).join()).not.toContain('Campaign');
  });

  it('take one question, which shows what changes in each', async () => {
    const world = await newWorld();
    await world.outreach('senders update 2 --daily-limit 30');
    const line = 'senders update --domain northwind-mail.example --daily-limit 30';
    const piped = await world.outreach(line);
    expect([piped.exit, piped.failure?.code]).toEqual([3, 'confirmation_required']);
    let lines = '';
    const typing = (keys: string) =>
      world.outreach(line, {
        tty: true,
        typing: async (keyboard) => {
          await keyboard.sees('Change 3 mailboxes?');
          lines = world.toldSoFar();
          keyboard.type(keys);
        },
      });
    expect((await typing('\r')).exit).toBe(3);
    expect(await limits(world)).toMatchObject({ 1: 50, 3: 50 });
    expect(lines).toContain('1 anna.berg@northwind-mail.example: Daily limit: 50 → 30');
    expect(lines).toContain('2 tom.hale@northwind-mail.example: as it is');
    expect((await typing('y\r')).exit).toBe(0);
    expect(await limits(world)).toMatchObject({ 1: 30, 2: 30, 3: 30, 4: 50 });
  });

  it('go on where one fails, and end with 15', async () => {
    const world = await newWorld({
      between: (next) => async (request, signal) =>
        request.method === 'PUT' && request.path === '/sender-emails/4'
          ? { status: 404, headers: {}, body: '{"error": "Sender not found", "code": "not_found"}' }
          : next(request, signal),
    });
    const { exit, json, err } = await world.outreach('senders update 1 4 2 --daily-limit 30 --yes --json');
    expect([exit, json()]).toMatchObject([
      15,
      {
        items: [
          { senderEmailId: 1, ok: true },
          { senderEmailId: 4, ok: false, error: { code: 'not_found' } },
          { senderEmailId: 2, ok: true },
        ],
        total: 3,
      },
    ]);
    expect(err).toContain('2 mailboxes changed, 1 failed');
    expect(await limits(world)).toMatchObject({ 1: 30, 2: 30 });
  });

  it('end with the stop that came, with a row for those that were not tried', async () => {
    const world = await newWorld({
      between: (next) => (request, signal) => {
        if (request.path === '/sender-emails/2') world.interrupt();
        return next(request, signal);
      },
    });
    const { exit, json } = await world.outreach('senders update 1 2 3 --daily-limit 30 --yes --json');
    expect([exit, json()]).toMatchObject([
      130,
      { items: [{ ok: true }, { ok: false }, { senderEmailId: 3, ok: false, error: { code: 'not_tried' } }] },
    ]);
    expect(world.requests).not.toContain('PUT /sender-emails/3');
  });

  it('show their requests in a dry run', async () => {
    const world = await newWorld();
    const line = 'senders warmup set --domain northwind-mail.example --cap-limit 33 --dry-run --json';
    const { exit, json } = await world.outreach(line);
    expect([exit, json()]).toMatchObject([
      0,
      {
        total: 3,
        dryRun: true,
        items: [3, 2, 1].map((id) => ({
          method: 'PUT',
          path: `/sender-emails/${id}/warmup`,
          body: { capLimit: 33 },
        })),
        facts: expect.arrayContaining([expect.stringMatching(/^1 anna\.berg.* Cap limit: \d+ → 33$/)]),
      },
    ]);
    expect(world.requests.filter((request) => !request.startsWith('GET'))).toEqual([]);
  });

  it('of an agent take one approval, which covers these calls alone', async () => {
    const world = await newWorld();
    const line = 'senders update 1 2 --daily-limit 30 --json';
    const code = await asked(world, line);
    const shown = await answered(world, code);
    expect([shown.exit, shown.err]).toEqual([0, expect.stringContaining('Daily limit: 50 → 30')]);
    expect(await asked(world, 'senders update 1 3 --daily-limit 30 --json')).not.toBe(code);
    expect((await world.outreach(line, { agent })).json()).toMatchObject({
      total: 2,
      items: [{ ok: true }, { ok: true }],
    });
    expect(await limits(world)).toMatchObject({ 1: 30, 2: 30, 3: 50 });
  });

  it('are one where one is named: its record, without a question', async () => {
    const world = await newWorld();
    expect((await world.outreach('senders update 1 1 --daily-limit 30 --json')).json()).toMatchObject({
      id: 1,
      currentDailyLimit: 30,
    });
    expect((await world.outreach('senders warmup set 1 --cap-limit 33 --json')).json()).toMatchObject({
      senderEmailId: 1,
      capLimit: 33,
    });
  });
});
