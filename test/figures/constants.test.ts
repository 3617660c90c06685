import { describe, expect, it } from 'vitest';
import { prices, purchasePrice } from '../../src/sandbox/world/account/prices.ts';
import { defaultProfile } from '../../src/sandbox/world/answers/answer-profile.ts';
import { namedConstants } from './constants.ts';

const kb = 1024;
const mb = 1024 * kb;
const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** What a person would notice if it were another figure, and where the figure comes from; with its file where the name is used twice. */
const noticed: readonly [constant: string, value: unknown, source: string][] = [
  // Retries and waiting
  [
    'retry-policy tries',
    { answered: 5, connection: 3, timeout: 3 },
    'ours: tries of a call that may be repeated',
  ],
  ['firstWaitMs', second, 'spec, Limits: wait 1, 2, 4 seconds and so on'],
  ['longestBackoffMs', minute, 'spec, Limits: up to about a minute'],
  ['defaultMaxWaitMs', minute, 'ours: no longer wait than a person bears'],
  ['poll firstPauseMs', 2 * second, 'ours: the first look at what takes time'],
  ['poll longestPauseMs', 15 * second, 'ours'],
  ['poll growth', 1.5, 'ours'],
  ['poll failuresAllowed', 5, 'ours: looks that may fail in a row'],
  ['longestAskedPauseMs', 5 * minute, 'ours: a Retry-After that is obeyed'],
  ['network connectTimeoutMs', 10 * second, 'ours'],
  ['progress patience', 200, 'ours: no spinner for what is quick'],
  ['senders/watch usualPauseMs', 15 * minute, 'help of senders watch: default 15m'],
  ['replies/watch usualPauseMs', minute, 'help of replies watch: default 1m'],
  ['status/index usualPauseMs', minute, 'help of status --every: default 1m'],
  ['mostRead', 5, 'help of status: the 5 newest running campaigns'],
  ['looks failuresAllowed', 5, 'ours: checks that may fail in a row'],
  // Once
  ['duplicateMs', 10 * minute, 'ours: the same thing twice is a mistake within this time'],
  ['keyTrustedMs', day, 'ours: the spec does not say when an Idempotency-Key expires'],
  ['graceMs', { service: 5 * minute, here: 5 * second }, 'ours: until a lost call must show an effect'],
  ['reconcile firstPauseMs', 2 * second, 'ours'],
  ['reconcile longestPauseMs', 30 * second, 'ours'],
  ['depth', 200, 'ours: as deep as one page'],
  ['clockSlackMs', 5 * second, 'ours'],
  ['recentMs', 10 * minute, 'ours: as duplicateMs'],
  ['usualLeaseMs', 30 * second, 'docs/scripts.md: after 30 seconds'],
  ['statementTimeoutMs', 5 * second, 'ours'],
  ['store connectTimeoutMs', 5 * second, 'ours'],
  ['postgresPort', 5432, 'the port of PostgreSQL'],
  // Rate limits
  ['reserveShare', 0.05, 'ours: what a job leaves to persons'],
  ['leastShare', 0.1, 'ours: the pace after several refusals'],
  ['recovery', { share: 0.1, everyMs: 10 * second }, 'ours'],
  ['arrivesWithinMs', 10 * second, 'ours'],
  ['fewCalls', 20, 'ours: more than a person makes'],
  ['limited-transport longestWaitMs', 65 * second, 'ours: a minute, and what it takes'],
  ['slackMs', minute, 'ours: entries of the same moment'],
  // Questions
  ['quietMs', 150, 'ours: what was typed ahead is dropped'],
  ['fresh-keys longestMs', 10_000, 'ours'],
  ['shownMailboxes', 10, 'ours: mailboxes in the question'],
  ['mostAmount', 1_000_000_000, 'ours: above it no amount is exact'],
  ['priceRange', { min: 0.0001, max: 1_000_000 }, 'ours: what is cheaper or dearer is no price'],
  // Files and answers
  ['maxAnswerBytes', 20 * mb, 'ours: no answer is longer'],
  ['maxDepth', 200, 'ours'],
  ['maxValues', 1_000_000, 'ours'],
  ['longestRow', 4 * mb, 'ours: no lead is longer'],
  ['mostColumns', 16_384, 'the widest spreadsheet'],
  ['scan-file mostZeros', 0.02, 'ours: a text file with a few NUL bytes'],
  ['plainLength', 64, 'RFC 5321: the longest local part'],
  ['cell longest', 4000, 'ours: the longest cell at a terminal'],
  ['keptMs', 90 * day, 'ours: an import can be resumed for this long'],
  ['littleSpace', 50 * mb, 'ours: doctor warns below'],
  ['oldest', [20, 19], 'package.json, engines'],
  ['busyTimeoutMs', 5 * second, 'ours'],
  // Agents
  ['longestAnswer', 40_000, 'issue: an answer of a tool is cut beyond'],
  ['longestRead', 20_000_000, 'ours: as long as the longest answer of the service'],
  ['longestArguments', 256 * kb, 'ours: more is a file'],
  ['readsAtOnce', 4, 'issue: reads beside a change'],
  // Drawing
  ['gap', 2, 'ours'],
  ['leastOfAny', 6, 'ours'],
  ['table narrow', 60, 'ours'],
  ['record narrow', 60, 'ours'],
  ['narrowest', 12, 'ours'],
  ['windowMs', 15 * second, 'ours: the rate is that of the last seconds'],
  ['logMs', 10 * second, 'ours: lines of a log come seldom'],
  ['outbox-pages usual', 20, 'help of sandbox outbox list: default 20'],
  ['list usual', 50, 'ours: journal list'],
  // Webhooks
  ['usualPort', 4000, 'help of webhooks listen'],
  ['maxBytes', 10 * mb, 'ours: no delivery is longer'],
  ['triesMs', 150 * second, 'spec, Events: four tries of 30 seconds, and the waits'],
  ['memoryMs', 10 * minute, 'ours'],
  ['memory most', 50_000, 'ours'],
  ['mostSecrets', 20, 'ours'],
  ['deliveryPatienceMs', 3 * second, 'ours: a command waits for receivers no longer'],
  // The sandbox
  ['lowBalance', 100, 'spec, Events: CreditBalanceLow where no threshold is set'],
  ['topUpHourUtc', 6, 'ours: the spec names the field alone'],
  ['refDays', 7, 'ours: how long results stay stored'],
  ['companyCount', 12_000, 'ours'],
  ['days', 7, 'spec, Sender email: the last 7 full days'],
  ['fullDays', 7, 'spec, Sender email: the last 7 full days'],
  ['startLimits', { current: 50, minimum: 1, maximum: 50 }, 'ours'],
  ['seats', { trial: 3, usual: 50 }, 'ours'],
  ['inboxes', 30, 'ours'],
  ['runs takesMs', 30 * minute, 'ours'],
  ['defaultBatch', 50, 'ours: the spec calls it the default batch of a runner'],
  ['prospects usual', 25, 'ours: how many people where no count is given'],
  ['defaultMs', { slow: 5 * second, 'rate-limited': 2 * second }, 'ours'],
  ['when-free patienceMs', 5 * second, 'ours'],
  ['courier patienceMs', 250, 'ours'],
  // Formats on the disk, which a newer version must raise
  ['open-journal version', 1, 'the spend journal'],
  ['look-store version', 1, 'what looks at an account remember'],
  ['transfersVersion', 1, 'the imports'],
  ['sandboxVersion', 1, 'the sandbox'],
  ['lock version', 1, 'outreach.lock.json of campaign files'],
  ['plan-file version', 2, 'a plan that campaigns plan --out saved'],
];

