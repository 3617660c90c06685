import { describe, expect, it } from 'vitest';
import { digestOf, type Seen } from '../../../src/cli/launch/check/checked-digest.ts';

const settings = {
  dailyLimit: 100,
  allowNonBusinessEmails: false,
  ignoreOutOfOfficeReplies: false,
  isEnabledCatchallValidated: false,
  isEnabledEmailVerifier: false,
  isEnabledIgnoreHardBouncedLeads: false,
  isEnabledIgnoreLeadsWhoAlreadyResponded: false,
  isEnabledLlm: false,
  isEnabledSkipLeadIfAlreadyExists: false,
  isEnabledStopFollowUpsForSameCompany: false,
  isEnabledStopFollowUpsOnReply: true,
  isEnabledStopFollowUpsAcrossCampaigns: false,
  maximumSendingLimitPerSenderEmail: 30,
  maximumSendingLimitPerSenderEmailVariation: 0,
  minimumHealthScore: 85,
  minimumTimeBetweenEmails: 5,
  maximumTimeBetweenEmails: 10,
};

const schedule = {
  daysSchedule: '1,2,3,4,5',
  startSchedule: '09:00',
  endSchedule: '17:00',
  everySchedule: null,
  cronSchedule: null,
  minimumTimeBetweenEmails: 5,
  maximumTimeBetweenEmails: 10,
};

const sender = {
  id: 1,
  address: 'anna@acme.example',
  provider: 'google',
  campaignIds: [1],
  isConnected: true,
  manuallyDisconnected: false,
  healthScore: 85,
  currentDailyLimit: 30,
  minimumSendingsLimitPerDay: 1,
  maximumSendingsLimitPerDay: 50,
  toggleGradualBuildUp: true,
  createdAt: '2026-01-01T00:00:00Z',
};

const step = {
  order: 1,
  subject: 'A question',
  body: 'Hello {firstName}',
  delayDays: 0,
  useSameThread: false,
  contentType: 'text',
  variants: [{ label: 'B', subject: 'Other', body: 'Hello' }],
};

const seen = {
  reading: {
    id: 1,
    detail: {
      id: 1,
      name: 'Autumn',
      status: 'draft',
      flow: 'multiple_leads_scheduled',
      signature: 'Anna',
      settings,
      schedule,
      stats: { emailsSentCount: 0 },
      updatedAt: '2026-01-01T00:00:00Z',
    },
    sequence: { steps: [step, { ...step, order: 2 }], signature: 'Anna' },
    schedule,
    senders: [sender],
    leads: 2,
    newest: [
      { id: 7, email: 'ana@lumen.example', firstName: 'Ana', tag: null, customVariables: { city: 'Rome' } },
    ],
  },
  blocklist: { total: 1, newest: [{ id: 1, domain: 'brass.example' }] },
  replies: { total: 1, newest: [[3, 'interested']] },
};

const digest = (value: unknown): string => digestOf(value as Seen);

type Place = readonly (string | number)[];

/** Every value that is not a list or a record. */
function placesIn(value: unknown, at: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [at];
  return Object.entries(value).flatMap(([key, inner]) =>
    placesIn(inner, [...at, Array.isArray(value) ? Number(key) : key]),
  );
}

function changedAt(value: unknown, [key, ...rest]: Place, change: (old: unknown) => unknown): unknown {
  if (key === undefined) return change(value);
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<
    string | number,
    unknown
  >;
  copy[key] = changedAt(copy[key], rest, change);
  return copy;
}

const another = (old: unknown): unknown =>
  typeof old === 'number' ? old + 1 : typeof old === 'boolean' ? !old : `${old ?? ''}x`;

/** What no rule uses, which may be another one at every read. The detail's schedule counts, not the other. */
const passing = [
  ...[/^reading\.detail\.(?:stats|id|updatedAt)/, /^reading\.schedule/, /(?:every|cron)Schedule$/],
  ...[/(?:manuallyDisconnected|minimumSendingsLimitPerDay)$/, /^blocklist\.newest\.0\.id$/],
];

describe('the digest of a check', () => {
  const places = placesIn(seen).map((place) => [place.join('.'), place] as const);

  it.each(places)('changes with %s as it should', (name, place) => {
    const isPassing = passing.some((one) => one.test(name));
    expect(digest(changedAt(seen, place, another)) === digest(seen)).toBe(isPassing);
  });

  it.each([
    ['a score that falls below the minimum', ['reading', 'senders', 0, 'healthScore'], 84],
    ['a score that is not known', ['reading', 'senders', 0, 'healthScore'], null],
    ['another mailbox', ['reading', 'senders'], [sender, { ...sender, id: 2 }]],
    ['no mailbox', ['reading', 'senders'], []],
    ['one step fewer', ['reading', 'sequence', 'steps'], [step]],
    ['no variant', ['reading', 'sequence', 'steps', 0, 'variants'], []],
    ['another variant', ['reading', 'sequence', 'steps', 0, 'variants', 1], { label: 'C', body: 'Hi' }],
    ['a newer lead', ['reading', 'newest', 0], { id: 8, email: 'bo@brass.example' }],
    ['an emptied variable', ['reading', 'newest', 0, 'customVariables'], {}],
    ['a newer reply', ['replies', 'newest', 1], [4, null]],
    ['a newer entry of the blocklist', ['blocklist', 'newest', 1], { id: 2, domain: 'zinc.example' }],
    ['a total that is not told', ['reading', 'leads'], undefined],
  ] as const)('changes with %s', (_, place, value) => {
    expect(digest(changedAt(seen, place, () => value))).not.toBe(digest(seen));
  });

  it('is the same for the same', () => {
    expect(digest(structuredClone(seen))).toBe(digest(seen));
  });

  it('takes of the variables those that the emails have, where these are known', () => {
    const tags = (names: readonly string[]) => changedAt(seen, ['tags'], () => new Set(names));
    const moved = (from: unknown) =>
      changedAt(from, ['reading', 'newest', 0, 'customVariables'], () => ({ city: 'Bern' }));
    expect(digest(moved(tags(['city'])))).not.toBe(digest(tags(['city'])));
    expect(digest(moved(tags(['company'])))).toBe(digest(tags(['company'])));
  });

  it('takes the schedule of its own path where the detail has none', () => {
    const without = changedAt(seen, ['reading', 'detail', 'schedule'], () => undefined);
    const other = changedAt(without, ['reading', 'schedule', 'endSchedule'], another);
    expect(digest(other)).not.toBe(digest(without));
  });
});
