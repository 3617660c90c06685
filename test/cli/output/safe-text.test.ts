import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonSafe, safe, safeBlock, safeLine } from '../../../src/cli/output/text/safe-text.ts';
import { runs } from '../../sweep/slice.ts';
import { actsOnTerminal, harmless, hostile } from './hostile.ts';
import { anyText } from './text.ts';

describe('safe text', () => {
  it.each(hostile.map((text) => [JSON.stringify(text), text]))('takes the sting out of %s', (_name, text) => {
    expect(actsOnTerminal(safeLine(text))).toBe(false);
    expect(actsOnTerminal(safeBlock(text), { lines: true })).toBe(false);
  });

  it.each(harmless)('leaves %s as it is', (text) => {
    expect(safeLine(text)).toBe(text);
    expect(safeBlock(text)).toBe(text);
  });

  it('leaves nothing that acts in any text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(actsOnTerminal(safeLine(text))).toBe(false);
        expect(actsOnTerminal(safeBlock(text), { lines: true })).toBe(false);
      }),
      { numRuns: runs(2000) },
    );
  });

  it('shows what it escapes', () => {
    expect(safeLine('a\u001b[2Jb')).toBe('a^[[2Jb');
    expect(safeLine('\u009b2J')).toBe('\\u{9b}2J');
    expect(safeLine('\u007f\u0000')).toBe('^?^@');
    expect(safeLine('x\u202ey')).toBe('x\\u{202e}y');
    expect(safeLine('\ud83d')).toBe('\\u{d83d}');
    expect(safeLine('a\u{e0041}')).toBe('a\\u{e0041}');
  });

  it('keeps apart what a carriage return would have laid over', () => {
    expect(safeLine('paid $9000\rpaid $9')).toBe('paid $9000^Mpaid $9');
    expect(safeBlock('paid $9000\rpaid $9')).toBe('paid $9000^Mpaid $9');
  });

  it('shows line breaks in one line and keeps them in a block', () => {
    expect(safeLine('a\r\nb\nc\td')).toBe('a␊b␊c d');
    expect(safeBlock('a\r\nb\nc\td')).toBe('a\nb\nc    d');
  });

  it('allows joiners only where a script or an emoji needs them', () => {
    expect(safeLine('ad\u200dmin')).toBe('ad\\u{200d}min');
    expect(safeLine('👩\u200dx')).toBe('👩\\u{200d}x');
    expect(safeLine('a\ufe0f')).toBe('a\\u{fe0f}');
  });

  it('caps piles of marks and chains of emoji', () => {
    expect(safeLine(`a${'\u0301'.repeat(500)}b`)).toBe(`a${'\u0301'.repeat(8)}[+492]b`);
    expect(safeLine('👩\u200d'.repeat(60))).not.toContain('\u200d');
  });

  it('gives a mark without a letter a base of its own', () => {
    expect(safeLine('\u0301a')).toBe('◌\u0301a');
    expect(safeBlock('a\n\u0301b')).toBe('a\n◌\u0301b');
  });

  it('puts safe parts together', () => {
    expect(safe`${safeLine('a\u001b')}: ${7}`).toBe('a^[: 7');
  });
});

describe('text in JSON', () => {
  it('acts on nothing and means the same', () => {
    fc.assert(
      fc.property(fc.record({ text: anyText, list: fc.array(anyText, { maxLength: 3 }) }), (value) => {
        const document = jsonSafe(JSON.stringify(value, undefined, 2));
        expect(actsOnTerminal(document.replaceAll('\n', ''))).toBe(false);
        expect(JSON.parse(document)).toEqual(value);
      }),
      { numRuns: runs(1000) },
    );
  });
});
