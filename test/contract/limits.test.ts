import { describe, expect, it } from 'vitest';
import { billing } from '../../src/contract/areas/billing.ts';
import { blocklist } from '../../src/contract/areas/blocklist.ts';
import { campaigns } from '../../src/contract/areas/campaigns.ts';
import { credits } from '../../src/contract/areas/credits.ts';
import { dfy } from '../../src/contract/areas/dfy.ts';
import { finder } from '../../src/contract/areas/finder.ts';
import { icps } from '../../src/contract/areas/icps.ts';
import { imports } from '../../src/contract/areas/imports.ts';
import { leads } from '../../src/contract/areas/leads.ts';
import { placement } from '../../src/contract/areas/placement.ts';
import { report } from '../../src/contract/areas/report.ts';
import { senders } from '../../src/contract/areas/senders.ts';
import { verification } from '../../src/contract/areas/verification.ts';
import { webhooks } from '../../src/contract/areas/webhooks.ts';
import { endpointLimits } from '../../src/contract/endpoint-limits.ts';
import { eventTypes } from '../../src/contract/events/events.ts';
import type { OperationId } from '../../src/contract/index.ts';
import { limits, rateLimits } from '../../src/contract/limits.ts';
import { problemsOf } from '../../src/contract/schema/problems-of.ts';
import type { Schema } from '../../src/contract/schema/schema.ts';

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
    'domains per check',
    dfy.checkDomains.body,
    [{ domains: ['a.com'] }, { domains: refs(100) }],
    [{ domains: [] }, { domains: refs(101) }, { domains: [''] }],
  ],
  [
    'suggested domains',
    dfy.searchDomains.query,
    [{ limit: 100 }, { unheard: 'of' }],
    [{ limit: 101 }, { limit: 0 }],
  ],
  [
    'orders per page',
    dfy.orders.query,
    [{ limit: 1 }, { limit: 200, page: 2 }],
    [{ limit: 201 }, { page: 0 }],
  ],
  [
    'orders',
    dfy.createOrder.body,
    [{ domains: [{ domainName: 'a.com' }] }],
    [{ domains: [] }, { domains: [{}] }, {}, { domains: [{ domainName: '' }] }],
  ],
  [
    'profiles per page',
    icps.list.query,
    [{ limit: 1 }, { limit: 200, page: 2 }],
    [{ limit: 201 }, { page: 0 }],
  ],
  [
    'profiles',
    icps.create.body,
    [{ name: 'A', titles: [], makePrimary: true }],
    [{}, { name: '' }, { name: 'A', titles: [''] }, { name: 'A', sourceWebsite: 'a.com' }],
  ],
  ['changes of a profile', icps.update.body, [{}, { titles: [] }], [{ name: '' }, { makePrimary: true }]],
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
    'jobs per page',
    verification.jobs.query,
    [{ page: 1, size: 1 }, { size: 200 }],
    [{ size: 0 }, { size: 201 }, { page: 0 }, { limit: 5 }],
  ],
  ['records per page', verification.records.query, [{ size: 200 }], [{ size: 201 }]],
  ['runs per page', placement.runs.query, [{ limit: 1 }, { limit: 200 }], [{ limit: 201 }, { page: 1 }]],
  ['the other key', imports.instantly.body, [{ apiKey: 'k' }], [{ apiKey: '' }, {}, { key: 'k' }]],
  [
    'webhook name',
    webhooks.update.body,
    [{ name: 'A' }, { name: 'a'.repeat(255) }],
    [{ name: '' }, { name: 'a'.repeat(256) }],
  ],
  [
    'webhook',
    webhooks.create.body,
    eventTypes.map((type) => ({ url: 'https://hooks.acme.com', type })),
    [
      { url: '', type: 'EmailReply' },
      { url: 'https://hooks.acme.com', type: 'emailReply' },
      { type: 'EmailReply' },
      { url: 'https://hooks.acme.com' },
    ],
  ],
  [
    'blocked values',
    blocklist.add.body,
    [{ values: ['acme.com'] }, { values: blocked(1000), scope: 'global' }],
    [{ values: [] }, { values: blocked(1001) }, { values: ['acme.com'], scope: 'all' }, {}],
  ],
  [
    'values taken off',
    blocklist.remove.body,
    [{ ids: [1] }, { values: ['acme.com'], scope: 'all' }],
    [{}, { scope: 'all' }, { ids: ['x'] }, { values: ['acme.com'], scope: 'every' }],
  ],
  [
    'entries per page',
    blocklist.list.query,
    [{ limit: 1, offset: 0 }, { limit: 1000 }],
    [{ limit: 0 }, { limit: 1001 }, { offset: -1 }, { page: 1 }],
  ],
  [
    'country',
    billing.update.body,
    [{ country: 'DE' }, { country: 'AX' }, { phoneCc: '49' }],
    [{ country: 'de' }, { country: 'DEU' }, { country: 'UK' }, { phoneCc: '+49' }, { postalAddress: 'x' }],
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

function blocked(count: number) {
  return Array.from({ length: count }, (_, index) => `a${index}.example`);
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
    const of = (operation: OperationId) =>
      endpointLimits[operation]?.counts.map(({ most, per }) => `${most}/${per}`);
    expect(of('finder.search')).toEqual(['20/minute']);
    expect(of('finder.startImport')).toEqual(['3/moment']);
    expect(of('copilot.plan')).toEqual(['5/minute', '250/day']);
    expect(of('autopilot.start')).toEqual(['5/day']);
    expect([limits.importedPeoplePerDay, limits.searchRowsPerDay]).toEqual([25_000, 2000]);
    expect([limits.searchRowsPerDayOnTrial, limits.verifiedOnTrial]).toEqual([250, 100]);
  });

  it('says 1,000 leads to a call, 5,000 people to an import, 50 values to a filter', () => {
    expect([limits.leadsPerCall, limits.peoplePerImport[1], limits.filterValues]).toEqual([1000, 5000, 50]);
  });
});
