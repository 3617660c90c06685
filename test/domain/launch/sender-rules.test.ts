import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { capacityProblems, type OtherCampaign } from '../../../src/domain/launch/capacity-rules.ts';
import { type DnsRead, dnsChecks, senderDomain } from '../../../src/domain/launch/dns-rules.ts';
import { type Findings, together } from '../../../src/domain/launch/problem.ts';
import { rules } from '../../../src/domain/launch/rules.ts';
import { scheduleProblems } from '../../../src/domain/launch/schedule-rules.ts';
import {
  type CheckedSender,
  type SenderFacts,
  senderProblems,
} from '../../../src/domain/launch/sender-rules.ts';
import { dailyCapacity } from '../../../src/domain/mailbox/capacity.ts';
import {
  campaignLimitsIn,
  type DailyLimits,
  mailboxLimitsIn,
} from '../../../src/domain/mailbox/limits-in.ts';
import { day } from '../../../src/domain/window.ts';

/** A Monday, 10:00 UTC. */
const at = Date.UTC(2026, 2, 2, 10);

const mailbox = (id: number, changed: Partial<CheckedSender> = {}): CheckedSender => ({
  id,
  address: `box${id}@mail${id % 2}.example`,
  campaignIds: [1],
  isConnected: true,
  healthScore: 95,
  currentDailyLimit: 40,
  maximumSendingsLimitPerDay: 50,
  toggleGradualBuildUp: false,
  createdAt: new Date(at - 100 * day).toISOString(),
  ...changed,
});

const schedule = {
  cronSchedule: '',
  daysSchedule: '1,2,3,4,5',
  startSchedule: '09:00',
  endSchedule: '17:00',
  minimumTimeBetweenEmails: 5,
  maximumTimeBetweenEmails: 10,
};

const vitals = (changed: Partial<Record<(typeof dnsChecks)[number], string>> = {}): DnsRead => ({
  vitals: Object.fromEntries(
    dnsChecks.map((check) => [check, { status: changed[check] ?? 'OK', issues: [] }]),
  ) as unknown as Extract<DnsRead, { vitals: object }>['vitals'],
});

interface Facts {
  readonly senders?: readonly CheckedSender[];
  readonly dns?: SenderFacts['dns'];
  readonly warmUps?: SenderFacts['warmUps'];
  readonly health?: SenderFacts['health'];
  readonly minimum?: number | null | undefined;
  readonly schedule?: typeof schedule | undefined;
  readonly settings?: object;
  readonly others?: readonly OtherCampaign[] | undefined;
}

/** A campaign that breaks no rule, but for what is said. */
function findingsOf(facts: Facts = {}): Findings {
  const given = {
    senders: [mailbox(1), mailbox(2)],
    warmUps: new Map(),
    minimum: null,
    schedule,
    others: [],
    ...facts,
  };
  const dns = facts.dns ?? new Map(given.senders.map((sender) => [senderDomain(sender), vitals()]));
  const settings = { ...facts.settings, ...(given.minimum && { minimumHealthScore: given.minimum }) };
  const limits = campaignLimitsIn({ settings } as never, given.schedule);
  const { minimumTimeBetweenEmails: least, maximumTimeBetweenEmails: most } = given.schedule ?? {};
  return together(
    senderProblems({ ...given, dns, minimumHealthScore: given.minimum, at }),
    scheduleProblems(given.schedule, { least, most }),
    capacityProblems({ ...given, limits, at }),
  );
}

const senders = (...changed: Partial<CheckedSender>[]) => ({
  senders: changed.map((each, index) => mailbox(index + 1, each)),
});
const dns = (...each: DnsRead[]) =>
  new Map(each.map((read, index) => [`mail${(index + 1) % 2}.example`, read]));
const running = (id: number, limits?: Partial<DailyLimits>): OtherCampaign => ({
  id,
  limits: { ...(campaignLimitsIn({ settings: {} } as never, schedule) as DailyLimits), ...limits },
});
const when = (changed: Partial<typeof schedule>) => ({ schedule: { ...schedule, ...changed } });
const young = new Date(at - 13 * day).toISOString();
const old = new Date(at - 14 * day).toISOString();

