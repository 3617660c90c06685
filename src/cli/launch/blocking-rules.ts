import type { Finding } from '../../domain/launch/problem.ts';
import type { RuleId } from '../../domain/launch/rules.ts';
import type { Waived } from '../../domain/launch/verdict.ts';

export const blockingIn = <P extends Finding>(problems: readonly P[]): readonly P[] =>
  problems.filter(({ severity }) => severity === 'block');

/** Each rule once, however many problems it has. */
export const brokenRules = (problems: readonly Pick<Finding, 'rule'>[]): readonly RuleId[] => [
  ...new Set(problems.map(({ rule }) => rule)),
];

/** Below an error, with the sign that a screen shows before what blocks. */
export const foundLine = ({ rule, message }: Finding): string => `✗ ${rule}: ${message}`;

/** The service itself starts no campaign that lacks one of these. */
const neededToStart: readonly RuleId[] = [
  'no-steps',
  'no-leads',
  'none-attached',
  'all-disconnected',
  'no-day',
];

/** How a person lets go out what the rules stop. */
export const acceptHint = (blocking: readonly Pick<Finding, 'rule'>[]): string => {
  const broken = brokenRules(blocking);
  if (broken.some((rule) => neededToStart.includes(rule)))
    return 'A campaign cannot start without its leads, emails, mailboxes and sending days.';
  const options = broken.map((rule) => `--accept ${rule}="<reason>"`);
  return `Fix it, or let it go out with a reason: ${options.join(' ')}`;
};

/** What does not stop it, for a question. */
export const warningText = ({ rule, message }: Finding): string => `Warning, ${rule}: ${message}`;

/** What a waiver lets go, for a question. */
export const waivedText = ({ rule, reason, by, message }: Waived): string =>
  `Accepted, ${rule} (${by}): ${reason}${message === null ? '' : `; found: ${message}`}`;
