import type { Safe } from './safe-text.ts';
import { displayWidth } from './width.ts';

const continues = ' \\';

/** A command line in lines of this width, broken between its words: the sign at their ends continues it in a shell. */
export function breakCommand(line: Safe, width: number, indent = 0): Safe[] {
  if (displayWidth(line) <= width) return [line];
  const lines: string[] = [];
  for (const word of line.match(/\s*(?:"[^"]*"|'[^']*'|\S)+/g) ?? []) {
    const longer = `${lines.at(-1) ?? ''}${word}`;
    if (lines.length === 0 || displayWidth(longer) > width - continues.length)
      lines.push(lines.length === 0 ? word : `${' '.repeat(indent)}    ${word.trim()}`);
    else lines[lines.length - 1] = longer;
  }
  return lines.map((part, at) => (at < lines.length - 1 ? `${part}${continues}` : part) as Safe);
}
