import { describe, expect, it } from 'vitest';
import { atOnce } from '../../src/base/steps.ts';
import { noAnswers, ownRates, usualAnswers, usualRates } from '../../src/domain/course/answers.ts';
import { courseOf } from '../../src/domain/course/course.ts';
import { coursesFor, dateOf, forecastOf, openDaysBetween } from '../../src/domain/course/forecast.ts';
import type { Plan, PlannedCampaign, PlannedMailbox } from '../../src/domain/course/plan.ts';
import { planIn } from '../../src/domain/course/plan-in.ts';
import { mostSent, thinned } from '../../src/domain/course/thinned.ts';
import { whatIf } from '../../src/domain/course/what-if.ts';
import { day, dayNumber } from '../../src/domain/window.ts';
import { planOf, randomCampaign } from '../sandbox/rehearsal/random-campaign.ts';
import { whole } from '../sweep/slice.ts';

const monday = Date.UTC(2026, 10, 23, 8);

const limits40 = {
  isConnected: true,
  connectedAt: monday - 90 * day,
  currentDailyLimit: 40,
  maximumSendingsLimitPerDay: 40,
  toggleGradualBuildUp: false,
  healthScore: 95,
};

const mailbox: PlannedMailbox = { ...limits40, alsoIn: [], before: limits40 };

const campaign: PlannedCampaign = {
  limits: {
    window: { days: [1, 2, 3, 4, 5], start: 540, end: 1020 },
    minimumTimeBetweenEmails: 5,
    maximumTimeBetweenEmails: 5,
  },
  dailyLimit: null,
  delays: [3, 5],
  firsts: 100,
  firstsDueAt: 0,
  followUps: [],
  past: null,
  answers: noAnswers,
};

const plan = (
  own: Partial<PlannedCampaign> = {},
  mailboxes: readonly PlannedMailbox[] = [mailbox, mailbox],
  others: readonly PlannedCampaign[] = [],
): Plan => ({ startAt: monday, campaigns: [{ ...campaign, ...own }, ...others], mailboxes });

const daysOf = (made: Plan) =>
  courseOf(made, 1).days.map(({ day: number, first, followUp }) => [dateOf(number), first, followUp]);

describe('what a campaign may send on a day', () => {
  const other = { ...campaign, firsts: 1000, delays: [] };
  const shared = { ...mailbox, alsoIn: [1] };
  const ofFirstDay = (made: Plan) => forecastOf(made, 1).days[0]?.capacity;

  it.each<[string, Plan, number]>([
    ['all that its mailboxes send', plan({ firsts: 500 }), 80],
    ['what its own daily limit allows', plan({ firsts: 500, dailyLimit: 30 }), 30],
    ['what other campaigns on its mailboxes leave', plan({ firsts: 500 }, [shared, shared], [other]), 40],
    ['no less than it sends', plan({ firsts: 40 }, [shared], [{ ...other, firsts: 0 }]), 40],
  ])('is %s', (_, made, capacity) => expect(ofFirstDay(made)).toBe(capacity));
});

describe('the answers that end follow-ups', () => {
  const answersWith = (settings?: object) =>
    planIn(
      { id: 1, campaign: {}, detail: settings, senders: [], why: {} } as unknown as Parameters<
        typeof planIn
      >[0],
      [],
      { now: monday },
    ).plan.campaigns[0].answers;
  const optOuts = { ...usualRates, reply: usualRates.reply * usualAnswers.unsubscribe, away: 0 };

  it.each<[string, object | undefined, object]>([
    ['all, where the campaign stops on a reply', { isEnabledStopFollowUpsOnReply: true }, usualRates],
    ['all, where the settings are not known', undefined, usualRates],
    ['only those that unsubscribe, where it does not', { isEnabledStopFollowUpsOnReply: false }, optOuts],
    [
      'only those that unsubscribe, also where settings are nested',
      { settings: { isEnabledStopFollowUpsOnReply: false } },
      optOuts,
    ],
    [
      'no absences, where these are ignored',
      { isEnabledStopFollowUpsOnReply: true, ignoreOutOfOfficeReplies: true },
      { ...usualRates, away: 0 },
    ],
  ])('are %s', (_, settings, expected) => expect(answersWith(settings)).toEqual(expected));
});

