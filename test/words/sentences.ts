/** The lines of prose: no code blocks, tables, headings, pictures or lines of code. */
const proseOf = (text: string): string[] => {
  const lines: string[] = [];
  let fence = '';
  for (const line of text
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .split('\n')) {
    const [, mark = ''] = /^\s*(```|~~~)/.exec(line) ?? [];
    if (fence === '' ? mark : mark === fence) {
      fence = fence === '' ? mark : '';
      lines.push('');
    } else if (fence !== '' || /^(#|\||<| {4}\S)/.test(line)) lines.push('');
    else lines.push(line);
  }
  return lines;
};

/** A list item and the definition of a term each begin a paragraph of their own. */
const begins = /^\s*(?:[-*•:]|\d+\.)\s+/;

const paragraphsOf = (text: string): string[] => {
  const paragraphs = [''];
  const lines = proseOf(text);
  for (const [index, line] of lines.entries()) {
    const isTerm = lines[index + 1]?.startsWith(': ');
    if (line.trim() === '' || isTerm || begins.test(line)) paragraphs.push('');
    paragraphs.push(`${paragraphs.pop() ?? ''} ${line.replace(begins, '').trim()}`);
    // A hard break ends a paragraph, too.
    if (/(?: {2}|\\)$/.test(line)) paragraphs.push('');
  }
  return paragraphs.map((paragraph) => paragraph.trim()).filter(Boolean);
};

/** A code span is one word, whatever is in it; of a link its text counts. */
const plain = (paragraph: string): string =>
  paragraph
    .replaceAll(/(`+).*?\1/g, (span) => span.replaceAll(/\s+/g, '_'))
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\*\*|__/g, '');

/**
 * The sentences of a page or a message, one line each. Code blocks, tables and headings are left out, and the
 * words of a code span are joined by `_`. A colon ends no sentence.
 */
export const sentences = (text: string): string[] =>
  paragraphsOf(text)
    .flatMap((paragraph) => plain(paragraph).split(/(?<=[.!?…]["')]*)\s+(?=["'(`]*[\p{Lu}\d]|`|--)/u))
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\d]/u.test(sentence));

export const wordsOf = (sentence: string): number =>
  sentence.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word)).length;