/** Each line: what is so, and the rules that are broken, `?` where nothing is known, `!` where it blocks. */
const table: [is: string, facts: Facts, expected: string[]][] = [
  ['all is well', {}, []],
  ['no mailbox', senders(), ['none-attached!']],
  ['none connected', senders({ isConnected: false }), ['all-disconnected!', 'no-capacity!']],
  ['one of two connected', senders({ isConnected: false }, {}), ['some-disconnected']],
  ['a connection that is not shown', senders({ isConnected: null }), []],
  ['a score below the minimum', { minimum: 96 }, ['all-held-back!', 'no-capacity!']],
  ['a score at the minimum', { minimum: 95 }, []],
  [
    'no score, and a minimum',
    { minimum: 1, ...senders({ healthScore: null }), warmUps: new Map([[1, { enrolled: true }]]) },
    ['all-held-back!', 'score-low', 'no-capacity!'],
  ],
  [
    'no score, and no minimum',
    { ...senders({ healthScore: null }), warmUps: new Map([[1, { enrolled: true }]]) },
    ['score-low'],
  ],
  ['a minimum of 0', { minimum: 0, ...senders({ healthScore: 0 }) }, ['score-low']],
  ['one of two held back', { minimum: 93, ...senders({ healthScore: 92 }, {}) }, ['score-low']],
  [
    'the connected one held back',
    { minimum: 93, ...senders({ healthScore: 92 }, { isConnected: false }) },
    ['some-disconnected', 'all-held-back!', 'no-capacity!'],
  ],
  ['no minimum to read', { minimum: undefined }, ['all-held-back?']],
  [
    'held back by the word of the service',
    {
      ...senders({}),
      minimum: undefined,
      health: { accounts: [{ senderEmailId: 1, address: 'x', heldBack: true }] },
    },
    ['all-held-back!'],
  ],
  ['a score of 89', senders({ healthScore: 89 }, {}), ['score-low']],
  ['a score of 90', senders({ healthScore: 90 }, {}), []],
  ['connected 13 days ago', senders({ createdAt: young }), ['cold']],
  ['connected 14 days ago', senders({ createdAt: old }), []],
  [
    'never enrolled',
    { ...senders({ healthScore: null }), warmUps: new Map([[1, { enrolled: false }]]) },
    ['score-low', 'cold'],
  ],
  [
    'warm-up that cannot be read',
    { ...senders({ healthScore: null }), warmUps: new Map([[1, { why: 'no path' }]]) },
    ['score-low', 'cold?'],
  ],
  ['no day of connection', senders({ createdAt: null }), ['cold?']],
  ['a daily limit of 0', senders({ currentDailyLimit: 0 }), ['limits-zero!', 'no-capacity!']],
  ['one of two with a limit of 0', senders({ currentDailyLimit: 0 }, {}), []],
  [
    'limits that are not shown',
    senders({ currentDailyLimit: null, maximumSendingsLimitPerDay: null }),
    ['limits-zero?', 'no-capacity?'],
  ],
  [
    'one disconnected, one with a limit of 0',
    senders({ isConnected: false }, { currentDailyLimit: 0 }),
    ['some-disconnected', 'limits-zero!', 'no-capacity!'],
  ],
  ...(['spf', 'dmarc', 'mx'] as const).flatMap((check): typeof table => [
    [`${check} MISSING at one of two`, { dns: dns(vitals({ [check]: 'MISSING' }), vitals()) }, [check]],
    [`${check} ERROR at one of two`, { dns: dns(vitals({ [check]: 'ERROR' }), vitals()) }, [check]],
    [
      `${check} fails everywhere`,
      { dns: dns(vitals({ [check]: 'ERROR' }), vitals({ [check]: 'MISSING' })) },
      [`${check}!`],
    ],
    [
      `${check} WARNING everywhere`,
      { dns: dns(vitals({ [check]: 'WARNING' }), vitals({ [check]: 'WARNING' })) },
      [check],
    ],
    [
      `${check} of those that send`,
      { dns: dns(vitals({ [check]: 'MISSING' }), vitals()), ...senders({}, { isConnected: false }) },
      ['some-disconnected', `${check}!`],
    ],
  ]),
  ['dkim fails everywhere', { dns: dns(vitals({ dkim: 'MISSING' }), vitals({ dkim: 'MISSING' })) }, ['dkim']],
  [
    'a DNS check that cannot be read',
    { dns: dns(vitals(), { why: '422' }) },
    ['spf?', 'dkim?', 'dmarc?', 'mx?'],
  ],
  ['a status that is new', { dns: dns(vitals(), vitals({ spf: 'BOGUS' })) }, ['spf?']],
  ['no day', when({ daysSchedule: '' }), ['no-day!']],
  ['no day but a cron expression', when({ daysSchedule: '', cronSchedule: '0 9 * * 1' }), ['no-day?']],
  ['a day that is not one', when({ daysSchedule: '1,7' }), ['no-day?', 'no-capacity?', 'bulk-sender?']],
  ['no hours', when({ startSchedule: '09:00', endSchedule: '09:00' }), ['empty-window!']],
  ['hours over midnight', when({ startSchedule: '22:00', endSchedule: '06:00' }), ['empty-window!']],
  [
    'hours that are not shown',
    when({ startSchedule: '' }),
    ['empty-window?', 'window-shorter-than-gap?', 'no-capacity?', 'bulk-sender?'],
  ],
  ['7 minutes', when({ endSchedule: '09:07' }), ['window-shorter-than-gap!', 'no-capacity!']],
  ['8 minutes', when({ endSchedule: '09:08' }), []],
  [
    'no schedule',
    { schedule: undefined },
    ['no-day?', 'empty-window?', 'window-shorter-than-gap?', 'no-capacity?', 'bulk-sender?'],
  ],
  ['two campaigns on it', { ...senders({ campaignIds: [1, 2] }), others: [running(2)] }, ['over-limit']],
  [
    'two campaigns that ask for less',
    {
      ...senders({ campaignIds: [1, 2] }),
      settings: { maximumSendingLimitPerSenderEmail: 20 },
      others: [running(2, { dailyLimit: 20 })],
    },
    [],
  ],
  ['a campaign on other mailboxes', { ...senders({ campaignIds: [1] }), others: [running(2)] }, []],
  ['others that were not read', { others: undefined }, ['over-limit?', 'bulk-sender?']],
  [
    'another campaign that cannot be read',
    { ...senders({ campaignIds: [1, 2] }), others: [{ id: 2, limits: undefined }] },
    ['over-limit?'],
  ],
  [
    'more than 5,000 a day on one domain',
    {
      ...senders(
        ...Array.from({ length: 8 }, (_, index) => ({
          address: `a${index}@big.example`,
          currentDailyLimit: 1000,
          maximumSendingsLimitPerDay: 1000,
        })),
      ),
      schedule: {
        ...schedule,
        startSchedule: '00:00',
        endSchedule: '23:59',
        minimumTimeBetweenEmails: 2,
        maximumTimeBetweenEmails: 2,
      },
    },
    ['bulk-sender'],
  ],
  [
    'as many mailboxes under a daily limit of 5,000',
    {
      ...senders(
        ...Array.from({ length: 8 }, (_, index) => ({
          address: `a${index}@big.example`,
          currentDailyLimit: 1000,
          maximumSendingsLimitPerDay: 1000,
        })),
      ),
      settings: { dailyLimit: 5000 },
      schedule: {
        ...schedule,
        startSchedule: '00:00',
        endSchedule: '23:59',
        minimumTimeBetweenEmails: 2,
        maximumTimeBetweenEmails: 2,
      },
    },
    [],
  ],
];

