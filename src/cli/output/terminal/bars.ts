import { grouped } from '../../../base/counted.ts';
import type { Bar, SplitBar } from '../../declare/view.ts';
import { figureOf, mostOf } from '../text/cell.ts';
import { type Safe, safe, safeLine } from '../text/safe-text.ts';
import type { Style } from '../text/style.ts';
import { displayWidth, pad, truncate, wrap } from '../text/width.ts';

/** Less than this is not a chart: then only the figures are shown. */
const shortest = { bars: 5, split: 8 };

/** A horizontal bar chart: label, bar, figure, note. Bars share one scale; what is not above zero has none. */
export function* drawBars(bars: readonly Bar[], style: Style): Iterable<Safe> {
  const { ascii, glyphs, paint, width } = style;
  const labels = bars.map(({ label }) =>
    truncate(safeLine(label, { ascii }), Math.floor(width / 3), glyphs.ellipsis),
  );
  const figures = bars.map((bar) => {
    const figure = bar.note === undefined ? figureOf(bar) : `${figureOf(bar)}  ${bar.note}`;
    return truncate(safeLine(figure, { ascii }), Math.floor(width / 2), glyphs.ellipsis);
  });
  const labelWidth = Math.max(0, ...labels.map(displayWidth));
  const figureWidth = Math.max(0, ...figures.map(displayWidth));
  const room = width - labelWidth - figureWidth - 3;
  const most = mostOf(bars);

  const cells = (value: number, signs: readonly string[]) =>
    room < shortest.bars ? safe`` : barOf(most > 0 ? value / most : 0, room, signs);
  for (const [index, { value, of = 0 }] of bars.entries()) {
    const label = pad(labels[index] ?? safe``, labelWidth);
    const figure = figures[index] ?? safe``;
    const bar = cells(value ?? 0, glyphs.blocks);
    const rest = cells(of, [glyphs.second]).slice(displayWidth(bar)) as Safe;
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

/** Bars in two parts with signs of their own, so that they differ without colour. All share one scale. */
export function* drawSplitBars(
  names: readonly [first: string, second: string, mark: string],
  bars: readonly SplitBar[],
  style: Style,
): Iterable<Safe> {
  const { ascii, glyphs, paint, width } = style;
  const full = (glyphs.blocks.at(-1) ?? '') as Safe;
  const [second, mark] = [glyphs.second as Safe, glyphs.mark as Safe];
  const [one, other, most] = names.map((name) => safeLine(name, { ascii })) as [Safe, Safe, Safe];
  const labels = bars.map(({ label }) => safeLine(label, { ascii }));
  const figures = bars.map((bar) => safeLine(`${grouped(bar.first + bar.second)} of ${grouped(bar.mark)}`));
  const [labelWidth, figureWidth] = [widest(labels), widest(figures)];
  const room = width - labelWidth - figureWidth - 4;
  if (room >= shortest.split)
    yield* wrap(
      safe`${one} ${full.repeat(4) as Safe}  ${other} ${second.repeat(4) as Safe}  ${most} ${mark}`,
      width,
    );
  const longest = Math.max(1, ...bars.map((bar) => Math.max(bar.mark, bar.first + bar.second)));
  for (const [index, bar] of bars.entries()) {
    const label = pad(labels[index] ?? safe``, labelWidth);
    const figure = figures[index] ?? safe``;
    if (room < shortest.split) {
      yield safe`${label}  ${figure}`;
      continue;
    }
    const cells = (value: number) => (value > 0 ? Math.max(1, Math.round((value / longest) * room)) : 0);
    const first = cells(bar.first);
    const all = Math.max(cells(bar.first + bar.second), first + (bar.second > 0 ? 1 : 0));
    const gap = Math.max(0, cells(bar.mark) - all);
    const [head, tail, rest] = [full.repeat(first), second.repeat(all - first), ' '.repeat(gap)] as Safe[];
    yield safe`${label}  ${paint.accent(safe`${head ?? safe``}`)}${tail ?? safe``}${rest ?? safe``}${mark} ${figure}`;
  }
}

const widest = (texts: readonly Safe[]): number => Math.max(0, ...texts.map(displayWidth));