describe('a course', () => {
  it('sends follow-ups before first emails, on the UTC day on which they fall due', () => {
    expect(daysOf(plan({ firsts: 250 }))).toEqual([
      ['2026-11-23', 80, 0],
      ['2026-11-24', 80, 0],
      ['2026-11-25', 80, 0],
      ['2026-11-26', 0, 80],
      ['2026-11-27', 0, 80],
      // Due on Saturday.
      ['2026-11-30', 0, 80],
      ['2026-12-01', 0, 80],
      ['2026-12-02', 0, 80],
      ['2026-12-03', 10, 0],
      // Due on Saturday, before those that are due on Sunday.
      ['2026-12-07', 0, 80],
      ['2026-12-08', 0, 10],
      ['2026-12-14', 0, 10],
    ]);
  });

  it('waits with a follow-up for its own mailbox, even where another one is free', () => {
    const small = { ...mailbox, currentDailyLimit: 3 };
    expect(daysOf(plan({ firsts: 12, delays: [0] }, [mailbox, small]))).toEqual([
      ['2026-11-23', 12, 11],
      ['2026-11-24', 0, 1],
    ]);
  });

  it('sends in a window no more than fits into it at the mean gap', () => {
    const limits = { ...campaign.limits, minimumTimeBetweenEmails: 5, maximumTimeBetweenEmails: 115 };
    const { days } = courseOf(plan({ firsts: 300, limits, delays: [] }, [mailbox]), 1);
    expect(Math.max(...days.map(({ first }) => first))).toBe(8);
  });

  it('keeps to the limit of the campaign over all mailboxes, and counts what has left today', () => {
    const { limits } = campaign;
    const past = {
      limits,
      dailyLimit: 30,
      days: [{ day: dayNumber(monday), sent: 20 }],
      steps: [20],
      answers: noAnswers,
    };
    expect(daysOf(plan({ firsts: 50, delays: [], dailyLimit: 30, past }))).toEqual([
      ['2026-11-23', 10, 0],
      ['2026-11-24', 30, 0],
      ['2026-11-25', 10, 0],
    ]);
  });

  it('shares mailboxes with another campaign: each sends as much as the other', () => {
    const shared = { ...mailbox, alsoIn: [1] };
    const other = { ...campaign, firsts: 60, delays: [] };
    expect(daysOf(plan({ firsts: 60, delays: [] }, [shared], [other]))).toEqual([
      ['2026-11-23', 20, 0],
      ['2026-11-24', 20, 0],
      ['2026-11-25', 20, 0],
    ]);
  });

  it('sends the follow-ups that wait already when they fall due', () => {
    const waiting = [{ step: 3, dueAt: Date.UTC(2026, 10, 25), count: 5 }];
    expect(daysOf(plan({ firsts: 0, followUps: waiting }))).toEqual([['2026-11-25', 0, 5]]);
  });

  it('writes no more to people who have answered', () => {
    const answers = { ...noAnswers, reply: 1, followUpFactor: 1 };
    const { emails } = courseOf(plan({ firsts: 100, answers }), 1);
    expect(emails).toBe(100);
    expect(courseOf(plan({ answers: usualRates }), 1).emails).toBeLessThan(290);
  });

  it('is the same for the same seed, and another one for another', () => {
    const made = planOf(randomCampaign(3, 100), true);
    expect(courseOf(made, 7)).toEqual(courseOf(made, 7));
    expect(courseOf(made, 7)).not.toEqual(courseOf(made, 8));
  });
});

