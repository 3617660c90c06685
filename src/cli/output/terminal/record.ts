import type { Cell } from '../../declare/view.ts';
import { cellText } from '../text/cell.ts';
import { type Safe, safe, safeLine } from '../text/safe-text.ts';
import type { Style } from '../text/style.ts';
import { displayWidth, pad, truncate, wrap } from '../text/width.ts';

const narrow = 60;

/** Label and value side by side, long values wrapped under themselves; fields whose value is undefined are left out. */
export function* drawRecord(fields: readonly (readonly [string, Cell])[], style: Style): Iterable<Safe> {
  const shown = fields
    .filter(([, value]) => value !== undefined)
    .map(
      ([label, value]) =>
        [
          safeLine(label, { ascii: style.ascii }),
          // A time says so itself here: a record has no column that would.
          cellText(value, typeof value === 'string' ? 'time' : 'text', style.ascii),
        ] as const,
    );
  if (style.width < narrow) {
    for (const [label, value] of shown) yield* fieldLines(label, value, style);
    return;
  }
  const labelWidth = Math.min(
    Math.floor(style.width / 3),
    Math.max(0, ...shown.map(([label]) => displayWidth(label))),
  );
  for (const [label, value] of shown) {
    const lines = wrap(value, style.width - labelWidth - 2);
    for (const [index, line] of lines.entries()) {
      const left = index === 0 ? truncate(label, labelWidth, style.glyphs.ellipsis) : safe``;
      yield safe`${style.paint.dim(pad(left, labelWidth))}  ${line}`;
    }
  }
}

/** `label: value` for narrow windows, further lines set in so that no value can pass for a field of its own. */
export function* fieldLines(label: Safe, value: Safe, style: Style): Iterable<Safe> {
  const lines = wrap(safe`${label}: ${value}`, style.width - 2);
  for (const [index, line] of lines.entries()) {
    if (index > 0) yield safe`  ${line}`;
    else yield line.startsWith(label) ? paintLabel(line, label, style) : line;
  }
}

const paintLabel = (line: Safe, label: Safe, { paint }: Style): Safe =>
  safe`${paint.dim(label)}${line.slice(label.length) as Safe}`;
