import { usualAnswers } from '../../../domain/course/answers.ts';
import type { Sandbox, State } from '../../core/state.ts';

/**
 * How people answer, as shares of emails. Invented so that a rehearsal has something of everything in it; no forecast of
 * any market. A world may have its own, as JSON under `answers` in `meta`.
 */
export interface AnswerProfile {
  /** Of first emails, by a person. */
  readonly reply: number;
  /** Of a follow-up, measured against a first email. */
  readonly followUpFactor: number;
  /** Of these replies; what is left of them says no. */
  readonly positive: number;
  readonly unsubscribe: number;
  /** Of people, who are away when the first email comes. */
  readonly outOfOffice: number;
  /** Of emails, by the link in them. */
  readonly unsubscribeLink: number;
  /** Of emails that do not bounce hard. */
  readonly softBounce: number;
  /** Of emails without an answer: reported as spam. */
  readonly complaint: number;
  /** Of addresses: they do not exist, and email to them bounces hard. */
  readonly invalidAddresses: number;
  /** Of addresses: their server takes everything, so that it is unknown. */
  readonly catchAllAddresses: number;
  /** Of the other addresses: verification cannot confirm them. */
  readonly unknownAddresses: number;
  /** Of addresses that verification finds catch-all or unknown: no one is there, and email to them bounces hard. */
  readonly riskyBounce: number;
  /** Of addresses that do not exist: verification finds them valid. */
  readonly verifierMisses: number;
  /** Hours until a person answers: the mean of an exponential distribution, and the most. */
  readonly replyHours: readonly [mean: number, most: number];
  /** Languages people answer in, with their shares; English for what is left. */
  readonly languages: Readonly<Partial<Record<Language, number>>>;
}

export const languages = ['en', 'de', 'fr', 'es', 'nl', 'ja'] as const;

export type Language = (typeof languages)[number];

export const defaultProfile: AnswerProfile = {
  ...usualAnswers,
  positive: 0.35,
  catchAllAddresses: 0.06,
  unknownAddresses: 0.03,
  riskyBounce: 0,
  verifierMisses: 0,
  languages: { en: 0.62, de: 0.13, fr: 0.09, es: 0.08, nl: 0.05, ja: 0.03 },
};

export const answerProfile = (sandbox: Sandbox): AnswerProfile =>
  sandbox.steady('answers', () => ({
    ...defaultProfile,
    ...(JSON.parse(sandbox.read('answers') ?? '{}') as Partial<AnswerProfile>),
  }));

export const setAnswerProfile = (state: State, profile: Partial<AnswerProfile>): void =>
  state.write('answers', JSON.stringify(profile));
