import type { OutlineLine, OutlinePart } from '../../declare/view.ts';
import { inTone } from '../text/paint.ts';
import { type Safe, safe, safeLine } from '../text/safe-text.ts';
import type { Style } from '../text/style.ts';
import { displayWidth, wrap } from '../text/width.ts';

const setIn = '  ';
/** Deeper levels are not set in further: a line of a narrow window keeps some room. */
const deepest = 6;

/** Each line with its parts in their colours, wrapped below its own beginning. */
export function* drawOutline(lines: readonly OutlineLine[], style: Style): Iterable<Safe> {
  const gutter = style.glyphs.gutter as Safe;
  for (const { level, parts, quoted } of lines) {
    const indent = setIn.repeat(Math.min(level, deepest)) as Safe;
    const first = quoted ? safe`${indent}${style.paint.dim(gutter)}` : indent;
    const further = quoted ? first : safe`${indent}${setIn as Safe}`;
    const width = style.width - indent.length - (quoted ? displayWidth(gutter) : setIn.length);
    for (const [index, line] of filled(parts, width, style).entries())
      yield safe`${index === 0 ? first : further}${line}`.trimEnd() as Safe;
  }
}

/** Wrapped as plain text, and coloured afterwards: no colour goes on over the end of a line. */
function filled(parts: readonly OutlinePart[], width: number, { paint }: Style): Safe[] {
  const pieces = parts.map(({ text, tone }) => ({ text: safeLine(text), tone }));
  const whole = pieces.map(({ text }) => text).join('') as Safe;
  let end = 0;
  return wrap(whole, width).map((line) => {
    const start = whole.indexOf(line, end);
    end = start + line.length;
    let from = 0;
    return pieces.reduce((drawn, { text, tone }) => {
      const shown = whole.slice(Math.max(start, from), Math.min(end, from + text.length)) as Safe;
      from += text.length;
      return shown === '' ? drawn : safe`${drawn}${inTone(shown, tone, paint)}`;
    }, safe``);
  });
}
