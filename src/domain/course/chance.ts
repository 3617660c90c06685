import { never } from '../mailbox/turn.ts';
import { mix } from '../seeded-random.ts';
import { minute } from '../window.ts';
import { answeredAt, usualAnswers } from './answers.ts';
import type { PlannedCampaign } from './plan.ts';

/** What is left to chance in a course. Mailboxes and campaigns are named by their place in the plan; rolls are 0 <= n < 1. */
export interface Chance {
  /** By how much the limit of a mailbox in a campaign is lowered on a day. */
  variation(mailbox: number, campaign: number, day: number): number;
  /** How the health score of a mailbox moves on a day. */
  score(mailbox: number, day: number): number;
  /** How long the mailbox waits after it has sent this email. */
  gap(campaign: number, person: number, step: number): number;
  /** When something comes back that ends the sequence, of an email that is sent at `at`; {@link never} where nothing does. */
  endOf(campaign: number, person: number, step: number, at: number): number;
}

const kinds = { variation: 1, score: 2, gap: 3, end: 4, hours: 5 } as const;

/** The same for the same seed: an email has the same chances whatever else a plan changes. */
export function seededChance(campaigns: readonly PlannedCampaign[], seed: number): Chance {
  const start = mix(seed);
  const roll = (kind: number, where: number, who: number, which: number): number => {
    const place = Math.imul(kind + 8 * where, 0x5bd1e995) + Math.imul(which, 0x85ebca6b);
    return mix(mix(start + Math.imul(who, 0x9e3779b1)) + place) / 2 ** 32;
  };
  return {
    variation: (mailbox, campaign, day) => roll(kinds.variation, campaign, mailbox, day),
    score: (mailbox, day) => roll(kinds.score, 0, mailbox, day),
    gap: (campaign, person, step) => roll(kinds.gap, campaign, person, step),
    endOf: (campaign, person, step, at) => {
      const drawn = roll(kinds.end, campaign, person, step);
      const { answers } = campaigns[campaign] as PlannedCampaign;
      const { bounce, away, reply, followUpFactor, loss } = answers;
      const gone = step === 1 ? bounce + away : 0;
      if (drawn < gone) return at + minute;
      if (drawn < gone + loss) return at + hour;
      if (drawn >= gone + loss + reply * (step === 1 ? 1 : followUpFactor)) return never;
      const hours = roll(kinds.hours, campaign, person, step);
      return answeredAt(at, usualAnswers.replyHours, hours, (hours * 1024) % 1);
    },
  };
}

const hour = 60 * minute;
