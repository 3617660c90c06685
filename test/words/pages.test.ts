import { describe, expect, it } from 'vitest';
import { sentences, wordsOf } from './sentences.ts';

describe('the count of sentences', () => {
  it.each([
    ['Import leads. It takes CSV, e.g. of a CRM.', ['Import leads.', 'It takes CSV, e.g. of a CRM.']],
    [
      '# Head\n\nOne line\nand its end.\n- an item\n- Another. Two.',
      ['One line and its end.', 'an item', 'Another.', 'Two.'],
    ],
    ['Run `a. B c` now.\n\n```\nCode. Here.\n```\n\n| a. B | c |\n', ['Run `a._B_c` now.']],
    ['term\n: what it is. And more\nb\n: else', ['term', 'what it is.', 'And more', 'b', 'else']],
    ['See [the page. Of it](docs/a.md). `x` is 1.5 wide.', ['See the page.', 'Of it.', '`x` is 1.5 wide.']],
  ])('of %j', (text, expected) => {
    expect(sentences(text)).toEqual(expected);
  });

  it('takes a code span for one word', () => {
    expect(sentences('Run `outreach leads list --json` - now.').map(wordsOf)).toEqual([3]);
  });
});
