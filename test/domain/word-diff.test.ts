import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffLines, openWordDiff } from '../../src/domain/campaign-plan/word-diff.ts';
import { anyText } from '../cli/output/text.ts';

const diff = await openWordDiff();
const shown = (from: string, to: string) =>
  diffLines(diff(from, to)).map((parts) => parts.map(({ text }) => text).join(''));

describe('a word diff', () => {
  it('marks what was removed and added, and joins neighbours', () => {
    expect(shown('Did this reach you?', 'Still on your list?')).toEqual([
      '[-Did this reach you-]{+Still on your list+}?',
    ]);
    expect(shown('ten minutes next week', 'ten quick minutes next week')).toEqual([
      'ten {+quick +}minutes next week',
    ]);
  });

  it('leaves out what is far from a change, and marks each line', () => {
    const far = 'A sentence that is the same in both and far away. '.repeat(4);
    expect(shown(`${far}One.\n\nGone.`, `${far}One.\n\nNew.\nAnd more.`)).toEqual([
      '… that is the same in both and far away. One.',
      '',
      '[-Gone.-]{+New.+}',
      '{+And more.+}',
    ]);
  });

  it('shows a line break that comes or goes', () => {
    expect(diffLines(diff('One\ntwo', 'One two'))).toEqual([
      [
        { is: 'same', text: 'One' },
        { is: 'removed', text: '[-\n-]' },
        { is: 'added', text: '{+ +}' },
        { is: 'same', text: 'two' },
      ],
    ]);
  });

  it('sets a backslash before marks of the text', () => {
    expect(shown('a', 'a {+b+} [-c-]')).toEqual([String.raw`a{+ \{+b\+} \[-c\-]+}`]);
  });

  it('holds both texts whole, whatever they are', () => {
    fc.assert(
      fc.property(anyText, anyText, anyText, (before, one, other) => {
        const [from, to] = [`${before}${one}`, `${before}${other}`];
        const found = diff(from, to);
        const side = (not: string) =>
          found
            .filter(({ is }) => is !== not)
            .map(({ text }) => text)
            .join('');
        expect([side('added'), side('removed')]).toEqual([from, to]);
      }),
    );
  });

  it('gives up comparing texts that have nothing in common', { tags: 'slow' }, () => {
    const words = (word: string) => Array.from({ length: 20_000 }, (_, at) => `${word}${at}`).join(' ');
    const found = diff(words('a'), words('b'));
    expect(found.map(({ is }) => is)).toEqual(['removed', 'added']);
  });
});
