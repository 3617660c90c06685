import type { Bar, OutlineLine, OutlinePart, Task, View, ViewOf } from '../../declare/view.ts';
import { figureOf, mostOf } from '../text/cell.ts';
import { inTone } from '../text/paint.ts';
import { type Safe, safe, safeBlock, safeLine } from '../text/safe-text.ts';
import type { Style } from '../text/style.ts';
import { dayWithWeekday } from '../text/times.ts';
import { breakCommand, displayWidth, pad, truncate, wrap } from '../text/width.ts';
import { drawRecord } from './record.ts';
import { layTable } from './table.ts';

/**
 * A view as lines for a terminal, none wider than the style's width. The only maker of lines: every text of a view is
 * escaped here, wherever it came from. Load this module by `import()`: it brings the drawing library.
 */
export function render(view: View, style: Style): Iterable<Safe> {
  switch (view.kind) {
    case 'table':
      return drawTable(view, style);
    case 'record':
      return drawRecord(view.fields, style);
    case 'text':
      return view.lines.flatMap((line) => paragraph(line, style));
    case 'with-commands':
      return view.lines.flatMap((line) =>
        line.startsWith('outreach ') ? breakCommand(safeLine(line), style.width) : paragraph(line, style),
      );
    case 'verbatim':
      return drawVerbatim(view.text);
    case 'heading':
      return wrap(safeLine(view.text), style.width).map(style.paint.bold);
    case 'quote':
      return drawQuote(view.text, view.marked ?? [], style);
    case 'outline':
      return drawOutline(view.lines, style);
    case 'tasks':
      return drawTasks(view.tasks, style);
    case 'bars':
      return drawBars(view.bars, style);
    case 'columns':
      return drawBars(
        view.days.map((day) => ({ ...day, label: dayWithWeekday(day.label) })),
        style,
      );
    case 'stack':
      return drawStack(view.views, style);
  }
}

function* drawTable(view: ViewOf<'table'>, style: Style): Iterable<Safe> {
  if (view.rows.length === 0) {
    if (view.empty !== '') yield* paragraph(view.empty, style);
    return;
  }
  const layout = layTable(view.atTerminal ?? view.columns, view.rows, style);
  yield* layout.head();
  yield* layout.rows(view.rows);
}

/** An item of a list goes on below its own text. */
const paragraph = (text: string, { width }: Style): Safe[] => {
  const line = safeLine(text);
  if (!line.startsWith('- ')) return wrap(line, width);
  const parts = wrap(line.slice(2) as Safe, width - 2);
  return parts.map((part, at) => (at === 0 ? safe`- ${part}` : safe`  ${part}`));
};

