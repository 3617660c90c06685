import type { Task } from '../../declare/view.ts';
import { breakCommand } from '../text/break-command.ts';
import { inTone } from '../text/paint.ts';
import { type Safe, safe, safeLine } from '../text/safe-text.ts';
import type { Style } from '../text/style.ts';
import { displayWidth, pad, wrap } from '../text/width.ts';

const indent = safe`  `;
/** A text in less than this is harder to read than one with its command below it. */
const readable = 50;

/** The commands stand in a column of their own where the texts have room beside it, else each below its text. */
export function* drawTasks(tasks: readonly Task[], style: Style): Iterable<Safe> {
  const { ascii, glyphs, paint, width } = style;
  const drawn = tasks.map(({ tone, text, command }) => ({
    tone,
    text: safeLine(text, { ascii }),
    command: command === undefined ? undefined : safeLine(command, { ascii }),
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
