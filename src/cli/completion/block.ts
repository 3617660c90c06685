import { Failure } from '../../base/errors.ts';

/** What the first mark says about the file before, so that it can be put back byte for byte. */
const notes = { whole: '', made: ', in a new file', cut: ', after a line without end' } as const;
const name = 'outreach completion';
const end = `# <<< ${name} <<<`;
const begin = new RegExp(`# >>> ${name}(${Object.values(notes).join('|')}) >>>`);
const block = new RegExp(`${begin.source}\\r?\\n(?:(?!# >>> ${name})[^\\n]*\\n)*?${end}\\r?\\n?`);

/** The text with these lines in it between two marks: where they are already, else at its end. Its line ends stay. */
export function withBlock(text: string | undefined, lines: readonly string[]): string {
  const [, note] = checked(text ?? '').match(block) ?? [];
  const eol = text?.includes('\r\n') ? '\r\n' : '\n';
  const written = (said: string) => [`# >>> ${name}${said} >>>`, ...lines, end, ''].join(eol);
  if (text === undefined) return written(notes.made);
  if (note !== undefined) return text.replace(block, () => written(note));
  return text === '' || text.endsWith('\n') ? text + written(notes.whole) : text + eol + written(notes.cut);
}

/** The text before `withBlock`; undefined where there was no file, and nothing was added to it since. */
export function withoutBlock(text: string): string | undefined {
  const found = checked(text).match(block);
  if (found === null) return text;
  const before = text.slice(0, found.index);
  const after = text.slice((found.index ?? 0) + found[0].length);
  if (after !== '') return before + after;
  if (found[1] === notes.made && before === '') return undefined;
  return found[1] === notes.cut ? before.replace(/\r?\n$/, '') : before;
}

/** Throws `usage` where one mark is without the other, or there are several: what lies between them cannot be known. */
function checked(text: string): string {
  const rest = text.replace(block, '');
  if (begin.test(rest) || rest.includes(end))
    throw new Failure('malformed_file', `the marks '# >>> ${name} >>>' and '${end}' are not one pair`);
  return text;
}
