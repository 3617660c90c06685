import { words } from '../../base/text/words.ts';
import { day, minute, startOfDay } from '../window.ts';

export interface AnswerRates {
  /** Of people: the address does not exist. */
  readonly bounce: number;
  /** Of people: away when the first email comes, where that ends the sequence. */
  readonly away: number;
  /** Of first emails that are answered, where an answer ends the sequence. */
  readonly reply: number;
  /** Of a follow-up, measured against a first email. */
  readonly followUpFactor: number;
  /** Of all emails: not delivered this time, unsubscribed by the link, or reported as spam. */
  readonly loss: number;
}

export const noAnswers: AnswerRates = { bounce: 0, away: 0, reply: 0, followUpFactor: 0, loss: 0 };

/** What a file may say of how people answer: shares from 0 to 1. */
export const answerShares = [
  ...words('reply positive unsubscribe outOfOffice unsubscribeLink softBounce complaint'),
  ...words('invalidAddresses catchAllAddresses unknownAddresses riskyBounce verifierMisses'),
] as const;

/** What people do with emails where nothing is known of them; also what the sandbox invents by default. */
export const usualAnswers = {
  reply: 0.07,
  followUpFactor: 0.6,
  /** Of answers: they ask for no more email. */
  unsubscribe: 0.08,
  outOfOffice: 0.03,
  unsubscribeLink: 0.002,
  softBounce: 0.004,
  complaint: 0.0005,
  invalidAddresses: 0.02,
  replyHours: [16, 120],
} as const;

export const usualRates: AnswerRates = {
  bounce: usualAnswers.invalidAddresses,
  away: usualAnswers.outOfOffice,
  reply: usualAnswers.reply,
  followUpFactor: usualAnswers.followUpFactor,
  loss: usualAnswers.softBounce + usualAnswers.unsubscribeLink + usualAnswers.complaint,
};

const hour = 60 * minute;

/** Hours to days later, by day: what would come at night comes in the morning. Rolls (0 <= n < 1) draw both. */
export function answeredAt(
  sentAt: number,
  [mean, most]: readonly [mean: number, most: number],
  hoursRoll: number,
  morningRoll: number,
): number {
  const hours = Math.min(most, 0.2 - mean * Math.log(1 - hoursRoll));
  const at = sentAt + hours * hour;
  const midnight = startOfDay(at);
  const morning = midnight + 7 * hour + morningRoll * 2 * hour;
  if (at < midnight + 6 * hour) return Math.max(sentAt, morning);
  return at > midnight + 20 * hour ? morning + day : at;
}

/** From how many contacted people on a campaign's own results count more than what is usual. */
export const enoughContacted = 200;

type OwnResults = Readonly<Record<'contacted' | 'emails' | 'replied' | 'bounced', number>>;

/** A person replied to one of several emails, so the share of first emails is below that of people. */
export function ownRates({ contacted, emails, replied, bounced }: OwnResults): AnswerRates {
  const { away, loss, followUpFactor } = usualRates;
  const each = 1 + followUpFactor * Math.max(0, emails / contacted - 1);
  const answered = Math.min(1, replied / contacted);
  const gone = Math.min(away, answered);
  return {
    bounce: Math.min(1, bounced / contacted),
    away: gone,
    reply: (answered - gone) / each,
    followUpFactor,
    loss,
  };
}
