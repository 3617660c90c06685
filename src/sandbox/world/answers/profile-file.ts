import { problemsOf } from '../../../contract/schema/problems-of.ts';
import {
  array,
  each,
  number,
  object,
  optional,
  type Problem,
  ruled,
  string,
} from '../../../contract/schema/schema.ts';
import { defaultProfile, languages } from './answer-profile.ts';

const shares = <const Name extends string>(names: readonly Name[]) => each(names, optional(number(0, 1)));

const fields = object({
  /** For readers of the file; the world ignores it. */
  note: optional(string()),
  ...shares([
    'reply',
    'positive',
    'unsubscribe',
    'outOfOffice',
    'unsubscribeLink',
    'softBounce',
    'complaint',
  ]),
  ...shares(['invalidAddresses', 'catchAllAddresses', 'unknownAddresses', 'riskyBounce', 'verifierMisses']),
  followUpFactor: optional(number(0, 10)),
  replyHours: optional(array(number(0, 2000), 2, 2)),
  languages: optional(object(shares(languages))),
});

const profile = ruled(fields, (given) => {
  const {
    positive = defaultProfile.positive,
    unsubscribe = defaultProfile.unsubscribe,
    invalidAddresses = defaultProfile.invalidAddresses,
    catchAllAddresses = defaultProfile.catchAllAddresses,
  } = given;
  const problems: Problem[] = [];
  const atMostOne = (field: string, sum: number, what: string): void => {
    // Shares such as 0.62 and 0.38 add up to a little more than one.
    if (sum > 1 + 1e-9)
      problems.push({ field, value: sum, reason: `${what} must not be more than 1 together` });
  };
  atMostOne('unsubscribe', positive + unsubscribe, 'positive and unsubscribe');
  atMostOne(
    'catchAllAddresses',
    invalidAddresses + catchAllAddresses,
    'invalidAddresses and catchAllAddresses',
  );
  const spoken = Object.values(given.languages ?? {}).reduce<number>((sum, one) => sum + (one ?? 0), 0);
  atMostOne('languages', spoken, 'the languages');
  const [mean = 0, most = 0] = given.replyHours ?? [];
  if (mean > most)
    problems.push({
      field: 'replyHours',
      value: given.replyHours,
      reason: 'must be the mean and then the most',
    });
  return problems;
});

/** Breaches of a profile of answers, each named by its field. */
export const profileProblems = (value: unknown): Problem[] =>
  problemsOf(profile, value).map((problem) =>
    isUnknown(problem.field) ? { ...problem, reason: `is none of ${names.join(', ')}` } : problem,
  );

const names = Object.keys(defaultProfile);
const isUnknown = (field: string): boolean =>
  field !== '' && field !== 'note' && !names.includes(field.split('.')[0] ?? '');
