import { Failure } from '../../base/errors.ts';
import { nearest } from '../../base/text/nearest.ts';
import type { Param } from '../declare/params.ts';
import { asTyped, type Place, withNearest, wrongValue } from './wrong-value.ts';

/**
 * The choice that a word means: whatever its case, with `-`, `_` or a blank between its words, and where `byWord` says so
 * by words that no other choice has. Throws `usage` with the nearest ones.
 */
export function choiceFrom({ choices = [], byWord }: Param, word: string, place: Place): string {
  if (choices.includes(word)) return word;
  const same = choices.filter((choice) => plain(choice) === plain(word));
  if (same[0] !== undefined && same.length === 1) return same[0];
  const words = byWord ? wordsOf(word) : [];
  const having = choices.filter((choice) => {
    const own = wordsOf(choice);
    return words.length > 0 && words.every((one) => own.includes(one));
  });
  const [only, ...others] = having;
  if (only !== undefined && others.length === 0) {
    place.note(`${asTyped(place, word)} means ${only}.`);
    return only;
  }
  if (others.length > 0)
    throw new Failure('invalid_value', `${asTyped(place, word)} can be ${having.join(' or ')}`, {
      hint: `Write one of them: ${asTyped(place, only ?? '')}`,
    });
  // As a person types them: `not-interested`.
  const offered = choices.map((choice) => choice.replaceAll('_', '-'));
  const near = nearest(word, offered);
  const wanted = near.length > 1 && choices.length > 12 ? near : offered;
  throw withNearest(wrongValue(place, `one of ${wanted.join(', ')}`, word), place, word, near.slice(0, 1));
}

const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_-]+/)
    .filter(Boolean);

const plain = (text: string): string => wordsOf(text).join('');
