/** How help is coloured; the plain ones change nothing. */
export interface HelpStyles {
  readonly heading: (text: string) => string;
  readonly name: (text: string) => string;
  readonly faint: (text: string) => string;
}

export interface HelpOptions {
  /** Cells of the terminal; help uses 100 of them at most. */
  readonly width: number;
  readonly styles?: HelpStyles;
}

/** A term and what it means: an option, an argument, a command. */
export type Row = readonly [term: string, meaning: string];

const same = (text: string) => text;
export const plain: HelpStyles = { heading: same, name: same, faint: same };

const indent = '  ';
const widestTerm = 30;

/** Lays out the parts of a help page. Every text is ours and plain, so a character is a cell. */
export function helpLayout({ width, styles = plain }: HelpOptions) {
  const cells = Math.max(20, Math.min(width, 100));

  const paragraph = (text: string, left = ''): string =>
    wrap(text, cells - left.length)
      .map((line) => left + line)
      .join('\n');

  /** `like` lends its column, so that several lists are aligned. */
  const rows = (items: readonly Row[], like: readonly Row[] = items): string => {
    const longest = Math.max(
      0,
      ...like.map(([term]) => term.length).filter((length) => length <= widestTerm),
    );
    const column = indent.length + longest + 2;
    const beside = cells - column >= 24;
    return items.map((item) => (beside ? row(item, column) : stacked(item))).join('\n');
  };

  const row = ([term, meaning]: Row, column: number): string => {
    const lines = wrap(meaning, cells - column);
    const padding = column - indent.length - term.length;
    if (padding < 2)
      return [indent + styles.name(term), ...lines.map((line) => ' '.repeat(column) + line)].join('\n');
    const [first = '', ...rest] = lines;
    const head = `${indent}${styles.name(term)}${first === '' ? '' : ' '.repeat(padding) + first}`;
    return [head, ...rest.map((line) => ' '.repeat(column) + line)].join('\n');
  };

  const stacked = ([term, meaning]: Row): string => {
    const head = wrap(term, cells - indent.length).map((line) => indent + styles.name(line));
    return [...head, ...(meaning === '' ? [] : [paragraph(meaning, indent + indent)])].join('\n');
  };

  /** Lines to paste: a long one goes on below, with the shell's own sign for it. */
  const lines = (items: readonly string[]): string =>
    items
      .map((line) =>
        continued(line, cells - indent.length)
          .map((part) => indent + part)
          .join('\n'),
      )
      .join('\n');

  const section = (title: string, body: string): string =>
    body === '' ? '' : `${styles.heading(title)}\n${body}`;

  /** The parts that are not empty, a blank line between two. */
  const page = (...parts: readonly string[]): string =>
    `${parts.filter((part) => part !== '').join('\n\n')}\n`;

  return { paragraph, rows, lines, section, page };
}

/** Breaks at spaces; a word longer than the line is cut. Line breaks in the text stay. */
export function wrap(text: string, width: number): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines = [''];
    for (const word of paragraph.split(/ +/).flatMap((long) => cut(long, width))) {
      const line = lines.at(-1) ?? '';
      if (line === '') lines[lines.length - 1] = word;
      else if (line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`;
      else lines.push(word);
    }
    return lines;
  });
}

const cut = (word: string, width: number): string[] =>
  word.length <= width ? [word] : [word.slice(0, width), ...cut(word.slice(width), width)];

/** Breaks a shell line between words, never inside quotes, so that it still means the same. */
export function continued(line: string, width: number): string[] {
  if (line.length <= width) return [line];
  const words = withValues(line.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? [], width);
  const parts: string[] = [];
  for (const word of words) {
    const last = parts.at(-1);
    if (last !== undefined && last.length + word.length + 3 <= width)
      parts[parts.length - 1] = `${last} ${word}`;
    else parts.push(last === undefined ? word : `${indent}${word}`);
  }
  return parts.map((part, at) => (at < parts.length - 1 ? `${part} \\` : part));
}

/** An option and its value stay together where they fit: `--size 11-50` is one piece. */
function withValues(words: readonly string[], width: number): string[] {
  const pieces: string[] = [];
  for (const word of words) {
    const last = pieces.at(-1) ?? '';
    const isValue = /^--[\w-]+$/.test(last) && !/^[-|<>&;]/.test(word);
    if (isValue && last.length + word.length + indent.length + 3 <= width)
      pieces[pieces.length - 1] = `${last} ${word}`;
    else pieces.push(word);
  }
  return pieces;
}
