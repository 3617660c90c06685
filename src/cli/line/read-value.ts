import { parseDuration } from '../../base/duration.ts';
import { Failure } from '../../base/errors.ts';
import { type Param, rangeText } from '../declare/params.ts';
import { typedNumber } from './typed-number.ts';
import { type Place, wrongValue } from './wrong-value.ts';

/** A word of the line as the value of its option or argument. Throws `usage`, naming what would be right. */
export async function readValue(param: Param, word: string, place: Place): Promise<unknown> {
  switch (param.type) {
    case 'integer':
    case 'number':
      return numberFrom(param, word, place);
    case 'duration': {
      const ms = parseDuration(word);
      if (ms === undefined) throw wrongValue(place, `a duration like 90s, 5m or 14d`, word);
      if (ms === 0 && param.min !== 0) throw wrongValue(place, 'above 0', word);
      return ms;
    }
    case 'moment':
      // What it means depends on the clock of the target, which is not known yet.
      return (await import('./moment.ts')).checkedMoment(word, param.moment, place);
    case 'choice':
      return (await import('./choice.ts')).choiceFrom(param, word, place);
    case 'country':
      return (await import('./country.ts')).countryFrom(word, param.country, place);
    case 'zone':
      return (await import('./zone.ts')).zoneFrom(word, place);
    case 'days':
      return labelled(place, (await import('../../domain/schedule-text.ts')).parseDays, word);
    case 'hour':
      return labelled(place, (await import('../../domain/schedule-text.ts')).parseTimeOfDay, word);
    case 'waiver':
      return (await import('./waiver.ts')).waiverFrom(word, place);
    case 'file':
    case 'folder':
      if (word === '') throw wrongValue(place, 'a path', word);
      return word;
    default:
      return word;
  }
}

function numberFrom({ type, min, max, exact }: Param, word: string, place: Place): number | bigint {
  const whole = type === 'integer';
  const wanted = exact ? 'an id, such as 12' : whole ? 'a whole number' : 'a number';
  // An amount has a point: scripts compute ceilings such as 19.999.
  const amount = whole ? undefined : /^[+-]?\d+\.\d+$/.exec(word)?.[0];
  const digits = exact ? /^\d+$/.exec(word)?.[0] : (amount ?? typedNumber(word));
  let value: number | bigint = Number(digits ?? Number.NaN);
  if (exact && /^\d{16,20}$/.test(word) && !Number.isSafeInteger(value)) value = BigInt(word);
  if (typeof value === 'number' && !(whole ? Number.isSafeInteger(value) : Number.isFinite(value)))
    throw wrongValue(place, wanted, word);
  if ((min !== undefined && value < min) || (max !== undefined && value > max))
    throw wrongValue(place, rangeText(min, max), word);
  return value;
}

/** The rules of schedules know no options. */
function labelled<T>({ label }: Place, parse: (text: string) => T, word: string): T {
  try {
    return parse(word);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new Failure('invalid_value', `${label}: ${error.message}`, {
      cause: error,
      hint: error.hint ?? null,
    });
  }
}
