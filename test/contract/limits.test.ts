import { describe, expect, it } from 'vitest';
import { campaigns } from '../../src/contract/areas/campaigns.ts';
import { credits } from '../../src/contract/areas/credits.ts';
import { finder } from '../../src/contract/areas/finder.ts';
import { leads } from '../../src/contract/areas/leads.ts';
import { report } from '../../src/contract/areas/report.ts';
import { senders } from '../../src/contract/areas/senders.ts';
import { endpointLimits, limits, rateLimits } from '../../src/contract/limits.ts';
import { problemsOf, type Schema } from '../../src/contract/schema.ts';

const holds = (schema: Schema, value: unknown) => problemsOf(schema, value).length === 0;
const steps = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, index) => ({ order: index + 1, subject: 'Hi', body: 'Text', ...more }));
const refs = (count: number) => Array.from({ length: count }, (_, index) => `r${index}`);
const selected = (count: number) => ({ campaignId: 1, mode: 'selected', refs: refs(count) });
const firstN = (count: number) => ({
  campaignId: 1,
  mode: 'first_n',
  count,
  filters: { countries: ['Germany'] },
});
const search = (more: object) => ({ filters: { countries: ['Germany'] }, ...more });

/** Last value that holds and first that does not, at either end. */
const edges: [name: string, schema: Schema, good: unknown[], bad: unknown[]][] = [
  ['leads per call', leads.upsert.body, [many(1), many(1000)], [many(0), many(1001)]],
  [
    'leads per page',
    leads.list.query,
    [{ limit: 1 }, { limit: 200 }],
    [{ limit: 0 }, { limit: 201 }, { page: 0 }],
  ],
  [
    'credits',
    credits.purchase.body,
    [{ credits: 1000 }, { credits: 10_000 }],
    [{ credits: 999 }, { credits: 10_001 }, { credits: 1000.5 }],
  ],
  ['campaign name', campaigns.create.body, [{ name: 'A' }], [{}, { name: '' }]],
  [
    'emoji',
    campaigns.create.body,
    [named({ emoji: '🚀' }), named({ emoji: 'x'.repeat(10) })],
    [named({ emoji: '' }), named({ emoji: 'x'.repeat(11) })],
  ],
  [
    'flow',
    campaigns.create.body,
    [named({ flow: 'api' }), named({ flow: 'multiple_leads_scheduled' })],
    [named({ flow: 'other' })],
  ],
  [
    'daily limit',
    campaigns.create.body,
    [named({ dailyLimit: 1 }), named({ dailyLimit: 10_000 })],
    [named({ dailyLimit: 0 }), named({ dailyLimit: 10_001 })],
  ],
  [
    'limit per sender',
    campaigns.create.body,
    [named({ maximumSendingLimitPerSenderEmail: 1 }), named({ maximumSendingLimitPerSenderEmail: 10_000 })],
    [named({ maximumSendingLimitPerSenderEmail: 0 }), named({ maximumSendingLimitPerSenderEmail: 10_001 })],
  ],
  [
    'variation',
    campaigns.create.body,
    [
      named({ maximumSendingLimitPerSenderEmailVariation: 0 }),
      named({ maximumSendingLimitPerSenderEmailVariation: 100 }),
    ],
    [named({ maximumSendingLimitPerSenderEmailVariation: 101 })],
  ],
  [
    'minutes between',
    campaigns.create.body,
    [named({ minimumTimeBetweenEmails: 2 }), named({ maximumTimeBetweenEmails: 30 })],
    [named({ minimumTimeBetweenEmails: 1 }), named({ maximumTimeBetweenEmails: 31 })],
  ],
  [
    'health score',
    campaigns.create.body,
    [named({ minimumHealthScore: 0 }), named({ minimumHealthScore: 100 })],
    [named({ minimumHealthScore: -1 }), named({ minimumHealthScore: 101 })],
  ],
  [
    'hours',
    campaigns.schedule.body,
    [{ startSchedule: '00:00', endSchedule: '23:59' }],
    [{ startSchedule: '24:00' }, { endSchedule: '9:00' }],
  ],
  [
    'days',
    campaigns.schedule.body,
    [{ daysSchedule: '0,1,6' }, { daysSchedule: '' }],
    [{ daysSchedule: '7' }, { daysSchedule: '1-5' }],
  ],
  [
    'steps',
    campaigns.replaceSequence.body,
    [{ steps: steps(1) }, { steps: steps(20) }],
    [{ steps: [] }, { steps: steps(21) }],
  ],
  [
    'delay',
    campaigns.replaceSequence.body,
    [{ steps: steps(1, { delayDays: 0 }) }, { steps: steps(1, { delayDays: 365 }) }],
    [{ steps: steps(1, { delayDays: 366 }) }],
  ],
  [
    'step order',
    campaigns.replaceSequence.body,
    [{ steps: steps(1, { order: 1 }) }],
    [{ steps: steps(1, { order: 0 }) }],
  ],
  ['attached senders', campaigns.attachSenders.body, [{ senderEmailIds: [1] }], [{ senderEmailIds: [] }, {}]],
  [
    'given name',
    senders.update.body,
    [{ givenName: 'A' }, { givenName: 'a'.repeat(255) }],
    [{ givenName: '' }, { givenName: 'a'.repeat(256) }],
  ],
  [
    'family name',
    senders.update.body,
    [{ familyName: '' }, { familyName: 'a'.repeat(255) }],
    [{ familyName: 'a'.repeat(256) }],
  ],
  [
    'current limit',
    senders.update.body,
    [{ currentDailyLimit: 0 }, { currentDailyLimit: 1000 }],
    [{ currentDailyLimit: 1001 }],
  ],
  [
    'sender range',
    senders.update.body,
    [{ minimumSendingsLimitPerDay: 1, maximumSendingsLimitPerDay: 1000 }],
    [{ minimumSendingsLimitPerDay: 0 }, { maximumSendingsLimitPerDay: 1001 }],
  ],
  ['refs', finder.startImport.body, [selected(1), selected(1000)], [selected(0), selected(1001)]],
  ['count', finder.startImport.body, [firstN(1), firstN(5000)], [firstN(0), firstN(5001)]],
  ['imports per page', finder.imports.query, [{ limit: 1 }, { limit: 50 }], [{ limit: 0 }, { limit: 51 }]],
  [
    'search pages',
    finder.search.body,
    [search({ page: 1, pageSize: 25 }), search({ page: 100, pageSize: 50 })],
    [search({ page: 101 }), search({ page: 0 }), search({ pageSize: 30 })],
  ],
  [
    'report times',
    report.outcomes.query,
    [{ since: '2026-10-01', until: '2026-10-02T10:00:00Z' }, { until: '2026-10-02T10:00:00.5+02:00' }],
    [{ since: 'yesterday' }, { until: '2026-10-02 10:00' }],
  ],
];

