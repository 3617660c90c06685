import type { Tone } from '../../declare/tones.ts';
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
function filled(parts: readonly OutlinePart[], width: number, { paint, ascii }: Style): Safe[] {
  const lines: Coloured[][] = [[]];
  let used = 0;
  const turn = () => {
    lines.push([]);
    used = 0;
  };
  for (const { text, tone } of parts)
    for (const word of safeLine(text, { ascii }).split(/( +)/) as Safe[]) {
      const cells = displayWidth(word);
      const isBlank = word.startsWith(' ');
      if (used + cells > width && used > 0) turn();
      if (isBlank && used === 0 && (lines.length > 1 || cells > width)) continue;
      for (const [index, piece] of (cells > width && !isBlank ? wrap(word, width) : [word]).entries()) {
        if (index > 0) turn();
        add(lines.at(-1) ?? [], piece, tone);
        used += displayWidth(piece);
      }
    }
  return lines.map((line) =>
    line.reduce((drawn, { text, tone }, at) => {
      const shown = at === line.length - 1 ? (text.trimEnd() as Safe) : text;
      return shown === '' ? drawn : safe`${drawn}${inTone(shown, tone, paint)}`;
    }, safe``),
  );
}

interface Coloured {
  text: Safe;
  readonly tone: Tone | undefined;
}

function add(line: Coloured[], text: Safe, tone: Tone | undefined): void {
  const last = line.at(-1);
  if (last && last.tone === tone) last.text = safe`${last.text}${text}`;
  else line.push({ text, tone });
}
