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
  let filled = markdown;
  for (const [word, value] of Object.entries(words)) filled = filled.replaceAll(`{${word}}`, () => value);
  const [page = '', ...sections] = filled.trimEnd().split('\n\n## ');
  const [heading = '', ...blocks] = page.split('\n\n');
  const [, name = '', summary = ''] = /^# (\S+): (.*)$/.exec(heading) ?? [];
  const first: Row[] = [];
  const parts: HelpPart[] = [];
  for (const block of blocks)
    if (isRows(block)) first.push(...rowsOf(block));
    else parts.push(isLines(block) ? { lines: linesOf(block) } : { text: joined(block) });
  parts.push(...sections.map(sectionOf));
  return { name, summary, ...(first.length > 0 && { first }), parts };
}

function sectionOf(section: string): HelpPart {
  const [, example] = /^```\n([\s\S]*?)\n```$/m.exec(section) ?? [];
  const [title = '', ...blocks] = section.replace(/\n```\n[\s\S]*?\n```$/m, '').split(/\n{2,}/);
  const lines: string[] = [];
  const rows: Row[] = [];
  const text: string[] = [];
  for (const block of blocks)
    if (isLines(block)) lines.push(...linesOf(block));
    else if (isRows(block)) rows.push(...rowsOf(block));
    else text.push(joined(block));
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
