import { sum } from '../../base/counted.ts';
import {
  array,
  each,
  number,
  object,
  optional,
  type Problem,
  ruled,
  string,
} from '../../contract/schema/schema.ts';
import { answerShares } from '../../domain/course/answers.ts';
import { defaultProfile, languages } from '../world/answers/answer-profile.ts';

const shares = <const Name extends string>(names: readonly Name[]) => each(names, optional(number(0, 1)));

const fields = object({
  /** For readers of the file; the world ignores it. */
  note: optional(string()),
  ...shares(answerShares),
  followUpFactor: optional(number(0, 10)),
  replyHours: optional(array(number(0, 2000), 2, 2)),
  languages: optional(object(shares(languages))),
});

/** How people of a world answer, as a file describes it. */
export const answerRates = ruled(fields, (given) => {
  const rates = { ...defaultProfile, ...given };
  const [mean = 0, most = 0] = given.replyHours ?? [];
  return [
    ...atMostOne('unsubscribe', [rates.positive, rates.unsubscribe], 'positive and unsubscribe'),
    ...atMostOne(
      'catchAllAddresses',
      [rates.invalidAddresses, rates.catchAllAddresses],
      'invalidAddresses and catchAllAddresses',
    ),
    ...atMostOne('languages', Object.values(given.languages ?? {}), 'the languages'),
    ...(mean > most
      ? [{ field: 'replyHours', value: given.replyHours, reason: 'must be the mean and then the most' }]
      : []),
  ];
});

function atMostOne(field: string, shares: readonly (number | undefined)[], what: string): Problem[] {
  const total = sum(shares.map((share) => share ?? 0));
  // Shares such as 0.62 and 0.38 add up to a little more than one.
  return total > 1 + 1e-9
    ? [{ field, value: total, reason: `${what} must not be more than 1 together` }]
    : [];
}
