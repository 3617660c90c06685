import type { OutputStream } from '../../declare/world.ts';
import { asciiGlyphs, unicodeGlyphs } from './glyphs.ts';
import type { Paint } from './paint.ts';
import { type Safe, safe } from './safe-text.ts';

/** Lays a line of ours out for the stream it goes to. */
export type Prose = (line: Safe) => Safe;

const setIn = '  ';

/**
 * A terminal breaks a long line in the middle of a word, so there we break it first; elsewhere it stays one line. What
 * goes on is set in, so that no text in the line can pass for a line of its own.
 */
export async function proseFor(stream: OutputStream): Promise<Prose> {
  if (!stream.isTTY) return (line) => line;
  const { wrap } = await import('./width.ts');
  return (line) => wrap(line, (stream.columns || 80) - setIn.length).join(`\n${setIn}`) as Safe;
}

/** Breaks a command line between its words, so that it can still be copied: `\` continues it in a shell. */
export async function commandFor(stream: OutputStream, indent = 0): Promise<Prose> {
  if (!stream.isTTY) return (line) => line;
  const { breakCommand } = await import('./break-command.ts');
  return (line) => breakCommand(line, (stream.columns || 80) - indent, indent).join('\n') as Safe;
}

/** Puts a bar in front of every line of someone else's text, also where a terminal breaks it. */
export async function barredFor(
  stream: OutputStream,
  { paint, ascii }: { paint: Pick<Paint, 'dim'>; ascii: boolean },
): Promise<(text: Safe) => Safe[]> {
  const gutter = (ascii ? asciiGlyphs : unicodeGlyphs).gutter as Safe;
  const bar = (line: Safe): Safe =>
    safe`${paint.dim(line === '' ? (gutter.trimEnd() as Safe) : gutter)}${line}`;
  if (!stream.isTTY) return (text) => (text.split('\n') as Safe[]).map(bar);
  const { wrap } = await import('./width.ts');
  return (text) => wrap(text, (stream.columns || 80) - gutter.length).map(bar);
}
