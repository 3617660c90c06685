import type { Tone } from '../../declare/tones.ts';

/** The signs of our own that surround the data. */
export interface Glyphs {
  readonly ellipsis: string;
  readonly gutter: string;
  /** Between two parts of a line. */
  readonly apart: string;
  /** A line across the window is made of it. */
  readonly rule: string;
  /** From the thinnest to the full block. */
  readonly blocks: readonly string[];
  /** What is left of a bar to its whole. */
  readonly rest: string;
  /** Of a series of days: one that is not known, one of zero, and from the lowest to the highest. */
  readonly spark: { readonly unknown: string; readonly zero: string; readonly levels: readonly string[] };
  /** In front of a state, so that it can be read without colour. */
  readonly signs: Readonly<Record<Tone, string>>;
}

export const unicodeGlyphs: Glyphs = {
  ellipsis: '…',
  gutter: '│ ',
  apart: ' · ',
  rule: '─',
  blocks: [...'▏▎▍▌▋▊▉█'],
  rest: '░',
  spark: { unknown: '·', zero: '▁', levels: [...'▂▃▄▅▆▇█'] },
  signs: { good: '●', warn: '▲', bad: '✗', idle: '○', unknown: '?' },
};
const asciiGlyphs: Glyphs = {
  ellipsis: '...',
  gutter: '| ',
  apart: ' | ',
  rule: '-',
  blocks: ['#'],
  rest: '-',
  spark: { unknown: '?', zero: '_', levels: [...'.:-=+*#'] },
  signs: { good: '+', warn: '!', bad: 'x', idle: '-', unknown: '?' },
};

/** Whether our own signs must be ASCII: a locale that is not UTF-8, or a terminal known to have few glyphs. */
export function wantsAscii(env: Readonly<Record<string, string | undefined>>): boolean {
  if (env.TERM === 'dumb' || env.TERM === 'linux') return true;
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG;
  return locale !== undefined && locale !== '' && !/utf-?8/i.test(locale);
}

export const glyphsFor = (env: Parameters<typeof wantsAscii>[0]): Glyphs =>
  wantsAscii(env) ? asciiGlyphs : unicodeGlyphs;
