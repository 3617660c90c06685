import type { Field } from '../../declare/view.ts';
import { type DrawnCell, drawCell } from '../text/cell.ts';
import { inTone } from '../text/paint.ts';
import { type Safe, safe, safeLine } from '../text/safe-text.ts';
import type { Style } from '../text/style.ts';
import { displayWidth, pad, truncate, wrap } from '../text/width.ts';

const narrow = 60;

/** Label and value side by side, long values wrapped under themselves; fields whose value is undefined are left out. */
export function* drawRecord(fields: readonly Field[], style: Style): Iterable<Safe> {
  const shown: [label: Safe, value: DrawnCell][] = [];
  for (const [label, value, kind = 'text'] of fields)
    if (value !== undefined) shown.push([safeLine(label), drawCell(value, kind, 'record', style)]);
  if (style.width < narrow) {
    for (const [label, value] of shown) yield* fieldLines(label, value, style);
    return;
  }
  const labelWidth = Math.min(
    Math.floor(style.width / 3),
    Math.max(0, ...shown.map(([label]) => displayWidth(label))),
  );
  for (const [label, value] of shown) {
    const lines = wrap(value.text, style.width - labelWidth - 2);
    for (const [index, line] of lines.entries()) {
      const left = index === 0 ? truncate(label, labelWidth, style.glyphs.ellipsis) : safe``;
      yield safe`${style.paint.dim(pad(left, labelWidth))}  ${inTone(line, value.tone, style.paint)}`;
    }
  }
}

/** `label: value` for narrow windows, further lines set in so that no value can pass for a field of its own. */
export function* fieldLines(label: Safe, { text, tone }: DrawnCell, style: Style): Iterable<Safe> {
  const [first = safe``, ...rest] = wrap(safe`${label}: ${text}`, style.width - 2);
  const colon = safe`${label}: `;
  if (first.startsWith(colon))
    yield safe`${style.paint.dim(label)}: ${inTone(first.slice(colon.length) as Safe, tone, style.paint)}`;
  else yield first;
  for (const line of rest) yield safe`  ${inTone(line, tone, style.paint)}`;
}
