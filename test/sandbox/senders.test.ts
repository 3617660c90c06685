import { describe, expect, it } from 'vitest';
import { newOffice, type Office } from './office.ts';

const day = 86_400_000;
const mailbox = {
  email: 'new.one@northwind.example',
  imapServerUrl: 'imap.northwind.example:993',
  smtpServerUrl: 'smtp.northwind.example',
  password: 'secret-of-the-mailbox',
  firstName: 'Nora',
};

const connect = (office: Office, given: Record<string, unknown> = {}, status?: number) =>
  office.call('POST', '/sender-emails', { ...mailbox, ...given }, status);

describe('listing mailboxes', () => {
  it('shows a fresh workspace five that work and one that lost its connection', async () => {
    const office = await newOffice();
    const all = await office.call('GET', '/sender-emails');
    expect(all.total).toBe(6);
    const connected = await office.call('GET', '/sender-emails?isConnected=true');
    expect(connected.total).toBe(5);
    const scores = connected.senderEmails.map(({ healthScore }: { healthScore: number }) => healthScore);
    expect(scores.filter((score: number) => score >= 90)).toHaveLength(4);
    expect(all.senderEmails.every(({ address }: { address: string }) => address.endsWith('.example'))).toBe(
      true,
    );
    const lost = await office.call('GET', '/sender-emails?isConnected=false');
    const full = await office.call('GET', `/sender-emails/${lost.senderEmails[0].id}`);
    expect(full).toMatchObject({ isConnected: false, errorCode: 'AUTH_FAILED' });
    expect(full.connectionHistory.map(({ eventType }: { eventType: string }) => eventType)).toEqual([
      'disconnected',
      'connected',
    ]);
  });

  it('narrows to a campaign and pages', async () => {
    const office = await newOffice();
    const id = await office.campaign({ senders: [1, 3] });
    const { senderEmails } = await office.call('GET', `/sender-emails?campaignId=${id}`);
    expect(senderEmails.map((sender: { id: number }) => sender.id)).toEqual([3, 1]);
    expect(senderEmails[0].campaignIds).toEqual([id]);
    const page = await office.call('GET', '/sender-emails?page=2&limit=4');
    expect(page).toMatchObject({ total: 6, page: 2, limit: 4, hasMore: false });
    expect(page.senderEmails).toHaveLength(2);
  });
});

describe('connecting a mailbox', () => {
  it('starts it with build-up and without a score, and keeps no password', async () => {
    const office = await newOffice();
    const { senderEmail } = await connect(office);
    expect(senderEmail).toMatchObject({
      address: mailbox.email,
      givenName: 'Nora',
      isConnected: true,
      toggleGradualBuildUp: true,
      healthScore: null,
    });
    const tables = office.rows<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'");
    const kept = tables.map(({ name }) => JSON.stringify(office.rows(`SELECT * FROM "${name}"`))).join();
    expect(kept).toContain(mailbox.email);
    expect(kept).not.toContain(mailbox.password);
  });

  it('connects one that lost its connection again', async () => {
    const office = await newOffice();
    const { senderEmail } = await connect(office, { email: 'OLD.box@try-northwind.example' });
    expect(senderEmail).toMatchObject({ id: 6, isConnected: true, errorCode: null });
    expect(senderEmail.connectionHistory[0].eventType).toBe('reconnected');
    expect((await office.call('GET', '/sender-emails')).total).toBe(6);
  });

  it.each([
    [400, { email: 'nobody' }],
    [400, { email: 'ann@gmail.com' }],
    [400, { imapServerUrl: 'https://imap.northwind.example/' }],
    [400, { password: '' }],
    [400, { firstName: 'x'.repeat(256) }],
    [502, { password: 'wrong' }],
    [502, { smtpServerUrl: 'smtp.nowhere.invalid:587' }],
  ])('answers %i to %j', async (status, given) => {
    const office = await newOffice();
    await connect(office, given, status);
    expect((await office.call('GET', '/sender-emails')).total).toBe(6);
  });

  it('needs a seat, and an address that no other workspace has', async () => {
    const office = await newOffice();
    office.db.exec("UPDATE workspace SET plan = 'trial'");
    await connect(office, {}, 402);
    office.db.exec("UPDATE workspace SET plan = 'growth'");
    await connect(office);
    office.db.exec(`UPDATE sender SET workspace_id = 99 WHERE address = '${mailbox.email}'`);
    await connect(office, {}, 409);
  });
});

