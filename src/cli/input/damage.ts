/**
 * A byte that is not UTF-8, marked in its text by characters that Unicode keeps for the inside of
 * programs. So it passes through any parser, and its row can be found out afterwards.
 */
const pattern = /\ufdd0([0-9a-f]{2})\ufdd1(\d+)\ufdd2/;
const patterns = new RegExp(pattern, 'g');

export const markDamage = (byte: number, offset: number): Buffer =>
  Buffer.from(`\ufdd0${byte.toString(16).padStart(2, '0')}\ufdd1${offset}\ufdd2`);

export interface Damage {
  readonly byte: string;
  /** In the file, from 0. */
  readonly offset: number;
}

/** The first damage of a text. */
export function damageIn(text: string): Damage | undefined {
  const [, byte, offset] = pattern.exec(text) ?? [];
  return byte === undefined ? undefined : { byte: `0x${byte}`, offset: Number(offset) };
}

/** The text with what such bytes are in Windows-1252, as they nearly always were written. */
export const withoutDamage = (text: string): string =>
  text.replaceAll(patterns, (_, byte: string) =>
    new TextDecoder('windows-1252').decode(Buffer.from(byte, 'hex')),
  );
