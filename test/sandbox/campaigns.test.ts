import { describe, expect, it } from 'vitest';
import { newOffice, type Office, people, threeSteps } from './office.ts';

const day = 86_400_000;

const create = async (office: Office, body: Record<string, unknown> = {}): Promise<number> =>
  (await office.call('POST', '/campaigns', { name: 'Autumn', ...body })).campaign.id;

describe('creating campaigns', () => {
  it('makes another draft at every call', async () => {
    const office = await newOffice();
    const one = await create(office);
    const two = await create(office);
    expect(one).not.toBe(two);
    const { campaigns, total } = await office.call('GET', '/campaigns');
    expect(total).toBe(2);
    expect(campaigns.map(({ id, status }: { id: number; status: string }) => [id, status])).toEqual([
      [two, 'draft'],
      [one, 'draft'],
    ]);
  });

  it('has no emoji where none was given', async () => {
    const office = await newOffice();
    await create(office);
    expect((await office.call('GET', '/campaigns')).campaigns[0].emoji).toBeNull();
  });

  it('keeps the settings that were given', async () => {
    const office = await newOffice();
    const id = await create(office, {
      emoji: '🍂',
      dailyLimit: 200,
      minimumTimeBetweenEmails: 12,
      minimumHealthScore: 90,
      ignoreOutOfOfficeReplies: true,
    });
    const { campaign } = await office.call('GET', `/campaigns/${id}`);
    expect(campaign).toMatchObject({
      name: 'Autumn',
      emoji: '🍂',
      flow: 'multiple_leads_scheduled',
      settings: {
        dailyLimit: 200,
        minimumHealthScore: 90,
        ignoreOutOfOfficeReplies: true,
        minimumTimeBetweenEmails: 12,
        maximumTimeBetweenEmails: 12,
      },
      schedule: { daysSchedule: '', minimumTimeBetweenEmails: 12 },
    });
    await office.call('PUT', `/campaigns/${id}`, { name: 'Winter', dailyLimit: 50 });
    const { campaign: changed } = await office.call('GET', `/campaigns/${id}`);
    expect(changed).toMatchObject({
      name: 'Winter',
      emoji: '🍂',
      settings: { dailyLimit: 50, minimumHealthScore: 90 },
    });
  });

  it.each([
    [{ name: '' }],
    [{ dailyLimit: 0 }],
    [{ dailyLimit: 10_001 }],
    [{ minimumTimeBetweenEmails: 1 }],
    [{ minimumTimeBetweenEmails: 20, maximumTimeBetweenEmails: 10 }],
    [{ emoji: '' }],
    [{ flow: 'other' }],
    [{ minimumHealthScore: 101 }],
  ])('refuses %j', async (bad) => {
    const office = await newOffice();
    const { field, reason } = await office.call('POST', '/campaigns', { name: 'A', ...bad }, 400);
    expect(Object.keys(bad)).toContain(field);
    expect(reason).toBeTruthy();
  });

  it('does not find the campaigns of others', async () => {
    const office = await newOffice();
    const id = await create(office);
    office.db.exec(`UPDATE campaign SET workspace_id = 99 WHERE id = ${id}`);
    for (const path of [`/campaigns/${id}`, `/campaigns/${id}/stats`, `/campaigns/${id}/health`])
      await office.call('GET', path, undefined, 404);
    expect((await office.call('GET', '/campaigns')).total).toBe(0);
  });
});

describe('the sequence', () => {
  it('is replaced as a whole, in the order of its steps', async () => {
    const office = await newOffice();
    const id = await create(office);
    await office.call('PUT', `/campaigns/${id}/sequence`, { steps: threeSteps, signature: 'Ann' });
    const steps = [
      { order: 7, subject: 'Second', body: 'b' },
      { order: 2, subject: 'First', body: 'a' },
    ];
    await office.call('PUT', `/campaigns/${id}/sequence`, { steps });
    const sequence = await office.call('GET', `/campaigns/${id}/sequence`);
    expect(sequence).toMatchObject({ campaignId: id, signature: 'Ann', total: 2 });
    expect(
      sequence.steps.map((step: { order: number; subject: string }) => [step.order, step.subject]),
    ).toEqual([
      [1, 'First'],
      [2, 'Second'],
    ]);
    const cleared = await office.call('PUT', `/campaigns/${id}/sequence`, { steps, signature: '' });
    expect(cleared.signature).toBe('');
  });

  it.each([
    [[]],
    [Array.from({ length: 21 }, (_, i) => ({ order: i + 1, body: 'b' }))],
    [[{ order: 0, body: 'b' }]],
    [[{ order: 1, body: 'b', delayDays: 366 }]],
    [
      [
        { order: 1, body: 'b' },
        { order: 1, body: 'c' },
      ],
    ],
    [[{ order: 1, body: 'b', variants: [{ label: 'B' }, { label: 'B' }] }]],
  ])('refuses %j', async (steps) => {
    const office = await newOffice();
    const id = await create(office);
    await office.call('PUT', `/campaigns/${id}/sequence`, { steps }, 400);
    expect((await office.call('GET', `/campaigns/${id}/sequence`)).total).toBe(0);
  });
});

