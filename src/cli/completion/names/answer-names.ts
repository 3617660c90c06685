import { inline } from '../../output/text/inline.ts';
import { safeLine } from '../../output/text/safe-text.ts';
import type { Word } from '../words.ts';
import { hereNames, isHere } from './here-names.ts';
import { beginsWith, canBeOffered } from './offered-word.ts';
import { type NamesWorld, serviceNames } from './service-names.ts';

/** The answer to `outreach __names <of> <path> <profile> <current>`, see `Place`; empty where anything is wrong. */
export async function answerNames(
  [of = '', path = '', profile = '', current = '']: readonly string[],
  world: NamesWorld,
): Promise<string> {
  try {
    const words = isHere(of)
      ? hereNames[of](world, path)
      : await serviceNames(world, { of, profile, current });
    return fitting(words, current)
      .map(({ text, about }) => `${text}\t${safeLine(inline(about, longestMeaning))}\n`)
      .join('');
  } catch {
    // A command says what is wrong; Tab does not.
    return '';
  }
}

/** More than a person reads, and few enough for every shell. */
const mostWords = 500;
const longestMeaning = 80;

/** Those that begin with what was typed first, where not all go in. */
function fitting(words: readonly Word[], current: string): readonly Word[] {
  const fit = words.filter(({ text }) => canBeOffered(text));
  if (fit.length <= mostWords) return fit;
  const begun = new Set(fit.filter((word) => beginsWith(word, current)));
  return [...begun, ...fit.filter((word) => !begun.has(word))].slice(0, mostWords);
}