const inShort = ({ problems, unknown }: Findings): string[] => [
  ...problems.map(({ rule, severity }) => `${rule}${severity === 'block' ? '!' : ''}`),
  ...unknown.map(({ rule }) => `${rule}?`),
];

describe('rules of senders, schedule and capacity', () => {
  it.each(table)('%s', (_, facts, expected) => {
    expect(inShort(findingsOf(facts)).sort()).toEqual([...expected].sort());
  });

  it('counts mailboxes and names them', () => {
    const { problems } = findingsOf({
      ...senders({ healthScore: 80 }, { healthScore: null }, {}),
      warmUps: new Map([[2, { enrolled: false }]]),
    });
    expect(problems.map(({ rule, count, examples }) => ({ rule, count, examples }))).toEqual([
      { rule: 'score-low', count: 2, examples: ['box1@mail1.example', 'box2@mail0.example'] },
      { rule: 'cold', count: 1, examples: ['box2@mail0.example'] },
    ]);
  });

  it.each([
    [95, { healthScore: 92 }, '1 mailbox has a health score below 95, the lowest 92; ', 1],
    [60, { healthScore: null }, '2 mailboxes have a health score below 90 or no score, the lowest 80; ', 2],
  ])('names those that are held back where the others send: minimum %i', (minimum, changed, below, count) => {
    const others = count === 1 ? [{}] : [{ healthScore: 80 }, {}];
    const { problems } = findingsOf({
      minimum,
      ...senders(...others, changed),
      warmUps: new Map([[others.length + 1, { enrolled: true }]]),
    });
    const held = `box${others.length + 1}@mail${(others.length + 1) % 2}.example`;
    const low = problems.find(({ rule }) => rule === 'score-low');
    expect(low).toMatchObject({ severity: 'warn', count });
    expect(low?.message).toContain(below);
    expect(low?.message).toContain(
      `mailboxes is held back by the minimum health score of ${minimum}: ${held} (`,
    );
    expect(low?.examples[0]).toBe(held);
  });

  it('names the domain and what is wrong with it', () => {
    const [problem] = findingsOf({ dns: dns(vitals({ dmarc: 'MISSING' }), vitals()) }).problems;
    expect(problem).toMatchObject({
      rule: 'dmarc',
      count: 1,
      message:
        'mail1.example has no DMARC record (1 mailbox). Publish a TXT record at _dmarc that begins with v=DMARC1',
      examples: ['box1@mail1.example'],
    });
  });

  it('says which lack of a record stops the start', () => {
    const dmarc = (...found: Parameters<typeof dns>) =>
      findingsOf({ dns: dns(...found) }).problems.find(({ rule }) => rule === 'dmarc');
    const lacking = vitals({ dmarc: 'MISSING' });
    expect(dmarc(lacking, lacking)).toMatchObject({
      severity: 'block',
      message: expect.stringContaining(
        ', and no other mailbox has one: this stops the start. Publish a TXT record',
      ),
    });
    expect(dmarc(lacking, vitals())?.message).not.toContain('stops');
  });

  const anyMailbox = fc.record({
    isConnected: fc.boolean(),
    healthScore: fc.option(fc.integer({ min: 0, max: 100 })),
    currentDailyLimit: fc.constantFrom(0, 1, 40),
    maximumSendingsLimitPerDay: fc.constantFrom(1, 50),
    toggleGradualBuildUp: fc.boolean(),
  });

  it('blocks for want of capacity exactly where no mailbox may send a single email', () => {
    fc.assert(
      fc.property(
        fc.array(anyMailbox, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 0, max: 100 }),
        fc.constantFrom('09:03', '09:08', '17:00'),
        (changed, minimum, endSchedule) => {
          const facts = { ...senders(...changed), minimum, ...when({ endSchedule }) };
          const limits = campaignLimitsIn(
            { settings: { minimumHealthScore: minimum } } as never,
            facts.schedule,
          );
          const emails = facts.senders.map(
            (one) => dailyCapacity(mailboxLimitsIn(one), limits as DailyLimits, at).emails,
          );
          const { problems } = findingsOf(facts);
          expect(problems.some(({ rule }) => rule === 'no-capacity')).toBe(
            emails.every((each) => each === 0),
          );
          for (const { rule, severity, count } of problems) {
            expect(severity).toBe(rules[rule].severity);
            expect(count).toBeLessThanOrEqual(facts.senders.length);
          }
        },
      ),
    );
  });

  it('counts exactly the mailboxes that break a rule', () => {
    fc.assert(
      fc.property(fc.array(anyMailbox, { minLength: 1, maxLength: 5 }), (changed) => {
        const { problems } = findingsOf(senders(...changed));
        const found = problems.map(({ rule }) => rule);
        const off = changed.filter(({ isConnected }) => !isConnected).length;
        expect(found.includes('all-disconnected')).toBe(off === changed.length);
        expect(found.includes('some-disconnected')).toBe(off > 0 && off < changed.length);
        expect(problems.find(({ rule }) => rule === 'score-low')?.count ?? 0).toBe(
          changed.filter(({ healthScore }) => healthScore === null || healthScore < 90).length,
        );
      }),
    );
  });
});
