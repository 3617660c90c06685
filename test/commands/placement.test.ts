import { describe, expect, it } from 'vitest';
import { sandboxTrialKey } from '../../src/contract/keys.ts';
import { newWorld } from '../world.ts';

describe('placement', () => {
  it('starts a test only with consent, and shows the run', { tags: 'slow' }, async () => {
    const world = await newWorld();
    const line = 'placement create --sender 1 --sender claire.roux@try-northwind.example --name Autumn';
    const asked = await world.outreach(line);
    expect(asked.exit).toBe(3);
    expect(asked.err).toContain('Mailboxes: 1, claire.roux@try-northwind.example');
    expect(world.requests).not.toContain('POST /inbox-placement/tests');
    expect((await world.outreach(`${line} --yes --json`)).json()).toMatchObject({ senderEmailIds: [1, 5] });
    await world.sandbox.advance(3_600_000);
    const runs = (await world.outreach('placement runs --json')).json();
    expect(runs).toMatchObject({ total: 1, hasMore: false });
    expect(runs.items[0]).toMatchObject({ testName: 'Autumn', status: 'completed' });
    expect((await world.outreach('placement tests --json')).json()).toMatchObject({ total: 1 });
    expect((await world.outreach('placement tests')).out).toContain('Autumn');
  });

  it('needs a mailbox', async () => {
    const world = await newWorld();
    expect((await world.outreach('placement create --yes')).exit).toBe(2);
    expect((await world.outreach('placement create --sender 99 --yes')).exit).toBe(6);
  });

  it('shows every mailbox, and "-" for what is not known', async () => {
    const world = await newWorld();
    const { items, total } = (await world.outreach('placement reputation --json')).json();
    expect(total).toBe(6);
    expect(items[0]).toMatchObject({ placementScore: -1, sendingIp: '' });
    const { out } = await world.outreach('placement reputation');
    expect(out).toContain('anna.berg@northwind-mail.example');
    expect(out).not.toContain('-1');
  });

  it.each(['runs', 'tests', 'reputation', 'create --sender 1 --yes'])(
    'says that the plan does not include it: %s',
    async (verb) => {
      const world = await newWorld({
        env: { OUTREACH_API_KEY: sandboxTrialKey, OUTREACH_PROFILE: 'sandbox' },
      });
      const { exit, err } = await world.outreach(`placement ${verb} --json`);
      expect(exit).toBe(5);
      const { error } = JSON.parse(err.trim().split('\n').at(-1) ?? '');
      expect(error).toMatchObject({ code: 'inbox_placement_required', details: { tier: 'trial' } });
      expect(error.hint).toContain('Add inbox placement');
    },
  );

  it('says which tier weekly tests need', async () => {
    const world = await newWorld();
    const { exit, err } = await world.outreach('placement create --sender 1 --frequency weekly --yes');
    expect(exit).toBe(5);
    expect(err).toContain('Hypergrowth tier of inbox placement');
  });
});

describe('senders reputation', () => {
  it('is of one mailbox, by id or address, or of all', async () => {
    const world = await newWorld();
    const one = (await world.outreach('senders reputation 6 --json')).json();
    expect(one).toMatchObject({ senderEmailId: 6, senderAddress: 'old.box@try-northwind.example' });
    expect((await world.outreach('senders reputation OLD.box@try-northwind.example --json')).json()).toEqual(
      one,
    );
    expect((await world.outreach('senders reputation --json')).json().total).toBe(6);
    expect((await world.outreach('senders reputation 99')).exit).toBe(6);
    const { out } = await world.outreach('senders reputation 6', { tty: true });
    expect(out).toContain('never tested');
    expect(out).toContain('198.51.100.');
  });

  it('shows the lists that it stands on, with the way off them', async () => {
    const world = await newWorld();
    world.database.prepare('UPDATE sender SET health = 45 WHERE id = 6').run();
    const { out } = await world.outreach('senders reputation 6', { tty: true });
    expect(out).toContain('dnsbl.example/remove');
  });
});
