import type { HelpPart, Row } from './help-page.ts';

export interface Topic {
  readonly name: string;
  readonly summary: string;
  /** What must be found at a glance: it comes before the summary. */
  readonly first?: readonly Row[];
  readonly parts: readonly HelpPart[];
}

/**
 * Reads the Markdown of a topic: `# name: summary`, sections under `## TITLE`, paragraphs, terms with their meaning in
 * the next line behind a colon, lines to paste, indented by four, and part of a file in a fence. `{word}` is a value of
 * `words`.
 */
export function readTopic(markdown: string, words: Readonly<Record<string, string>> = {}): Topic {
  const filled = Object.entries(words).reduce(
    (text, [word, value]) => text.replaceAll(`{${word}}`, () => value),
    markdown,
  );
  const [page = '', ...sections] = filled.trimEnd().split('\n\n## ');
  const [heading = '', ...blocks] = page.split('\n\n');
  const [, name = '', summary = ''] = /^# (\S+): (.*)$/.exec(heading) ?? [];
  const first = blocks.filter(isRows).flatMap(rowsOf);
  return {
    name,
    summary,
    ...(first.length > 0 && { first }),
    parts: [...blocks.filter((block) => !isRows(block)).map(partOf), ...sections.map(sectionOf)],
  };
}

const partOf = (block: string): HelpPart =>
  isLines(block) ? { lines: linesOf(block) } : { text: joined(block) };

function sectionOf(section: string): HelpPart {
  const [, example] = /^```\n([\s\S]*?)\n```$/m.exec(section) ?? [];
  const [title = '', ...blocks] = section.replace(/\n```\n[\s\S]*?\n```$/m, '').split(/\n{2,}/);
  const lines = blocks.filter(isLines).flatMap(linesOf);
  const rows = blocks.filter(isRows).flatMap(rowsOf);
  const text = blocks.filter((block) => !isLines(block) && !isRows(block)).map(joined);
  return {
    title,
    ...(text.length > 0 && { text: text.join(' ') }),
    ...(example !== undefined && { example: example.split('\n') }),
    ...(rows.length > 0 && { rows }),
    ...(lines.length > 0 && { lines }),
  };
}

const isLines = (block: string): boolean => block.startsWith('    ');
const linesOf = (block: string): string[] => block.split('\n').map((line) => line.trim());
const isRows = (block: string): boolean => block.includes('\n: ');

const rowsOf = (block: string): Row[] =>
  block.split(/\n(?=\S)(?!: )/).map((row) => {
    const [term = '', meaning = ''] = row.split('\n: ');
    return [term, joined(meaning)];
  });

const joined = (text: string): string => text.replaceAll(/\n\s*/g, ' ');
