import { Failure } from '../../base/errors.ts';
import { type MomentUse, momentExamples, parseMoment } from '../../domain/moment.ts';
import type { Globals } from '../declare/globals.ts';
import type { Params } from '../declare/params.ts';
import { placeIn } from '../declare/shared-options.ts';
import { type Place, wrongValue } from './wrong-value.ts';

const someDay = Date.UTC(2026, 0, 1);
const otherDay = Date.UTC(2026, 5, 12, 12);

/** The word as it is. Throws `usage` where it is not a moment. */
export function checkedMoment(word: string, use: MomentUse = 'since', place: Place): string {
  if (parseMoment(word, { use, now: someDay, utc: true }) === undefined)
    throw wrongMoment(place.label, word, use);
  return word;
}

const wrongMoment = (label: string, word: string, use: MomentUse): Failure =>
  wrongValue({ label }, `a time such as ${momentExamples(use)}`, word);

/** The values with every moment as RFC 3339. What time it is, is asked only for those that depend on it. */
export async function resolveMoments(
  params: Params,
  values: Readonly<Record<string, unknown>>,
  { utc }: Pick<Globals, 'utc'>,
  now: (use: MomentUse) => Promise<number>,
): Promise<Record<string, unknown>> {
  const resolved: Record<string, unknown> = { ...values };
  for (const [key, { moment }] of Object.entries(params)) {
    const word = values[key];
    if (moment === undefined || typeof word !== 'string') continue;
    const at = (now: number) => parseMoment(word, { use: moment, now, utc });
    const found = at(someDay) === at(otherDay) ? at(someDay) : at(await now(moment));
    if (found === undefined) throw wrongMoment(placeIn(params, key), word, moment);
    resolved[key] = found;
  }
  const { since, until } = resolved;
  // Nothing lies between an end and a later beginning: the two were mixed up.
  if (typeof since === 'string' && typeof until === 'string' && Date.parse(since) > Date.parse(until))
    throw new Failure('invalid_value', `--since ${values.since} is after --until ${values.until}`, {
      hint: `That is from ${since} until ${until}. Exchange the two.`,
    });
  return resolved;
}