describe('a forecast', () => {
  it('says what binds and until when', () => {
    const grown = { ...mailbox, connectedAt: monday - 7 * day, toggleGradualBuildUp: true };
    const made = forecastOf(plan({ firsts: 3000, delays: [] }, [grown, grown]));
    expect(made.constraint).toBe('build-up');
    expect(made.phases.map(({ constraint, until }) => [constraint, dateOf(until)])).toEqual([
      ['build-up', '2027-01-01'],
      ['mailbox-limits', dateOf(made.lastDay ?? 0)],
    ]);
  });

  it.each([
    ['follow-ups', { firsts: 5 }],
    ['campaign-limit', { firsts: 500, dailyLimit: 20 }],
    ['window', { firsts: 500, limits: { ...campaign.limits, window: { days: [1], start: 540, end: 600 } } }],
    [
      'gap',
      {
        firsts: 500,
        limits: { ...campaign.limits, minimumTimeBetweenEmails: 30, maximumTimeBetweenEmails: 60 },
      },
    ],
    ['mailbox-limits', { firsts: 900 }],
    ['gap', { firsts: 3, delays: [] }],
  ] as const)('names %s', (constraint, own) => {
    expect(forecastOf(plan(own)).constraint).toBe(constraint);
  });

  it('adds up: days, emails, sending days, and never more than the capacity', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const { days, emails, sendingDays, firstDay, lastDay, lastDayEarly, lastDayLate, firsts } = forecastOf(
        planOf(randomCampaign(seed, 80), true),
      );
      expect(days.reduce((sum, { first, followUp }) => sum + first + followUp, 0)).toBe(emails.typical);
      expect(days.reduce((sum, { first }) => sum + first, 0)).toBe(firsts);
      expect(days.length).toBe(sendingDays.typical);
      expect([days[0]?.day, days.at(-1)?.day]).toEqual([firstDay, lastDay]);
      expect(days.every(({ first, followUp, capacity }) => first + followUp <= capacity)).toBe(true);
      expect(lastDay).toBeGreaterThanOrEqual(lastDayEarly ?? 0);
      expect(lastDay).toBeLessThanOrEqual(lastDayLate ?? 0);
    }
  });

  it('has no end where nothing can be sent, and stops after three years', () => {
    const held = { ...campaign.limits, minimumHealthScore: 90 };
    const unscored = { ...mailbox, healthScore: null };
    expect(forecastOf(plan({ limits: held }, [unscored]))).toMatchObject({
      lastDay: null,
      constraint: null,
      isCut: false,
    });
    expect(forecastOf(plan({ limits: held }))).not.toMatchObject({ lastDay: null });
    expect(forecastOf(plan({}, []))).toMatchObject({ lastDay: null, days: [] });
    expect(forecastOf(plan({ firsts: 0 }))).toMatchObject({ lastDay: null, isCut: false });
    const slow = { ...mailbox, currentDailyLimit: 1 };
    expect(forecastOf(plan({ firsts: 2000 }, [slow]))).toMatchObject({ lastDay: null, isCut: true });
  });

  it('follows a part of very many mailboxes, and ends on the same day', { tags: 'slow' }, () => {
    const many = plan({ firsts: 200_000 }, Array(200).fill(mailbox));
    const [{ emails, days, lastDay, firsts, oneOf, courses }, whole] = [forecastOf(many), courseOf(many, 1)];
    expect({ firsts, emails: emails.typical, courses }).toEqual({
      firsts: 200_000,
      emails: 600_000,
      courses: 3,
    });
    expect(oneOf).toBeGreaterThan(1);
    expect(days.reduce((sum, { first, followUp }) => sum + first + followUp, 0)).toBe(600_000);
    expect(Math.abs(openDaysBetween(many, lastDay ?? 0, whole.days.at(-1)?.day ?? 0))).toBeLessThanOrEqual(1);
  });

  it('offers no change that hardly helps, and none that opens the weekend or the night or ends build-up', () => {
    const window = { days: [1, 2, 3, 4, 5], start: 540, end: 1290 };
    const growing = { ...mailbox, toggleGradualBuildUp: true };
    const changesOf = (made: Plan) => atOnce(whatIf(made, forecastOf(made))).map(({ change }) => change);
    const long = plan({ firsts: 2000, delays: [], limits: { ...campaign.limits, window } }, [
      growing,
      growing,
    ]);
    expect(changesOf(long)).toEqual(['2 more mailboxes, warmed up for 4 weeks']);
    expect(changesOf({ ...long, campaigns: [{ ...long.campaigns[0], dailyLimit: 79 }] })).toEqual([]);
    const tight = { ...long, campaigns: [{ ...long.campaigns[0], dailyLimit: 40 }] } as const;
    expect(changesOf(tight)).toEqual(['a daily limit of 80']);
  });

  it('takes no more than one course of a part where ten million people wait', () => {
    const made = plan({ firsts: 10_000_000, answers: usualRates }, Array(1000).fill(mailbox));
    const { plan: thin, oneOf } = thinned(made);
    expect({
      courses: coursesFor(made),
      changes: atOnce(whatIf(made, forecastOf(plan({ firsts: 0 })))),
    }).toEqual({
      courses: 1,
      changes: [],
    });
    expect(mostSent(thin)).toBeLessThan(600_000);
    expect(thin.mailboxes.length * oneOf).toBeCloseTo(1000);
    expect(coursesFor(plan({ firsts: 10_000_000 }, [mailbox]))).toBeGreaterThan(1);
    expect(coursesFor(plan({ firsts: 10_000, dailyLimit: 10 }, Array(1000).fill(mailbox)))).toBe(1);
  });

  it('ends no later with a mailbox more, or with a higher limit', { tags: 'slow', timeout: 60_000 }, () => {
    const ends = { earlierOrEqual: 0, pairs: 0 };
    const most = whole ? 200 : 60;
    for (let seed = 1; seed <= most; seed++) {
      const made = planOf(randomCampaign(seed + 1000, 60), true);
      const more = seed % 2 === 0 ? withMailbox(made) : withHigherLimit(made);
      const [before, after] = [forecastOf(made).lastDay, forecastOf(more).lastDay];
      if (before === null || after === null) continue;
      const later = openDaysBetween(made, before, after);
      expect(later, `pair ${seed}`).toBeLessThanOrEqual(1);
      ends.pairs += 1;
      if (later <= 0) ends.earlierOrEqual += 1;
    }
    expect(ends.pairs).toBeGreaterThan(most * 0.95);
    expect(ends.earlierOrEqual / ends.pairs).toBeGreaterThanOrEqual(0.95);
  });
});

