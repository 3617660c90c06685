import { Failure } from '../../base/errors.ts';
import { isInvisible } from '../../base/text/invisible.ts';
import { nearest } from '../../base/text/nearest.ts';
import type { Waiver } from '../../domain/launch/problem.ts';
import { ruleIds } from '../../domain/launch/rules.ts';
import { type Place, withNearest } from './wrong-value.ts';

/** A rule and the reason why it may be broken. Throws `usage` for a rule that does not exist, and without a reason. */
export function waiverFrom(word: string, place: Place): Waiver {
  const [name = '', ...rest] = word.split('=');
  const reason = rest.join('=').trim();
  const rule = ruleIds.find((id) => id === name.trim());
  if (rule === undefined) {
    const failure = new Failure('invalid_value', `${place.label}: there is no rule '${name.trim()}'`, {
      hint: 'The rules: outreach campaigns check <campaign> --all',
    });
    throw withNearest(failure, place, name.trim(), nearest(name, ruleIds));
  }
  if (isInvisible(reason))
    throw new Failure('invalid_value', `${place.label} ${rule} needs a reason`, {
      hint: `For example: ${place.label} ${rule}="the service adds it"`,
    });
  return { rule, reason };
}
