import { day, dayNumber } from '../window.ts';
import { type Chance, seededChance } from './chance.ts';
import { dealt } from './deal.ts';
import type { CourseCampaign, CourseMailbox } from './lane.ts';
import { replayed, turnQueue } from './past.ts';
import type { Plan } from './plan.ts';
import { type CourseDay, newSending, type Sending, turn } from './sending.ts';

/** A course that lasts longer is not followed to its end. */
export const mostDays = 3 * 366;

export type Course = ReturnType<typeof courseBy>;

/** Sends every email of a plan by the rules of the sandbox, one after another. The same seed gives the same course. */
export const courseOf = (plan: Plan, seed: number): Course =>
  courseBy(plan, seededChance(plan.campaigns, seed), replayed(plan, seed));

/** The course that these chances give, after what was sent in the past. */
export function courseBy(plan: Plan, chance: Chance, past?: Sending) {
  const sending = newSending(plan, chance, dayNumber(plan.startAt));
  const held = dealt(sending, plan, past);
  const [own] = sending.campaigns as [CourseCampaign];
  const until = plan.startAt + mostDays * day;
  const turns = turnQueue(sending.mailboxes.length, plan.startAt);
  while (own.firsts > 0 || own.followUps > 0) {
    const at = turns.at();
    if (at >= until) break;
    turns.move(turn(sending, sending.mailboxes[turns.first()] as CourseMailbox, at));
  }
  const days: CourseDay[] = [];
  let emails = 0;
  for (const found of sending.days) {
    if (!found || found.first + found.followUp === 0) continue;
    days.push(found);
    emails += found.first + found.followUp;
  }
  return {
    /** Days on which it sends, in order. */
    days,
    emails,
    /** Follow-ups that wait for mailboxes that send nothing. */
    held,
    /** It was not at its end after {@link mostDays}. */
    isCut: own.firsts > 0 || own.followUps > 0,
  };
}
