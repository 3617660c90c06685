import { safeLine } from '../../output/text/safe-text.ts';
import type { Word } from '../words.ts';

/**
 * Whether a person who sees it on the line sees what it is: nothing hidden or moved. A dash in front would make an option
 * of it.
 */
export const canBeOffered = (text: string): boolean =>
  text !== '' && text.length <= longestWord && !text.startsWith('-') && safeLine(text) === text;

export const longestWord = 200;

export const beginsWith = ({ text }: Word, current: string): boolean =>
  text.toLowerCase().startsWith(current.toLowerCase());
