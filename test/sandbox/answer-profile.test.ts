import { describe, expect, it } from 'vitest';
import { problemsOf } from '../../src/contract/schema/problems-of.ts';
import { day } from '../../src/domain/window.ts';
import { sentenceOf } from '../../src/sandbox/core/request.ts';
import { answerRates } from '../../src/sandbox/seed-file/answer-rates.ts';
import { defaultProfile, setAnswerProfile } from '../../src/sandbox/world/answers/answer-profile.ts';
import { findSender, scoreOf } from '../../src/sandbox/world/mailboxes/senders.ts';
import { silence } from '../silence.ts';
import { newOffice, people, threeSteps } from './office.ts';

describe('a profile of answers', () => {
  const problems = (profile: unknown) =>
    problemsOf(answerRates, profile)
      .map((problem) => sentenceOf(problem, 'it'))
      .join('; ');

  it('may leave everything out', () => {
    expect(problems({})).toBe('');
    expect(problems({ ...defaultProfile, note: 'quiet' })).toBe('');
  });

  it.each([
    [{ reply: 1.5 }, 'reply must be 0 to 1, not 1.5'],
    [{ reply: '0.1' }, 'reply must be a number, not "0.1"'],
    [{ replys: 0.1 }, 'replys'],
    [{ positive: 0.9, unsubscribe: 0.2 }, 'positive and unsubscribe must not be more than 1 together'],
    [{ unsubscribe: 0.8 }, 'positive and unsubscribe must not be more than 1 together'],
    [{ invalidAddresses: 0.6, catchAllAddresses: 0.6 }, 'catchAllAddresses'],
    [{ languages: { en: 0.9, de: 0.9 } }, 'languages'],
    [{ languages: { tlh: 0.1 } }, 'languages.tlh'],
    [{ replyHours: [50, 10] }, 'replyHours must be the mean and then the most'],
    [{ replyHours: [50] }, 'replyHours'],
    [[], 'it must be an object'],
  ])('cannot be %j', (profile, words) => {
    expect(problems(profile)).toContain(words);
  });

  it('takes shares that add up to one only as far as a computer can add', () => {
    expect(problems({ languages: { en: 0.7, de: 0.2, fr: 0.1 } })).toBe('');
  });
});

describe('a world with its own profile', () => {
  const outcomes = async (profile: Parameters<typeof setAnswerProfile>[1], leads = 60) => {
    const office = await newOffice('profile');
    setAnswerProfile(office.sandbox.state, { ...silence, ...profile });
    const id = await office.campaign({ leads: people(leads) });
    await office.call('POST', `/campaigns/${id}/resume`, {});
    await office.sandbox.advance(40 * day);
    return { office, id };
  };

  it('has the declared share of complaints, which end everything for the lead and cost the mailbox its health', async () => {
    const { office, id } = await outcomes({ complaint: 1 });
    const sent = office.rows<{ leads: number; emails: number; reported: number }>(
      `SELECT count(DISTINCT lead_id) AS leads, count(*) AS emails, sum(status = 'spamReport') AS reported
       FROM email WHERE sent_at IS NOT NULL`,
    )[0];
    expect(sent).toEqual({ leads: 60, emails: 60, reported: 60 });
    const reasons = office.rows('SELECT DISTINCT state, reason FROM campaign_lead WHERE reason IS NOT NULL');
    expect(reasons).toEqual([{ state: 'stopped', reason: 'complained' }]);
    const { emailCounts } = await office.call('GET', `/campaigns/${id}/stats`);
    expect(emailCounts.spamReport).toBe(60);
    const [{ at = 0, sender = 0 } = {}] = office.rows<{ at: number; sender: number }>(
      'SELECT max(sent_at) AS at, sender_id AS sender FROM email WHERE sent_at IS NOT NULL GROUP BY sender_id ORDER BY 2',
    );
    const mailbox = findSender(office.sandbox.state, sender);
    if (!mailbox) throw new Error('sent by nobody');
    const before = scoreOf(mailbox, at - 3 * day) ?? 0;
    expect(scoreOf(mailbox, at + 3 * day)).toBeLessThan(before - 5);
    expect(Math.abs((scoreOf(mailbox, at + 30 * day) ?? 0) - before)).toBeLessThan(5);
  });

  it('bounces the declared share, and answers in the declared languages', { tags: 'slow' }, async () => {
    const bounced = await outcomes({ invalidAddresses: 1 });
    expect(bounced.office.rows("SELECT 1 FROM email WHERE bounce = 'hard_bounce'")).toHaveLength(60);
    const answered = await outcomes({ reply: 1, languages: { ja: 1 } });
    const replies = answered.office.rows<{ language: string }>('SELECT language FROM reply');
    expect(replies).toHaveLength(60);
    expect(new Set(replies.map(({ language }) => language))).toEqual(new Set(['ja']));
  });

  it('is silent where every rate is zero', async () => {
    const { office } = await outcomes({});
    expect(office.rows('SELECT 1 FROM reply')).toEqual([]);
    expect(office.rows('SELECT 1 FROM email WHERE sent_at IS NOT NULL')).toHaveLength(60 * threeSteps.length);
  });
});

describe('the health of a mailbox', () => {
  it('moves a little from day to day, the same way for the same seed', async () => {
    const scores = async (seed: string) => {
      const office = await newOffice(seed);
      const sender = findSender(office.sandbox.state, 2);
      if (!sender) throw new Error('there is no second mailbox');
      return Array.from(
        { length: 60 },
        (_, at) => scoreOf(sender, office.sandbox.state.now() + at * day) ?? 0,
      );
    };
    const moved = await scores('health');
    expect(new Set(moved).size).toBeGreaterThan(1);
    expect(Math.max(...moved) - Math.min(...moved)).toBeLessThanOrEqual(6);
    expect(await scores('health')).toEqual(moved);
    expect(await scores('another')).not.toEqual(moved);
  });
});
