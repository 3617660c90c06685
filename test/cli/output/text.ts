import fc from 'fast-check';
import { anyCharacter } from '../../any-character.ts';
import { harmless, hostile } from './hostile.ts';

/** Text with everything that makes width and escaping hard, in any mixture. */
export const anyText = fc
  .array(
    fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.string({ unit: anyCharacter, maxLength: 8 }),
      fc.string({ unit: 'grapheme', maxLength: 8 }),
      fc.constantFrom(...hostile, ...harmless),
      fc.constantFrom(
        '日本',
        '한글',
        'ｱｲｳﾞ',
        '👩‍👩‍👧‍👦',
        '🇩🇪',
        '\u0301',
        '\u200d',
        '\u0903',
        'ᄀ'.repeat(60),
        '𖿠',
        'ﷺ',
        '\uD83D',
        ' ',
        '\n',
        '\t',
        '\ue000',
      ),
      fc.integer({ min: 0x80, max: 0xffff }).map((code) => String.fromCharCode(code)),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));
