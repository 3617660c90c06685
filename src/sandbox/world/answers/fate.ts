import { answeredAt } from '../../../domain/course/answers.ts';
import { minute } from '../../../domain/window.ts';
import type { Sandbox } from '../../core/state.ts';
import { bouncesHard } from '../leads/addresses.ts';
import { type AnswerProfile, answerProfile } from './answer-profile.ts';

export type Intent = 'positive' | 'negative' | 'unsubscribe' | 'out_of_office';
export type BounceType = 'hard_bounce' | 'soft_bounce';

interface SentEmail {
  readonly emailId: number;
  readonly step: number;
  readonly leadId: number;
  readonly address: string;
}

const hour = 60 * minute;

/**
 * What comes back of an email that was just sent, if anything: at most one thing, and an event only where there is one,
 * so that silence costs nothing.
 */
export function decideFate(sandbox: Sandbox, email: SentEmail): void {
  const fate = fateOf(sandbox, email, sandbox.now());
  if (fate) sandbox.schedule(fate.at, fate.kind, fate.payload);
}

interface Fate {
  readonly at: number;
  readonly kind: string;
  readonly payload: object;
}

/** What comes back of an email that is sent at `now`. */
export function fateOf(
  sandbox: Sandbox,
  { emailId, step, leadId, address }: SentEmail,
  now: number,
): Fate | undefined {
  const profile = answerProfile(sandbox);
  const roll = (word: string) => sandbox.chance(word, emailId);
  const answered = () => answeredAt(now, profile.replyHours, roll('reply-at'), roll('morning'));
  if (bouncesHard(sandbox, address.toLowerCase()))
    return bounce(emailId, 'hard_bounce', now + 5000 + roll('bounce-at') * minute);
  if (roll('soft-bounce') < profile.softBounce)
    return bounce(emailId, 'soft_bounce', now + hour + roll('bounce-at') * 3 * hour);
  if (step === 1 && sandbox.chance('away', leadId) < profile.outOfOffice)
    return reply(emailId, 'out_of_office', now + minute + roll('reply-at') * 2 * minute);
  if (roll('reply') < profile.reply * (step === 1 ? 1 : profile.followUpFactor))
    return reply(emailId, intentOf(profile, roll('intent')), answered());
  if (roll('unsubscribe-link') < profile.unsubscribeLink)
    return { at: answered(), kind: 'answers.unsubscribe', payload: { emailId } };
  if (roll('complaint') < profile.complaint)
    return { at: answered(), kind: 'answers.complaint', payload: { emailId } };
  return undefined;
}

const bounce = (emailId: number, type: BounceType, at: number): Fate => ({
  at,
  kind: 'answers.bounce',
  payload: { emailId, type },
});

const reply = (emailId: number, intent: Intent, at: number): Fate => ({
  at,
  kind: 'answers.reply',
  payload: { emailId, intent },
});

function intentOf(profile: AnswerProfile, roll: number): Intent {
  if (roll < profile.positive) return 'positive';
  return roll < profile.positive + profile.unsubscribe ? 'unsubscribe' : 'negative';
}
