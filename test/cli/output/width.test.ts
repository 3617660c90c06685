import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it, vi } from 'vitest';
import { type Safe, safeBlock, safeLine } from '../../../src/cli/output/text/safe-text.ts';
import { displayWidth, pad, truncate, wrap } from '../../../src/cli/output/text/width.ts';
import { anyCharacter } from '../../any-character.ts';
import { runs } from '../../sweep/slice.ts';
import { anyText } from './text.ts';

const text = (value: string) => value as Safe;

describe('width', () => {
  it('counts cells, not characters', () => {
    expect(displayWidth('abc')).toBe(3);
    expect(displayWidth('日本')).toBe(4);
    expect(displayWidth('👩‍👩‍👧‍👦')).toBe(2);
    expect(displayWidth('e\u0301')).toBe(1);
  });

  it('is what the library measures, also the second time', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, fc.string({ unit: anyCharacter })), (raw) => {
        const cells = stringWidth(raw);
        expect([displayWidth(raw), displayWidth(raw)]).toEqual([cells, cells]);
      }),
      { numRuns: runs(600) },
    );
  });

  it('measures a long text, which it reads by windows, as the library does', { tags: 'slow' }, () => {
    const long = fc.array(anyText, { minLength: 20, maxLength: 60 }).map((parts) => parts.join(''));
    const chained = fc.integer({ min: 50, max: 200 }).map((count) => 'a👨\u200d🇩é'.repeat(count));
    fc.assert(
      fc.property(fc.oneof(long, chained), fc.nat(70), (raw, before) => {
        const padded = `${'é'.repeat(before)}${raw}`;
        expect(displayWidth(padded)).toBe(stringWidth(padded));
      }),
      { numRuns: runs(200) },
    );
  });

  it.each(['A', 'é', '日', 'क्', 'e\u0301', '👨\u200d👩', 'a.', '/é'])(
    'breaks a long word of %s with work that grows with its length alone',
    { tags: 'slow' },
    (part) => {
      const word = text(part.repeat(20_000));
      const segment = vi.spyOn(Intl.Segmenter.prototype, 'segment');
      try {
        wrap(word, 77);
        truncate(word, 77);
        // The segmenter copies what it is given for each piece that it finds.
        const work = segment.mock.results.map(({ value }, at) => {
          const given = segment.mock.calls[at]?.[0] as string;
          return given.length * Math.min([...value].length, given.length);
        });
        expect(work.reduce((sum, one) => sum + one, 0)).toBeLessThan(word.length * 400);
      } finally {
        segment.mockRestore();
      }
    },
  );

  it('cuts between graphemes and marks the cut', () => {
    expect(truncate(text('abcdef'), 6)).toBe('abcdef');
    expect(truncate(text('abcdefg'), 6)).toBe('abcde…');
    expect(truncate(text('日本語です'), 6)).toBe('日本…');
    expect(truncate(text('日本語です'), 5)).toBe('日本…');
    expect(truncate(text('👩‍👩‍👧‍👦👩‍👩‍👧‍👦'), 3)).toBe('👩‍👩‍👧‍👦…');
    expect(truncate(text('abcdefg'), 6, '...')).toBe('abc...');
    expect(truncate(text('abcdefg'), 0)).toBe('');
  });

  it('pads on either side', () => {
    expect(pad(text('日'), 4)).toBe('日  ');
    expect(pad(text('7'), 3, 'left')).toBe('  7');
    expect(pad(text('abcd'), 3)).toBe('abcd');
  });

  it('breaks an address or a link after its parts where it is longer than a line', () => {
    const address = '(margaret.thorne-hollister@orchard-analytics-of-the-north.example)';
    expect(wrap(text(`see ${address}`), 39)).toEqual([
      'see (margaret.thorne-hollister@',
      'orchard-analytics-of-the-north.example)',
    ]);
    expect(wrap(text('https://acme.example/a/long/path?of=it'), 22)).toEqual([
      'https://acme.example/',
      'a/long/path?of=it',
    ]);
  });

  it('wraps at spaces, breaks only what is too long', () => {
    expect(wrap(text('the quick brown fox'), 10)).toEqual(['the quick', 'brown fox']);
    expect(wrap(text('a incomprehensible b'), 6)).toEqual(['a inco', 'mprehe', 'nsible', 'b']);
    expect(wrap(text('one\n\n  two'), 10)).toEqual(['one', '', '  two']);
    expect(wrap(text('日本語です'), 4)).toEqual(['日本', '語で', 'す']);
    expect(wrap(text('ᄀ'.repeat(7)), 4)).toEqual(['ᄀᄀ', 'ᄀᄀ', 'ᄀᄀ', 'ᄀ']);
    expect(wrap(text(''), 10)).toEqual(['']);
    expect(wrap(text(' '.repeat(30)), 10)).toEqual(['']);
  });

  it('never exceeds the width, whatever the text', { tags: 'slow' }, () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 2, max: 60 }), (raw, width) => {
        expect(displayWidth(truncate(safeLine(raw), width))).toBeLessThanOrEqual(width);
        for (const line of wrap(safeBlock(raw), width)) expect(displayWidth(line)).toBeLessThanOrEqual(width);
      }),
      { numRuns: runs(600) },
    );
  });

  it('loses nothing but blanks when it wraps', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 2, max: 60 }), (raw, width) => {
        const block = safeBlock(raw);
        const bare = (value: string) => value.replaceAll(/[ \n]/g, '').replaceAll(/\s/g, '');
        expect(bare(wrap(block, width).join(''))).toBe(bare(block));
      }),
    );
  });
});