function named(more: object) {
  return { name: 'Autumn', ...more };
}

function many(count: number) {
  return { leads: Array.from({ length: count }, (_, index) => ({ email: `a${index}@b.example` })) };
}

describe('the limits of the specification', () => {
  it.each(edges)('holds the edges of %s', (_name, schema, good, bad) => {
    for (const value of good) expect(problemsOf(schema, value)).toEqual([]);
    for (const value of bad) expect(holds(schema, value), JSON.stringify(value)).toBe(false);
  });

  it('knows the budgets of an account', () => {
    expect(rateLimits).toEqual([
      { requests: 100, seconds: 10 },
      { requests: 600, seconds: 60 },
    ]);
  });

  it('knows the limits of single endpoints', () => {
    const of = (operation: string) =>
      endpointLimits
        .filter((limit) => limit.operation === operation)
        .map(({ count, per }) => `${count}/${per}`);
    expect(of('finder.search')).toEqual(['20/minute', '2000/day']);
    expect(of('finder.startImport')).toEqual(['25000/day', '3/moment']);
    expect(endpointLimits.every(({ status }) => status === 429 || status === 402)).toBe(true);
  });

  it('says 1,000 leads to a call, 5,000 people to an import, 50 values to a filter', () => {
    expect([limits.leadsPerCall, limits.peoplePerImport[1], limits.filterValues]).toEqual([1000, 5000, 50]);
  });
});
