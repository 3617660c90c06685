import { describe, expect, it } from 'vitest';
import { endpointLimits } from '../../src/contract/endpoint-limits.ts';
import { areas } from '../../src/contract/index.ts';
import { keyLength } from '../../src/contract/keys.ts';
import { limits, rateLimits } from '../../src/contract/limits.ts';
import type { AnyOperation } from '../../src/contract/operation.ts';
import { silenceMs } from '../../src/contract/wire.ts';

/**
 * Every figure of the specification, written down a second time by hand from its tables and never from the contract.
 * The name is ours, the source is the section.
 */
const figures: Record<keyof typeof limits, [figure: unknown, source: string]> = {
  leadsPerCall: [1000, 'Limits: leads per POST /leads'],
  domainsPerCheck: [100, 'Limits: domains per list check'],
  refsPerImport: [[1, 1000], 'Limits: refs per selected import'],
  peoplePerImport: [[1, 5000], 'Limits: count per first_n import'],
  checksPerAddress: [2, 'Lead Finder, import rule 3: two checks otherwise'],
  lookPerRequested: [5, 'Lead Finder, import rule 6: five people for each requested one'],
  lookLeast: [1000, 'Lead Finder, import rule 6: minimum 1,000'],
  domainsPerFilter: [1000, 'Limits: domains per filter field'],
  filterValues: [50, 'Limits: free-text filter values'],
  filterValueLength: [100, 'Limits: free-text filter values'],
  searchPageSizes: [[25, 50], 'Limits: Lead Finder page size'],
  searchMaxPage: [100, 'Limits: deepest page'],
  importsAtOnce: [3, 'Lead Finder, import rule 7'],
  importedPeoplePerDay: [25_000, 'Endpoint-specific limits: POST /lead-finder/imports'],
  searchesPerMinute: [20, 'Endpoint-specific limits: POST /lead-finder/searches'],
  searchRowsPerDay: [2000, 'Endpoint-specific limits: POST /lead-finder/searches'],
  searchRowsPerDayOnTrial: [250, 'Endpoint-specific limits: POST /lead-finder/searches'],
  verifiedOnTrial: [100, 'Endpoint-specific limits: email verification on a trial'],
  savedSearches: [100, 'Limits: saved searches per workspace'],
  savedSearchName: [80, 'Limits: saved-search name'],
  creditsPerPurchase: [[1000, 10_000], 'Limits: credits per purchase call'],
  domainsPerInfrastructureOrder: [10, 'Limits: domains per infrastructure order (Autopilot)'],
  blocklistValuesPerCall: [1000, 'Limits: blocklist values per add'],
  idempotencyKeyLength: [255, 'Limits: Idempotency-Key'],
  campaignDailyLimit: [[1, 10_000], 'Limits: campaign dailyLimit'],
  sendingLimitPerSender: [[1, 10_000], 'Campaign settings: maximumSendingLimitPerSenderEmail'],
  sendingLimitVariation: [[0, 100], 'Campaign settings: maximumSendingLimitPerSenderEmailVariation'],
  timeBetweenEmails: [[2, 30], 'Campaign settings: minimum and maximum time between emails'],
  healthScore: [[0, 100], 'Sender email: healthScore'],
  goodHealthScore: [90, 'Sender email: the bar for campaigns'],
  warmupEmailsForScore: [20, 'Sender email: healthScore is null before 20 checked emails'],
  emojiLength: [[1, 10], 'Campaign: emoji'],
  senderDailyLimit: [[0, 1000], 'Limits: sender email daily limits'],
  senderLimitRange: [[1, 1000], 'Limits: sender email daily limits'],
  buildUpPerWeek: [5, 'Sender email: gradual build-up'],
  buildUpCap: [50, 'Sender email: gradual build-up'],
  stepsPerSequence: [[1, 20], 'Limits: sequence steps per replace'],
  stepDelayDays: [[0, 365], 'Limits: delayDays'],
  connectionEvents: [20, 'Sender email: the last 20 connection events'],
  autopilotRunsPerDay: [5, 'Endpoint-specific limits: POST /autopilot/runs'],
  killReasonLength: [200, 'Limits: Autopilot kill reason'],
  senderNameLength: [255, 'Limits: sender name fields'],
  webhookNameLength: [[1, 255], 'Webhooks: PUT /webhooks/{id}'],
  webhookAnswerSeconds: [30, 'Limits: webhook deliveries'],
  webhookRetryWaits: [[1, 2, 4], 'Limits: webhook deliveries'],
  webhookToleranceSeconds: [300, 'Limits: timestamp tolerance 5 minutes'],
  copilotFollowUpDays: [[1, 30], 'Limits: follow-up delay in Copilot sequence'],
  copilotPlansPerMinute: [5, 'Endpoint-specific limits: POST /copilot/plan'],
  copilotPlansPerDay: [250, 'Endpoint-specific limits: POST /copilot/plan'],
};

/** Limits, Pagination: default, most, and what tells the end. */
const pages = `
autopilot.runs page-total runs 50 200
blocklist.list offset items 100 1000
campaigns.list page-hasMore campaigns 20 200
credits.transactions page-total transactions 50 200
dfy.orders page-total orders 50 200
dfy.searchDomains limit-only domains 50 100
drafts.list page-hasMore drafts 20 200
finder.imports limit-only imports 10 50
finder.search body results 25 50
icps.list page-total icps 50 200
leads.list page-hasMore leads 20 200
placement.runs limit-count items 50 200
replies.list page-hasMore replies 20 200
senders.list page-hasMore senderEmails 20 200
verification.jobs page-size results 25 200
verification.records page-size results 25 200`;

const operations = Object.values(areas).flatMap((area) => Object.values(area) as AnyOperation[]);

describe('the figures of the specification', () => {
  it.each(Object.entries(figures))('%s', (name, [figure]) => {
    expect(limits[name as keyof typeof limits]).toEqual(figure);
  });

  it('the budgets of an account, and the waits where the service names none', () => {
    expect(rateLimits.map(({ requests, seconds }) => [requests, seconds])).toEqual([
      [100, 10],
      [600, 60],
    ]);
  });

  it('the limits of single endpoints', () => {
    const found = Object.entries(endpointLimits).flatMap(([id, { of, counts }]) =>
      counts.map(({ most, per }) => `${id} ${most} ${of} ${per}`),
    );
    expect(found).toEqual([
      'copilot.plan 5 plans minute',
      'copilot.plan 250 plans day',
      'finder.search 20 searches minute',
      'autopilot.start 5 autopilot runs day',
      'finder.startImport 3 imports at once moment',
    ]);
  });

  it('the pages of every list', () => {
    const found = operations.flatMap(({ id, paging }) =>
      paging === undefined ? [] : [[id, paging.kind, paging.items, paging.default, paging.max].join(' ')],
    );
    expect(found.sort()).toEqual(pages.trim().split('\n').sort());
  });

  it('the length of a key, and how long an answer may be silent', () => {
    expect([keyLength, silenceMs]).toEqual([53, 30_000]);
  });
});