/** With one that may send as much as any other on every day. */
function withMailbox(made: Plan): Plan {
  const limit = Math.max(...made.mailboxes.map(({ currentDailyLimit }) => currentDailyLimit));
  const strong = {
    ...mailbox,
    connectedAt: Math.min(...made.mailboxes.map(({ connectedAt }) => connectedAt)),
    currentDailyLimit: limit,
    maximumSendingsLimitPerDay: limit,
    toggleGradualBuildUp: made.mailboxes.every(({ toggleGradualBuildUp }) => toggleGradualBuildUp),
  };
  return { ...made, mailboxes: [...made.mailboxes, strong] };
}

function withHigherLimit(made: Plan): Plan {
  const [own] = made.campaigns;
  if (own.dailyLimit !== null) return { ...made, campaigns: [{ ...own, dailyLimit: own.dailyLimit * 2 }] };
  const mailboxes = made.mailboxes.map((each) => ({
    ...each,
    currentDailyLimit: each.currentDailyLimit * 2,
    maximumSendingsLimitPerDay: each.maximumSendingsLimitPerDay * 2,
  }));
  return { ...made, mailboxes };
}

describe('rates of a campaign by its own results', () => {
  it('take replies for those to one of the emails that people got', () => {
    const once = ownRates({ contacted: 400, emails: 400, replied: 40, bounced: 8 });
    expect(once.bounce).toBeCloseTo(0.02);
    expect(once.reply + once.away).toBeCloseTo(0.1);
    const thrice = ownRates({ contacted: 400, emails: 1200, replied: 40, bounced: 8 });
    expect(thrice.reply).toBeCloseTo(once.reply / 2.2);
  });
});
