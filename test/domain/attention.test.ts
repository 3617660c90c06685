import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { importConcerns } from '../../src/domain/attention/account-concerns.ts';
import { ageOf, oldestOf } from '../../src/domain/attention/age.ts';
import { attentionKinds, type Concern, worstFirst } from '../../src/domain/attention/attention.ts';
import { stalledConcern } from '../../src/domain/attention/campaign-concerns.ts';
import { campaignRow } from '../../src/domain/attention/campaign-row.ts';
import { lookedAt, webhookConcerns } from '../../src/domain/attention/webhook-concerns.ts';

const now = Date.UTC(2026, 2, 2, 8);
const ago = (ms: number) => new Date(now - ms).toISOString();

describe('an age', () => {
  it.each([
    [30_000, 'less than a minute'],
    [70_000, 'a minute'],
    [90 * 60_000, '90 minutes'],
    [3 * 3_600_000, '3 hours'],
    [47 * 3_600_000, '47 hours'],
    [50 * 3_600_000, '2 days'],
    [-5000, 'less than a minute'],
  ])('of %i ms is %s', (ms, words) => expect(ageOf(ago(ms), now)).toBe(words));

  it('is not known of what is no moment', () => {
    expect([null, undefined, '', 'soon'].map((at) => ageOf(at, now))).toEqual(Array(4).fill(undefined));
    expect(oldestOf([ago(1), null])).toBeNull();
    expect(oldestOf([])).toBeNull();
  });
});

it('has what is broken first, then the kinds in their order, then the oldest', () => {
  const concern = fc.record({
    kind: fc.constantFrom(...attentionKinds),
    severity: fc.constantFrom('fail' as const, 'warn' as const),
    oldestAt: fc.option(fc.integer({ min: 0, max: 1e12 }).map((at) => new Date(at).toISOString())),
  });
  const rank = ({ severity, kind, oldestAt }: Pick<Concern, 'kind' | 'severity' | 'oldestAt'>) =>
    [severity === 'fail' ? 0 : 1, attentionKinds.indexOf(kind), oldestAt ?? 'never'].map((part) =>
      String(part).padStart(2, '0'),
    );
  fc.assert(
    fc.property(fc.array(concern), (all) => {
      const ranks = worstFirst(all).map((one) => rank(one).join(' '));
      expect(ranks).toEqual([...ranks].sort());
      expect(ranks).toHaveLength(all.length);
    }),
  );
});

describe('the row of a campaign', () => {
  const campaign = { id: 1, name: 'C1', status: 'running' };
  const daily = (...days: readonly [string, number][]) => ({
    daily: days.map(([date, sent]) => ({ date, sent, replied: 0, positive: 0 })),
  });

  it('has zeros only where the service says so', () => {
    const row = { id: 1, name: 'C1', status: 'running', leads: null, contacted: null, replied: null };
    const unknown = { ...row, sentToday: null, positiveRate: null, ends: null, endsWhy: null, days: null };
    expect(campaignRow({ campaign }, now)).toEqual(unknown);
    expect(campaignRow({ campaign, stats: { daily: null } }, now)).toEqual(unknown);
    expect(campaignRow({ campaign: { ...campaign, status: { of: 1 } } }, now).status).toBeNull();
    expect(campaignRow({ campaign, stats: daily() }, now)).toMatchObject({
      sentToday: 0,
      days: [0, 0, 0, 0, 0, 0, 0],
    });
  });

  it.each([[[['today', 1]]], [[['2026-03-02', -1]]]] as [string, number][][][])(
    'takes %j for no figures',
    (days) =>
      expect(campaignRow({ campaign, stats: daily(...days), leads: -1 }, now)).toMatchObject({
        sentToday: null,
        days: null,
        leads: null,
      }),
  );

  it('puts each day in its place', () =>
    expect(
      campaignRow(
        { campaign, stats: daily(['2026-02-23', 9], ['2026-02-24', 1], ['2026-03-02T00:00:00Z', 4]) },
        now,
      ),
    ).toMatchObject({ days: [1, 0, 0, 0, 0, 0, 4], sentToday: 4 }));
});

