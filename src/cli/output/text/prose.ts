import type { OutputStream } from '../../declare/world.ts';
import type { Safe } from './safe-text.ts';
import { columnsOf } from './window.ts';

/** Lays lines out for their stream: a terminal would break a long line in a word, so it is broken here first. */
export interface Prose {
  /** A line of ours: what goes on is set in, further than the line, so that no text in it can pass for a line of its own. */
  line(line: Safe): Safe;
  /** A command line, broken between its words, so that it can still be copied: `\` continues it in a shell. */
  command(line: Safe, indent?: number): Safe;
  /** Someone else's text in lines that leave room for `margin` cells in front of each. */
  lines(text: Safe, margin: number): Safe[];
}

/** For a stream that breaks no lines. */
export const asItIs: Prose = {
  line: (line) => line,
  command: (line) => line,
  lines: (text) => text.split('\n') as Safe[],
};

const setIn = '  ';

export async function proseFor(stream: OutputStream): Promise<Prose> {
  if (!stream.isTTY) return asItIs;
  const { breakCommand, wrap } = await import('./width.ts');
  return {
    line(line) {
      const indent = (/^ {0,12}/.exec(line)?.[0] ?? '') as Safe;
      const width = columnsOf(stream) - indent.length - setIn.length;
      const lines = wrap(line.slice(indent.length) as Safe, width);
      return `${indent}${lines.join(`\n${indent}${setIn}`)}` as Safe;
    },
    command: (line, indent = 0) => breakCommand(line, columnsOf(stream) - indent, indent).join('\n') as Safe,
    lines: (text, margin) => wrap(text, columnsOf(stream) - margin),
  };
}
