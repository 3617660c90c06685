/**
 * Spreadsheets run a cell that begins like a formula, and lead names and replies are written by strangers (OWASP, CSV
 * injection). Each physical line of a cell that could begin one gets a `'` in front: `=`, `+`, `-`, `@`, a tab or NUL, also
 * full-width, and also behind blanks, controls and quotes. A line that looks protected already gets one more, so that
 * {@link removeProtection} gives back every text that went in.
 */
export const addProtection = (cell: string): string =>
  lineBreak.test(cell) ? eachLine(cell, added) : added(cell, false);

/**
 * The inverse, for what a file holds. A line that {@link addProtection} could not have written stays as it is:
 * `'t Hooft` keeps its apostrophe. `'=1` of a foreign file loses it, as in a spreadsheet, where it marks text.
 */
export function removeProtection(cell: string): string {
  if (!cell.includes("'")) return cell;
  return lineBreak.test(cell) ? eachLine(cell, removed) : removed(cell, false);
}

const lineBreak = /[\r\n]/;
const blank = String.raw`'\0-\x09\x0b\x0c\x0e-\x20\x7f-\xa0\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u2064\u3000\ufeff`;
const formula = new RegExp(String.raw`^[${blank}]*[=+\-@\t\0\uff1d\uff0b\uff0d\uff20]`);
const onlyBlank = new RegExp(`^[${blank}]*$`);

/** A cell that begins with a line break is dangerous, too; `broken` says that one follows this first line. */
const isDangerous = (line: string, broken: boolean): boolean =>
  formula.test(line) || (broken && onlyBlank.test(line));

const added = (line: string, broken: boolean): string => (isDangerous(line, broken) ? `'${line}` : line);

const removed = (line: string, broken: boolean): string =>
  line.startsWith("'") && isDangerous(line.slice(1), broken) ? line.slice(1) : line;

const eachLine = (cell: string, change: (line: string, broken: boolean) => string): string =>
  cell
    .split(/(\r\n|\r|\n)/)
    .map((part, at) => (at % 2 === 1 ? part : change(part, at === 0)))
    .join('');