describe('the schedule', () => {
  it('changes what is given and keeps the rest', async () => {
    const office = await newOffice();
    const id = await create(office);
    await office.call('PUT', `/campaigns/${id}/schedule`, { daysSchedule: '1,3', startSchedule: '08:00' });
    const { schedule } = await office.call('PUT', `/campaigns/${id}/schedule`, { endSchedule: '12:00' });
    expect(schedule).toMatchObject({ daysSchedule: '1,3', startSchedule: '08:00', endSchedule: '12:00' });
    expect((await office.call('GET', `/campaigns/${id}/schedule`)).schedule).toEqual(schedule);
  });

  it.each([[{ daysSchedule: '7' }], [{ startSchedule: '25:00' }], [{ startSchedule: '18:00' }]])(
    'refuses %j',
    async (body) => {
      const office = await newOffice();
      await office.call('PUT', `/campaigns/${await create(office)}/schedule`, body, 400);
    },
  );
});

describe('attaching mailboxes', () => {
  it.each([
    ['is of nobody', [1, 99]],
    ['is of another workspace', [1, 7]],
    ['lost its connection', [1, 4]],
  ])('attaches none where one of the mailboxes %s', async (_, senderEmailIds) => {
    const office = await newOffice();
    const id = await create(office);
    office.db.exec('UPDATE sender SET is_connected = 0 WHERE id = 4');
    const copied = office.db
      .prepare('PRAGMA table_info(sender)')
      .all<{ name: string }>()
      .map(({ name }) => name);
    const columns = copied.filter((name) => !['id', 'workspace_id', 'address', 'address_key'].includes(name));
    office.db.exec(`INSERT INTO sender (id, workspace_id, address, address_key, ${columns.join(', ')})
      SELECT 7, 2, 'theirs@child.example', 'theirs@child.example', ${columns.join(', ')} FROM sender WHERE id = 1`);
    const path = `/campaigns/${id}/sender-emails`;
    const refused = await office.call('POST', path, { senderEmailIds }, 400);
    expect(refused.error).toContain(String(senderEmailIds[1]));
    const { stats } = (await office.call('GET', `/campaigns/${id}`)).campaign;
    expect(stats).toMatchObject({ senderEmailsTotal: 0 });
    expect(office.rows('SELECT * FROM campaign_sender')).toEqual([]);
  });

  it('leaves those alone that are attached already', async () => {
    const office = await newOffice();
    const id = await create(office);
    const path = `/campaigns/${id}/sender-emails`;
    expect(await office.call('POST', path, { senderEmailIds: [2, 1, 2] })).toMatchObject({
      attached: 2,
      alreadyAttached: 0,
      senderEmailIds: [1, 2],
    });
    expect(await office.call('POST', path, { senderEmailIds: [2, 3] })).toMatchObject({
      attached: 1,
      alreadyAttached: 1,
      senderEmailIds: [1, 2, 3],
    });
    const { stats } = (await office.call('GET', `/campaigns/${id}`)).campaign;
    expect(stats).toMatchObject({ senderEmailsTotal: 3, senderEmailsConnected: 3 });
  });

  it.each([[[1, 999]], [[1, 6]], [[]]])(
    'attaches none where one of %j is no connected mailbox',
    async (ids) => {
      const office = await newOffice();
      const id = await create(office);
      await office.call('POST', `/campaigns/${id}/sender-emails`, { senderEmailIds: ids }, 400);
      expect((await office.call('GET', `/campaigns/${id}`)).campaign.stats.senderEmailsTotal).toBe(0);
    },
  );
});

describe('starting and pausing', () => {
  const resume = async (office: Office, id: number, status?: number) =>
    office.call('POST', `/campaigns/${id}/resume`, undefined, status);

  it('is refused, with what is missing, until a campaign has all that it needs', async () => {
    const office = await newOffice();
    const id = await create(office);
    const missing = async () => (await resume(office, id, 409)).code;
    expect(await missing()).toBe('no_sequence');
    await office.call('PUT', `/campaigns/${id}/sequence`, { steps: threeSteps });
    expect(await missing()).toBe('no_schedule');
    await office.call('PUT', `/campaigns/${id}/schedule`, { daysSchedule: '1' });
    expect(await missing()).toBe('no_senders');
    await office.call('POST', `/campaigns/${id}/sender-emails`, { senderEmailIds: [1] });
    expect(await missing()).toBe('no_leads');
    await office.call('POST', '/leads', { campaignId: id, leads: people(1) });
    const { campaign } = await resume(office, id);
    expect(campaign.status).toBe('running');
    expect(await missing()).toBe('already_running');
    expect(office.rows("SELECT id FROM ledger WHERE operation = 'campaigns.resume'")).toHaveLength(1);
  });

  it('waits for leads that are being verified, except in the api flow', async () => {
    const office = await newOffice();
    const settings = { isEnabledEmailVerifier: true };
    const id = await office.campaign({ settings });
    expect((await resume(office, id, 409)).code).toBe('leads_processing');
    await office.sandbox.advance(60_000);
    await resume(office, id);
    await resume(office, await office.campaign({ settings: { ...settings, flow: 'api' } }));
  });

  it('pauses what runs, and nothing else', async () => {
    const office = await newOffice();
    const id = await office.campaign();
    await office.call('POST', `/campaigns/${id}/pause`, undefined, 409);
    await resume(office, id);
    for (let i = 0; i < 2; i++) {
      const { campaign } = await office.call('POST', `/campaigns/${id}/pause`);
      expect(campaign.status).toBe('paused');
    }
    expect((await resume(office, id)).campaign.status).toBe('running');
    await office.sandbox.advance(60 * day);
    await office.call('POST', `/campaigns/${id}/pause`, undefined, 409);
    expect((await resume(office, id, 409)).code).toBe('completed');
  });
});
