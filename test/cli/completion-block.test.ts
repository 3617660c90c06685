import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withBlock, withoutBlock } from '../../src/cli/completion/change-files.ts';

const eol = fc.constantFrom('\n', '\r\n');
const lines = fc.array(
  fc.constantFrom('if x', 'fi', '# a remark', '', '# >>> another >>>', '  . "$HOME"', '#'),
);
const file = fc
  .tuple(lines, eol, fc.boolean())
  .map(([all, end, isWhole]) => all.join(end) + (isWhole && all.length > 0 ? end : ''));

describe('lines between marks', () => {
  it('come and go without a trace, also where others were there before', () => {
    fc.assert(
      fc.property(fc.option(file, { nil: undefined }), lines, lines, (text, first, second) => {
        const once = withBlock(text, first);
        expect(withBlock(once, first)).toBe(once);
        const again = withBlock(once, second);
        expect(again).toBe(withBlock(text, second));
        expect(withoutBlock(again)).toBe(text);
      }),
    );
  });

  it('leave what was added below them later', () => {
    fc.assert(
      fc.property(fc.option(file, { nil: undefined }), lines, (text, added) => {
        const rest = withoutBlock(`${withBlock(text, added)}export A=1\n`);
        expect(rest?.endsWith('export A=1\n')).toBe(true);
        expect(rest).not.toContain('outreach');
        expect(rest?.startsWith(text ?? '')).toBe(true);
      }),
    );
  });

  it('have the line ends of the file', () => {
    expect(withBlock('a\r\n', ['b'])).toBe(
      'a\r\n# >>> outreach completion 3e23e816 >>>\r\nb\r\n# <<< outreach completion <<<\r\n',
    );
  });

  it('are known after an upgrade, with other line ends too, and not after a change by hand', () => {
    const old = withBlock('a\n', ['b', 'c']);
    expect(withoutBlock(old.replaceAll('\n', '\r\n'))).toBe('a\r\n');
    for (const [from, to] of [
      ['b\n', 'b\nexport MINE=1\n'],
      ['c\n', ''],
      ['c\n', 'c\n\n'],
      ['b', 'B'],
    ] as const) {
      const changed = old.replace(from, to);
      expect(() => withBlock(changed, ['d'])).toThrow(
        /^lines 2 to [456], of outreach, were changed by hand$/,
      );
      expect(() => withoutBlock(changed)).toThrow('lines 2 to');
    }
  });

  it.each([
    '# >>> outreach completion >>>\nx\n',
    'x\n# <<< outreach completion <<<\n',
    `${withBlock('a\n', ['b'])}${withBlock('a\n', ['b'])}`,
  ])('are not guessed at where a mark is missing or there twice: %j', (text) => {
    expect(() => withBlock(text, ['b'])).toThrow('not one pair');
    expect(() => withoutBlock(text)).toThrow('not one pair');
  });
});
