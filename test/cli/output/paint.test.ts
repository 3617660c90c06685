import { describe, expect, it } from 'vitest';
import { wantsAscii } from '../../../src/cli/output/text/glyphs.ts';
import { colourLevel, loadPaint } from '../../../src/cli/output/text/paint.ts';
import { safeLine } from '../../../src/cli/output/text/safe-text.ts';

const level = (env: Record<string, string>, isTTY = true, flag = false) =>
  colourLevel({ flag, env, stream: { isTTY } });

describe('colour', () => {
  it('follows the stream where nothing else is said', () => {
    expect(level({})).toBe(1);
    expect(level({}, false)).toBe(0);
  });

  it('obeys flag, then NO_COLOR, then FORCE_COLOR, then TERM', () => {
    expect(level({ FORCE_COLOR: '3' }, true, true)).toBe(0);
    expect(level({ NO_COLOR: '1', FORCE_COLOR: '1' })).toBe(0);
    expect(level({ NO_COLOR: 'x' })).toBe(0);
    expect(level({ NO_COLOR: '' })).toBe(1);
    expect(level({ FORCE_COLOR: '1', TERM: 'dumb' }, false)).toBe(1);
    expect(level({ FORCE_COLOR: '' }, false)).toBe(1);
    expect(level({ FORCE_COLOR: '3' }, false)).toBe(3);
    expect(level({ FORCE_COLOR: '0' })).toBe(0);
    expect(level({ TERM: 'dumb' })).toBe(0);
  });

  it('paints by its own level, whatever the process would do', async () => {
    const text = safeLine('x');
    expect((await loadPaint(0)).bad(text)).toBe('x');
    expect((await loadPaint(1)).bad(text)).toBe('\u001b[31mx\u001b[39m');
  });
});

describe('signs of our own', () => {
  it('are ASCII where the locale or the terminal has no others', () => {
    expect(wantsAscii({ LANG: 'en_GB.UTF-8' })).toBe(false);
    expect(wantsAscii({ LANG: 'en_GB.UTF-8', LC_ALL: 'C' })).toBe(true);
    expect(wantsAscii({ LC_CTYPE: 'C.utf8', LANG: 'C' })).toBe(false);
    expect(wantsAscii({ TERM: 'dumb' })).toBe(true);
    expect(wantsAscii({})).toBe(false);
  });
});