/** As it is, with its tabs and colours; other control characters are escaped here as well. */
const drawVerbatim = (text: string): Safe[] =>
  text
    .replace(/\n$/, '')
    .split(/(\n|\t|\u001b\[\d+(?:;\d+)*m)/)
    .map((part, index) => (index % 2 === 1 ? part : safeLine(part)))
    .join('')
    .split('\n') as Safe[];

/** Each line of text from others has the bar in front, so it cannot pass for a line of ours. */
function* drawQuote(text: string, marked: readonly string[], style: Style): Iterable<Safe> {
  const gutter = style.glyphs.gutter as Safe;
  const bare = gutter.trimEnd() as Safe;
  const lines = wrap(safeBlock(text), style.width - displayWidth(gutter));
  for (const line of paintMarks(lines, marked, style))
    yield line === '' ? style.paint.dim(bare) : safe`${style.paint.dim(gutter)}${line}`;
}

/** Also those that go on in the next line. */
function paintMarks(lines: readonly Safe[], marked: readonly string[], { paint }: Style): readonly Safe[] {
  const marks = marked.map((mark) => safeLine(mark)).filter(Boolean);
  if (marks.length === 0) return lines;
  const wrapped = marks
    .sort((a, b) => b.length - a.length)
    .map((mark) =>
      Array.from(mark, (letter) =>
        letter === ' ' ? '[ \\n]' : letter.replace(/[\\^$.*+?()[\]{}|/]/u, '\\$&'),
      ).join('\\n?'),
    );
  return lines
    .join('\n')
    .replaceAll(new RegExp(wrapped.join('|'), 'gu'), (mark) =>
      mark
        .split('\n')
        .map((part) => paint.bad(part as Safe))
        .join('\n'),
    )
    .split('\n') as Safe[];
}

/** A blank line between views, none after a heading; what draws nothing leaves no gap. */
function* drawStack(views: readonly View[], style: Style): Iterable<Safe> {
  let apart = false;
  for (const view of views) {
    const lines = [...render(view, style)];
    if (lines.length === 0) continue;
    if (apart) yield safe``;
    yield* lines;
    apart = view.kind !== 'heading';
  }
}

const indent = safe`  `;
/** Less than this is not a chart: then only the figures are shown. */
const shortest = 5;

/** A horizontal bar chart: label, bar, figure, note. Bars share one scale; what is not above zero has none. */
function* drawBars(bars: readonly Bar[], style: Style): Iterable<Safe> {
  const { glyphs, paint, width } = style;
  const labels = bars.map(({ label }) => truncate(safeLine(label), Math.floor(width / 3), glyphs.ellipsis));
  const figures = bars.map((bar) => {
    const figure = bar.note === undefined ? figureOf(bar) : `${figureOf(bar)}  ${bar.note}`;
    return truncate(safeLine(figure), Math.floor(width / 2), glyphs.ellipsis);
  });
  const labelWidth = Math.max(0, ...labels.map(displayWidth));
  const figureWidth = Math.max(0, ...figures.map(displayWidth));
  const room = width - labelWidth - figureWidth - 3;
  const most = mostOf(bars);

  const cells = (value: number, signs: readonly string[]) =>
    room < shortest ? safe`` : barOf(most > 0 ? value / most : 0, room, signs);
  for (const [index, { value, of = 0 }] of bars.entries()) {
    const label = pad(labels[index] ?? safe``, labelWidth);
    const figure = figures[index] ?? safe``;
    const bar = cells(value ?? 0, glyphs.blocks);
    const rest = cells(of, [glyphs.rest]).slice(displayWidth(bar)) as Safe;
    if (bar === '' && rest === '') yield safe`${label}  ${figure}`;
    else yield safe`${label}  ${bar === '' ? bar : paint.accent(bar)}${rest} ${figure}`;
  }
}

/** Whatever is above zero shows at least the thinnest block. */
function barOf(part: number, room: number, blocks: readonly string[]): Safe {
  if (!(part > 0)) return safe``;
  const units = Math.max(1, Math.round(Math.min(1, part) * room * blocks.length));
  const full = blocks[blocks.length - 1] ?? '';
  const rest = units % blocks.length;
  return (full.repeat(Math.floor(units / blocks.length)) + (rest > 0 ? blocks[rest - 1] : '')) as Safe;
}

/** Deeper levels are not set in further: a line of a narrow window keeps some room. */
const deepest = 6;

/** Each line with its parts in their colours, wrapped below its own beginning. */
function* drawOutline(lines: readonly OutlineLine[], style: Style): Iterable<Safe> {
  const gutter = style.glyphs.gutter as Safe;
  for (const { level, parts, quoted } of lines) {
    const before = indent.repeat(Math.min(level, deepest)) as Safe;
    const first = quoted ? safe`${before}${style.paint.dim(gutter)}` : before;
    const further = quoted ? first : safe`${before}${indent}`;
    const width = style.width - before.length - (quoted ? displayWidth(gutter) : indent.length);
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

/** A text in less than this is harder to read than one with its command below it. */
const readable = 50;

/** The commands stand in a column of their own where the texts have room beside it, else each below its text. */
function* drawTasks(tasks: readonly Task[], style: Style): Iterable<Safe> {
  const { glyphs, paint, width } = style;
  const drawn = tasks.map(({ tone, text, command }) => ({
    tone,
    text: safeLine(text),
    command: command === undefined ? undefined : safeLine(command),
  }));
  const room = width - indent.length;
  const widest = (texts: readonly (Safe | undefined)[]) =>
    Math.max(0, ...texts.map((text) => displayWidth(text ?? '')));
  const forTexts = room - widest(drawn.map(({ command }) => command)) - indent.length;
  const longest = widest(drawn.flatMap(({ text, command }) => (command === undefined ? [] : [text])));
  const isBeside = forTexts >= Math.min(longest, readable);
  const column = Math.min(longest, forTexts);
  for (const { tone, text, command } of drawn) {
    const sign = inTone(safe`${glyphs.signs[tone] as Safe}`, tone, paint);
    const beside = isBeside && command !== undefined ? command : undefined;
    for (const [at, line] of wrap(text, beside ? column : room).entries()) {
      const end = at === 0 && beside ? safe`${pad(line, column)}${indent}${paint.accent(beside)}` : line;
      yield at === 0 ? safe`${sign} ${end}` : safe`${indent}${end}`;
    }
    if (command !== undefined && !beside)
      for (const line of breakCommand(command, room)) yield safe`${indent}${paint.accent(line)}`;
  }
}