describe('the named figures of our own', () => {
  const constants = namedConstants();

  it.each(noticed)('%s', (constant, value) => {
    expect(
      [...constants.keys()],
      'it has another name, or is in another file than the one named here',
    ).toContain(constant);
    expect(constants.get(constant)).toEqual([value]);
  });
});

describe('the figures of the sandbox, which the spec does not tell', () => {
  it('prices', () => {
    expect(prices).toEqual({
      usdPerCredit: 0.01,
      creditsPerProspect: 2,
      usdPerVerificationCheck: 0.004,
      usdPerDomain: { com: 12.5, org: 11 },
      usdPerMailboxMonth: 10,
    });
    expect([1000, 4999, 5000, 10_000].map(purchasePrice)).toEqual([10, 49.99, 45, 90]);
  });

  it('how people answer', () => {
    expect(defaultProfile).toEqual({
      reply: 0.07,
      followUpFactor: 0.6,
      positive: 0.35,
      unsubscribe: 0.08,
      outOfOffice: 0.03,
      unsubscribeLink: 0.002,
      softBounce: 0.004,
      complaint: 0.0005,
      invalidAddresses: 0.02,
      catchAllAddresses: 0.06,
      unknownAddresses: 0.03,
      riskyBounce: 0,
      verifierMisses: 0,
      replyHours: [16, 120],
      languages: { en: 0.62, de: 0.13, fr: 0.09, es: 0.08, nl: 0.05, ja: 0.03 },
    });
  });
});
