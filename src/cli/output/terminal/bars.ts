import type { Bar } from '../../declare/view.ts';
import { figureOf, mostOf } from '../text/cell.ts';
import { type Safe, safe, safeLine } from '../text/safe-text.ts';
import type { Style } from '../text/style.ts';
import { displayWidth, pad, truncate } from '../text/width.ts';

/** Less than this is not a chart: then only the figures are shown. */
const shortest = 5;

/** A horizontal bar chart: label, bar, figure, note. Bars share one scale; what is not above zero has none. */
export function* drawBars(bars: readonly Bar[], style: Style): Iterable<Safe> {
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
