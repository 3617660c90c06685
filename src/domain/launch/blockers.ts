import { words } from '../../base/text/words.ts';
import type { DailyLimits } from '../mailbox/limits-in.ts';
import { noCapacity } from './capacity-rules.ts';
import { type Finding, inOrder, noLeads, noSteps } from './problem.ts';
import type { RuleId } from './rules.ts';
import { type Gaps, type Schedule, scheduleProblems } from './schedule-rules.ts';
import { countedProblems, type SendingFacts, sendingProblems } from './sender-rules.ts';

/** What a campaign has of what it needs to send, as far as it can be read. What is undefined cannot be. */
export interface LaunchFacts extends SendingFacts {
  readonly status: unknown;
  readonly leads: number | undefined;
  /** The delay of each step, in days. */
  readonly delays: readonly number[] | undefined;
  /** False where its mailboxes cannot be read: `senders` is empty then. */
  readonly knowsSenders: boolean;
  /** How many there are, where its record says so. */
  readonly counted: { readonly attached: number; readonly connected: number } | undefined;
  readonly schedule: Schedule | undefined;
  readonly gaps: Gaps;
  readonly limits: DailyLimits | undefined;
  readonly at: number;
}

/** What keeps a campaign from sending on any day, started or not: the rules of a launch that need no look at its leads. */
export function blockersOf(facts: LaunchFacts): Finding[] {
  const { status, leads, delays, schedule, senders } = facts;
  const ofSenders = facts.knowsSenders
    ? sendingProblems(facts)
    : facts.counted && countedProblems(facts.counted);
  return withoutEchoes([
    ...(delays?.length === 0 ? [noSteps] : []),
    ...(leads === 0 && status !== 'completed' ? [noLeads] : []),
    ...(ofSenders?.problems ?? []),
    ...(schedule ? scheduleProblems(schedule, facts.gaps).problems : []),
    ...(senders.length > 0 ? noCapacity(facts).problems : []),
  ]).filter(({ severity }) => severity === 'block');
}

/** That nothing can be sent is said once: by what keeps it from that, where one rule does. */
export const withoutEchoes = (problems: readonly Finding[]): Finding[] =>
  inOrder(
    problems.some(({ rule }) => says.includes(rule))
      ? problems.filter(({ rule }) => rule !== 'no-capacity')
      : problems,
  );

const says: readonly RuleId[] = [
  ...words('none-attached all-disconnected all-held-back limits-zero no-day empty-window'),
  ...words('window-shorter-than-gap'),
];
