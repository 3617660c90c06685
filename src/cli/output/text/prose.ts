import type { OutputStream } from '../../declare/world.ts';
import { asciiGlyphs, unicodeGlyphs } from './glyphs.ts';
import type { Paint } from './paint.ts';
import { type Safe, safe } from './safe-text.ts';
import { columnsOf } from './window.ts';

/** Lays a line of ours out for the stream it goes to. */
export type Prose = (line: Safe) => Safe;

const setIn = '  ';

/**
 * A terminal breaks a long line in the middle of a word, so there we break it first; elsewhere it stays one line. What
 * goes on is set in, further than the line, so that no text in it can pass for a line of its own.
 */
export async function proseFor(stream: OutputStream): Promise<Prose> {
  if (!stream.isTTY) return (line) => line;
  const { wrap } = await import('./width.ts');
  return (line) => {
    const indent = (/^ {0,12}/.exec(line)?.[0] ?? '') as Safe;
    const width = columnsOf(stream) - indent.length - setIn.length;
    const lines = wrap(line.slice(indent.length) as Safe, width);
    return `${indent}${lines.join(`\n${indent}${setIn}`)}` as Safe;
  };
}

/** Breaks a command line between its words, so that it can still be copied: `\` continues it in a shell. */
export async function commandFor(stream: OutputStream, indent = 0): Promise<Prose> {
  if (!stream.isTTY) return (line) => line;
  const { breakCommand } = await import('./break-command.ts');
  return (line) => breakCommand(line, columnsOf(stream) - indent, indent).join('\n') as Safe;
}

/** Puts a bar in front of every line of someone else's text, also where a terminal breaks it. */
export async function barredFor(
  stream: OutputStream,
  { paint, ascii }: { paint: Pick<Paint, 'dim'>; ascii: boolean },
): Promise<(text: Safe, indent?: number) => Safe[]> {
  const gutter = (ascii ? asciiGlyphs : unicodeGlyphs).gutter as Safe;
  const bar = (line: Safe, indent: number): Safe =>
    safe`${' '.repeat(indent) as Safe}${paint.dim(line === '' ? (gutter.trimEnd() as Safe) : gutter)}${line}`;
  if (!stream.isTTY)
    return (text, indent = 0) => (text.split('\n') as Safe[]).map((line) => bar(line, indent));
  const { wrap } = await import('./width.ts');
  return (text, indent = 0) =>
    wrap(text, columnsOf(stream) - gutter.length - indent).map((line) => bar(line, indent));
}
