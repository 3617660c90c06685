import { describe, expect, it } from 'vitest';
import { newWorld } from '../world.ts';

describe('senders plan', () => {
  it('has the promised shape', async () => {
    const world = await newWorld();
    const { exit, json } = await world.outreach(
      'senders plan --emails 1000 --by 2026-03-16 --no-existing --utc --json',
    );
    expect(exit).toBe(0);
    // 85 emails each, as the build-up allows from Tuesday, 3 March, on.
    expect(json()).toEqual({
      emails: 1000,
      by: '2026-03-16',
      feasible: true,
      mailboxes: 12,
      domains: 4,
      connect: [{ date: '2026-03-02', mailboxes: 12 }],
      domainUsd: null,
    });
  });

  it('counts connected mailboxes that no running campaign uses', async () => {
    const world = await newWorld();
    const need = async () =>
      (await world.outreach('senders plan --emails 2000 --by 2026-03-16 --utc --json')).json().mailboxes;
    expect(await need()).toBe(0);
    await world.outreach('campaigns create C1');
    world.database.prepare("UPDATE campaign SET status = 'running'").run();
    world.database
      .prepare(
        'INSERT INTO campaign_sender (campaign_id, sender_id, attached_at) SELECT 1, id, 0 FROM sender',
      )
      .run();
    expect(await need()).toBe(24);
  });

  it('prices the domains that are named', async () => {
    const world = await newWorld();
    const line = 'senders plan --emails 1000 --by 30d --no-existing --json --domains';
    const names = ['get-lumen.com', 'try-lumen.org'];
    const checked = (await world.outreach(['dfy', 'domains', 'check', ...names, '--json'])).json();
    const free = (checked.items ?? checked).filter(({ available }: { available: boolean }) => available);
    const price = free.reduce((sum: number, { price }: { price: number }) => sum + price, 0);
    const { exit, json } = await world.outreach(`${line} ${names.join(',')}`);
    expect({ exit, usd: json().domainUsd }).toEqual({ exit: 0, usd: price });
    expect(price).toBeGreaterThan(0);
    const other = await world.outreach(`${line} lumen.dev`);
    expect({ exit: other.exit, usd: other.json().domainUsd }).toEqual({ exit: 0, usd: null });
    expect(other.err).toContain('lumen.dev cannot be bought');
  });

  it('says what would make it feasible', async () => {
    const world = await newWorld();
    const aDay = await world.outreach('senders plan --emails 5 --by 1d --no-existing --utc --json');
    expect({ exit: aDay.exit, ...aDay.json() }).toMatchObject({ exit: 0, by: '2026-03-03', mailboxes: 1 });
    const today = await world.outreach('senders plan --emails 10 --by today --no-existing --utc --json');
    expect({ exit: today.exit, ...today.json() }).toMatchObject({
      exit: 16,
      feasible: false,
      mailboxes: null,
      domains: null,
      connect: [],
    });
    const { code, hint } = today.failure ?? {};
    const [, later] = /--by (\S+),/.exec(hint ?? '') ?? [];
    const line = `senders plan --emails 10 --by ${later} --no-existing --utc --json`;
    expect([code, (await world.outreach(line)).exit]).toEqual(['not_feasible', 0]);
  });

  it.each([
    ['--emails 0 --by 30d', /at least 1|1 to|1 or more/],
    ['--emails -5 --by 30d', /./],
    ['--emails 100 --by yesterday', /--by|past/],
    ['--emails 100 --by 2026-02-01', /in the past/],
    ['--emails 100 --by 9999-12-31', /three years/],
    ['--emails 100 --by soon', /--by/],
    ['--emails 100 --by 30d --domains acme', /'acme' in --domains/],
    ['--emails 100 --by 30d --domains http://acme.com', /in --domains/],
    ['--emails 100 --by 30d --domains a..com', /in --domains/],
    ['--emails 100 --by 30d --from 17:00 --to 09:00', /--to 09:00 is not after/],
    ['--by 30d', /--emails/],
  ])('refuses %s before any call', async (line, message) => {
    const world = await newWorld();
    const { exit, failure, out } = await world.outreach(`senders plan ${line} --json`);
    // The clock of the sandbox is asked for what time it is.
    const requests = world.requests.filter((request) => request !== 'GET /');
    expect({ exit, out, requests }).toEqual({ exit: 2, out: '', requests: [] });
    expect(failure?.message).toMatch(message);
  });

  it('plans nothing where the mailboxes there are cannot be read, unless without them', async () => {
    const world = await newWorld({
      faults: [{ operation: 'senders.list', kind: 'status:500', phase: 'before' }],
    });
    const line = 'senders plan --emails 1000 --by 2026-03-16 --utc --json';
    const { exit, out } = await world.outreach(line);
    expect({ exit, out }).toEqual({ exit: 11, out: '' });
    const alone = await world.outreach(`${line} --no-existing`);
    expect({ exit: alone.exit, mailboxes: alone.json().mailboxes }).toEqual({ exit: 0, mailboxes: 12 });
  });
});
