import { safeLine } from '../../output/text/safe-text.ts';
import type { Word } from '../words.ts';

/** Whether it shows what it is: nothing hidden or moved, and no dash in front, which would make it an option. */
export const canBeOffered = (text: string): boolean =>
  text !== '' && text.length <= longestWord && !text.startsWith('-') && safeLine(text) === text;

export const longestWord = 200;

export const beginsWith = ({ text }: Word, current: string): boolean =>
  text.toLowerCase().startsWith(current.toLowerCase());
