import { digest } from '../../base/digest.ts';
import { Failure } from '../../base/errors.ts';

/** What the first mark says about the file before, so that it can be put back byte for byte. */
const notes = { whole: '', made: ', in a new file', cut: ', after a line without end' } as const;
const program = 'outreach';
const name = `${program} completion`;
const end = `# <<< ${name} <<<`;
const begin = new RegExp(`# >>> ${name}(?: ([0-9a-f]{8}))?(${Object.values(notes).join('|')}) >>>`);
const block = new RegExp(`${begin.source}\\r?\\n((?:(?!# >>> ${name})[^\\n]*\\n)*?)${end}\\r?\\n?`);

/** The text with these lines in it between two marks: where they are already, else at its end. Its line ends stay. */
export function withBlock(text: string | undefined, lines: readonly string[]): string {
  const note = find(text ?? '')?.note;
  const eol = text?.includes('\r\n') ? '\r\n' : '\n';
  const written = (said: string) => [`# >>> ${name} ${sumOf(lines)}${said} >>>`, ...lines, end, ''].join(eol);
  if (text === undefined) return written(notes.made);
  if (note !== undefined) return text.replace(block, () => written(note));
  return text === '' || text.endsWith('\n') ? text + written(notes.whole) : text + eol + written(notes.cut);
}

/** The text before `withBlock`; undefined where there was no file, and nothing was added to it since. */
export function withoutBlock(text: string): string | undefined {
  const found = find(text);
  if (found === undefined) return text;
  const { before, after, note } = found;
  if (after !== '') return before + after;
  if (note === notes.made && before === '') return undefined;
  return note === notes.cut ? before.replace(/\r?\n$/, '') : before;
}

/** The first mark says which lines were written: those of an older version are known, and those of a person are. */
const sumOf = (lines: readonly string[]): string => digest(...lines).slice(0, 8);

interface Block {
  readonly before: string;
  readonly after: string;
  readonly note: string;
}

/**
 * Throws `usage` where one mark is without the other, or there are several, because what lies between them cannot be known;
 * and where it was changed since, because that was a person.
 */
function find(text: string): Block | undefined {
  const found = text.match(block);
  const rest = text.replace(block, '');
  if (begin.test(rest) || rest.includes(end))
    throw new Failure('malformed_file', `the marks '# >>> ${name} >>>' and '${end}' are not one pair`);
  if (found === null) return undefined;
  const [whole, sum, note = '', between = ''] = found;
  const before = text.slice(0, found.index);
  if (sumOf(between.split(/\r?\n/).slice(0, -1)) !== sum) {
    const line = before.split('\n').length;
    const last = line + between.split('\n').length;
    throw new Failure('malformed_file', `lines ${line} to ${last}, of outreach, were changed by hand`);
  }
  return { before, after: text.slice(before.length + whole.length), note };
}
