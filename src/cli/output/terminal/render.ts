import type { Task, View, ViewOf } from '../../declare/view.ts';
import { inTone } from '../text/paint.ts';
import { type Safe, safe, safeBlock, safeLine } from '../text/safe-text.ts';
import type { Style } from '../text/style.ts';
import { dayWithWeekday } from '../text/times.ts';
import { breakCommand, displayWidth, pad, wrap } from '../text/width.ts';
import { drawBars } from './bars.ts';
import { drawOutline } from './outline.ts';
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
      return paragraph(view.text, style);
    case 'with-commands':
      return view.text
        .split('\n')
        .flatMap((line) =>
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
const paragraph = (text: string, { width }: Style): Safe[] =>
  (safeBlock(text).split('\n') as Safe[]).flatMap((line) =>
    line.startsWith('- ')
      ? wrap(line.slice(2) as Safe, width - 2).map((part, at) =>
          at === 0 ? safe`- ${part}` : safe`  ${part}`,
        )
      : wrap(line, width),
  );

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
  const marks = marked.map((mark) => safeLine(mark)).filter((mark) => mark !== '');
  if (marks.length === 0) return lines;
  const wrapped = marks
    .sort((a, b) => b.length - a.length)
    .map((mark) => Array.from(mark, (letter) => (letter === ' ' ? '[ \\n]' : literal(letter))).join('\\n?'));
  const painted = (mark: string) => mark.split('\n').map((part) => paint.bad(part as Safe));
  return lines
    .join('\n')
    .replaceAll(new RegExp(wrapped.join('|'), 'gu'), (mark) => painted(mark).join('\n'))
    .split('\n') as Safe[];
}

const literal = (letter: string): string => letter.replace(/[\\^$.*+?()[\]{}|/]/u, '\\$&');

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
  const longest = widest(drawn.filter(({ command }) => command !== undefined).map(({ text }) => text));
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
