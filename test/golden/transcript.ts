import type { Run } from '../world.ts';

/** What was drawn in a window of so many columns. */
export interface Window {
  readonly columns: number;
  readonly text: string;
  /** What was said on stderr beside it. */
  readonly err: string;
}

/** One command line, run at a terminal of 100 columns and in a pipe, and its answer in other windows. */
export interface Played {
  readonly line: string;
  readonly terminal: Run;
  readonly pipe: Run;
  readonly windows: readonly Window[];
}

/**
 * What a person and a program see, as text that can be reviewed: colours as words, tabs and blanks at a line's end
 * visible. What differs by colours alone is shown once, as it is at the terminal.
 */
export function transcript({ line, terminal, pipe, windows }: Played): string {
  const same = terminal.exit === pipe.exit ? `${pipe.exit}` : `${terminal.exit}, in a pipe ${pipe.exit}`;
  const usual = windows.find(({ columns }) => columns === 100);
  const elsewhere = windows.filter((window) => window !== usual);
  // A message in a wider window is that of a pipe.
  const narrow = windows.filter(({ columns }) => columns < 100);
  return [
    `$ outreach ${line}`,
    ...streams('', terminal.out, pipe.out),
    ...others(elsewhere, ({ text }) => text, withoutColours(terminal.out)),
    ...streams(', stderr', terminal.err, pipe.err),
    ...others(narrow, ({ err }) => err, usual?.err ?? '', ', stderr'),
    `exit: ${same}\n`,
  ].join('\n');
}

function streams(name: string, terminal: string, pipe: string): string[] {
  if (withoutColours(terminal) === pipe) return part(`both${name}`, terminal);
  return [...part(`terminal${name}`, terminal), ...part(`pipe${name}`, pipe)];
}

/** Each window in which it looks different, without colours. */
function others(
  windows: readonly Window[],
  seen: (window: Window) => string,
  usual: string,
  stream = '',
): string[] {
  const texts = [...new Set(windows.map(seen))].filter((text) => text !== usual && text !== '');
  return texts.flatMap((text) => {
    const alike = windows.filter((window) => seen(window) === text).map(({ columns }) => columns);
    return part(`${alike.join(' and ')} columns${stream}`, text);
  });
}

const part = (name: string, text: string): string[] =>
  text === '' ? [] : [`--- ${name}`, readable(text).replace(/\n$/, '')];

const withoutColours = (text: string): string => text.replaceAll(/\u001b\[\d+m/g, '');

const colours: Record<string, string> = {
  1: '⟨bold⟩',
  2: '⟨dim⟩',
  22: '⟨/⟩',
  31: '⟨red⟩',
  32: '⟨green⟩',
  33: '⟨yellow⟩',
  36: '⟨cyan⟩',
  39: '⟨/⟩',
};

/** Control codes that are not listed stay visible by their number, so that nothing is lost in a transcript. */
function readable(text: string): string {
  return text
    .replaceAll(/\u001b\[([0-9;?]*)([A-Za-z])/g, (_, code: string, kind: string) =>
      kind === 'm' ? (colours[code] ?? `⟨${code}m⟩`) : `⟨${code}${kind}⟩`,
    )
    .replaceAll('\u001b', '⟨ESC⟩')
    .replaceAll('\r', '⟨CR⟩')
    .replaceAll('\t', ' ⇥ ')
    .replaceAll(/ +$/gm, (blanks) => '·'.repeat(blanks.length));
}