describe('changing a mailbox', () => {
  it('changes what is given, and shows no history', async () => {
    const office = await newOffice();
    const { senderEmail } = await office.call('PUT', '/sender-emails/2', {
      currentDailyLimit: 0,
      signature: 'Tom',
    });
    expect(senderEmail).toMatchObject({
      currentDailyLimit: 0,
      signature: 'Tom',
      givenName: 'Tom',
      connectionHistory: null,
    });
  });

  it.each([
    [{ currentDailyLimit: 1001 }],
    [{ maximumSendingsLimitPerDay: 0 }],
    [{ givenName: '' }],
    [{ minimumSendingsLimitPerDay: 60, maximumSendingsLimitPerDay: 50 }],
  ])('refuses %j', async (body) => {
    const office = await newOffice();
    await office.call('PUT', '/sender-emails/2', body, 400);
  });

  it('is forbidden on those of others, except of a child workspace', async () => {
    const office = await newOffice();
    office.db.exec('UPDATE sender SET workspace_id = 99 WHERE id = 2');
    office.db.exec(
      "INSERT INTO workspace (id, name, parent_id, plan, contact_cap, has_subscription, has_card) VALUES (98, 'Child', 1, 'growth', 1, 1, 1), (99, 'Other', NULL, 'growth', 1, 1, 1)",
    );
    await office.call('GET', '/sender-emails/2', undefined, 403);
    await office.call('GET', '/sender-emails?spaceId=99', undefined, 400);
    office.db.exec('UPDATE sender SET workspace_id = 98 WHERE id = 2');
    expect((await office.call('GET', '/sender-emails/2')).id).toBe(2);
    expect((await office.call('GET', '/sender-emails?spaceId=98')).total).toBe(1);
    await office.call('GET', '/sender-emails/999', undefined, 404);
  });
});

describe('DNS and warm-up', () => {
  it('shows the same records for the same domain', async () => {
    const office = await newOffice();
    const {
      checkedAt: _,
      senderEmailId: one,
      warmup: __,
      ...first
    } = await office.call('GET', '/sender-emails/1/dns');
    const {
      checkedAt: ___,
      senderEmailId: two,
      warmup,
      ...second
    } = await office.call('GET', '/sender-emails/2/dns');
    expect([one, two]).toEqual([1, 2]);
    expect(second).toEqual(first);
    expect(warmup).toMatchObject({ enrolled: true, currentPerDay: 40, cap: 40, healthScore: 96 });
  });

  it('has a domain with every record in a fresh world of any seed, and others that lack some', {
    tags: 'slow',
  }, async () => {
    const missing = new Set<string>();
    for (const seed of Array.from({ length: 50 }, (_, number) => `seed ${number}`)) {
      const office = await newOffice(seed);
      const [sound, other] = [1, 4].map((id) => office.call('GET', `/sender-emails/${id}/dns`));
      for (const check of ['spf', 'dkim', 'dmarc', 'mx']) {
        expect((await sound)[check].status, `${seed}, ${check}`).not.toBe('MISSING');
        if ((await other)[check].status === 'MISSING') missing.add(check);
      }
    }
    expect([...missing].sort()).toEqual(['dkim', 'dmarc', 'spf']);
  });

  it('takes the score away while warm-up is off, and gives it back when enough was checked', async () => {
    const office = await newOffice();
    const { senderEmail } = await connect(office);
    const path = `/sender-emails/${senderEmail.id}/warmup`;
    expect(await office.call('GET', path)).toMatchObject({
      configured: false,
      enabled: false,
      activatedAt: null,
      currentPerDay: 0,
    });
    await office.call('PUT', path, { enabled: true, startLimit: 10 });
    expect(await office.call('GET', path)).toMatchObject({
      configured: true,
      currentPerDay: 10,
      healthScore: null,
    });
    await office.sandbox.advance(3 * day);
    expect((await office.call('GET', path)).healthScore).toBeGreaterThan(0);
    expect((await office.call('PUT', path, { enabled: false })).healthScore).toBeNull();
    await office.call('PUT', path, { timezone: 'Nowhere/City' }, 400);
    await office.call('PUT', path, { startLimit: 99 }, 400);
  });
});