describe('the positive rate of a campaign', () => {
  const row = (contactedLeadsCount?: number, leadsRespondedPositivelyCount?: number) =>
    campaignRow(
      {
        campaign: {
          id: 1,
          name: 'C1',
          status: 'running',
          stats: { contactedLeadsCount, leadsRespondedPositivelyCount },
        },
      },
      now,
    );

  it.each([
    ['of the people contacted', 20, 5, 0.25],
    ['where all are interested', 5, 5, 1],
    ['unknown where more are interested than were contacted', 5, 6, null],
    ['unknown where no one was contacted', 0, 0, null],
    ['unknown where the contacted are not shown', undefined, 5, null],
    ['unknown where the interested are not shown', 20, undefined, null],
  ])('is %s', (_, contacted, replied, rate) => expect(row(contacted, replied).positiveRate).toBe(rate));
});

describe('a failed import', () => {
  const failed = {
    importId: 1,
    status: 'failed',
    audienceKey: 'k1',
    campaignId: 1,
    createdAt: ago(3 * 3_600_000),
  };
  const later = { ...failed, importId: 2, status: 'completed', createdAt: ago(3_600_000) };
  const kinds = (other: object) => importConcerns([failed, { ...later, ...other }] as never, now).length;

  it.each([
    ['a later one of the same people into the same campaign', {}],
    ['one that still runs', { status: 'running' }],
  ])('is made up for by %s', (_, other) => expect(kinds(other)).toBe(0));

  it.each([
    ['into another campaign', { campaignId: 2 }],
    ['of other people', { audienceKey: 'k2' }],
    ['that was earlier', { createdAt: ago(5 * 3_600_000) }],
    ['that was canceled', { status: 'canceled' }],
    ['of which it is not known when it was', { createdAt: null }],
  ])('needs someone in spite of one %s', (_, other) => expect(kinds(other)).toBe(1));

  it('needs someone in spite of another one of which the people are not known either', () => {
    const unknown = { audienceKey: null };
    expect(
      importConcerns(
        [
          { ...failed, ...unknown },
          { ...later, ...unknown },
        ] as never,
        now,
      ),
    ).toHaveLength(1);
  });
});

it('remembers since when a webhook is seen disabled, until it is enabled or gone', () => {
  const hook = (isEnabled: boolean) => ({
    id: 1,
    type: 'EmailReply',
    url: 'https://ana:pw@hooks.example/x?t=1',
    isEnabled,
  });
  const first = lookedAt([hook(true)], {}, now);
  const second = lookedAt([hook(false)], first, now + 1);
  const third = lookedAt([hook(false)], second, now + 2);
  expect(third).toEqual(second);
  const [found] = webhookConcerns([hook(false)], third, now + 2);
  expect(found?.message).toContain('(EmailReply to hooks.example)');
  expect(lookedAt([hook(true)], third, now)).toEqual(first);
  expect(lookedAt([], third, now)).toEqual({});
  expect(webhookConcerns([hook(false)], lookedAt([hook(false)], {}, now), now)).toEqual([]);
});

describe('a campaign that runs', () => {
  const campaign = { id: 1, name: 'C1', status: 'running' };
  const causes = (senders: readonly object[] | undefined, stats?: object) =>
    stalledConcern(
      {
        campaign: { ...campaign, ...(stats && { stats: stats as never }) },
        senders: senders?.map((own, id) => ({ id, address: `m${id}@x.example`, ...own })),
      },
      now,
    ).map(({ state }) => state);

  it('is stalled since it last sent', () => {
    const sentOn = (date: string) =>
      stalledConcern({ campaign, senders: [], stats: { daily: [{ date, sent: 3 }] } as never }, now)[0]
        ?.message;
    const daysBefore = (days: number) => new Date(now - days * 86_400_000).toISOString().slice(0, 10);
    expect([0, 1, 3].map((days) => sentOn(daysBefore(days))?.split('; ').at(-1))).toEqual([
      'it last sent today',
      'it last sent yesterday',
      'it last sent 3 days ago',
    ]);
  });

  it('is not stalled by what is not shown', () => {
    expect(causes([{}])).toEqual([]);
    expect(causes(undefined)).toEqual([]);
    expect(causes([{ currentDailyLimit: 0 }, {}])).toEqual([]);
    expect(causes([{ currentDailyLimit: 0 }])).toEqual(['limits-zero']);
  });

  it('is by what the list of campaigns shows of its mailboxes', () => {
    expect(causes(undefined, { senderEmailsTotal: 0 })).toEqual(['none-attached']);
    expect(causes(undefined, { senderEmailsTotal: 2, senderEmailsConnected: 0 })).toEqual([
      'all-disconnected',
    ]);
    expect(causes(undefined, { senderEmailsTotal: 2, senderEmailsConnected: 1 })).toEqual([]);
    expect(causes(undefined, { senderEmailsTotal: null, senderEmailsConnected: 0 })).toEqual([]);
  });
});
