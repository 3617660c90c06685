import type { Check } from '../operation.ts';
import { type Problem, problemAt } from '../schema/schema.ts';
import { bodyCheck } from './body-check.ts';

/** A day of sending ends after it began. Times of day as HH:MM compare as text. */
export const endsAfterStart: Check = bodyCheck<{ startSchedule: string; endSchedule: string }>(
  { code: 'bad_time', hint: 'Give a first time of day and a later one, for example 09:00 and 17:00.' },
  ({ startSchedule: start, endSchedule: end }) => {
    const isOver = start !== undefined && end !== undefined && end <= start;
    return problemAt('endSchedule', end, isOver && `must be later than the start, ${start}`);
  },
);

export const gapIsRange: Check = bodyCheck<{
  minimumTimeBetweenEmails: number;
  maximumTimeBetweenEmails: number;
}>(
  { code: 'bad_gap', hint: 'Give a minimum gap, and a maximum that is not below it.' },
  ({ minimumTimeBetweenEmails: least, maximumTimeBetweenEmails: most }) => {
    const isLess = least !== undefined && most !== undefined && most < least;
    const reason = isLess && `must not be less than the minimum gap, ${least}`;
    return problemAt('maximumTimeBetweenEmails', most, reason);
  },
);

interface Step {
  readonly subject?: string;
  readonly body?: string;
  readonly useSameThread?: boolean;
  readonly variants?: readonly { readonly label?: string }[];
}

/** What would go out without a subject or without a text, and variants with the same label. */
export const wholeSteps: Check = bodyCheck<{ steps: readonly Step[] }>(
  {
    code: 'bad_sequence',
    hint: 'Every step needs a text, and a subject unless it continues the thread.',
  },
  ({ steps = [] }) => steps.flatMap((step, index) => stepProblems(`steps.${index}`, step)),
);

function stepProblems(at: string, { subject = '', body, useSameThread, variants = [] }: Step): Problem[] {
  const lacksSubject = subject.trim() === '' && useSameThread !== true;
  const reason = lacksSubject && 'must not be empty unless the step continues the thread';
  const problems = [
    ...problemAt(`${at}.subject`, undefined, reason),
    ...problemAt(`${at}.body`, undefined, body?.trim() === '' && 'must not be empty'),
  ];
  const labels = new Set<string>();
  for (const [index, { label }] of variants.entries()) {
    if (label === undefined) continue;
    const isRepeated = labels.has(label) && 'must not repeat an earlier one';
    problems.push(...problemAt(`${at}.variants.${index}.label`, label, isRepeated));
    labels.add(label);
  }
  return problems;
}
