import { readFileSync } from 'node:fs';
import { parseAst } from 'rolldown/parseAst';
import { sentences, wordsOf } from './sentences.ts';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [field: string]: unknown;
}

export interface Message {
  readonly file: string;
  readonly line: number;
  readonly sentence: string;
  readonly words: number;
}

/** The sentences of help and messages that a source has as text. A value that is filled in counts as a word. */
export function messagesOf(file: string, text = readFileSync(file, 'utf8')): Message[] {
  const found: Message[] = [];
  const visit = (node: Node): void => {
    const line = text.slice(0, node.start).split('\n').length;
    for (const sentence of sentences(proseOf(node)))
      found.push({ file, line, sentence, words: wordsOf(sentence) });
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value])
        if (typeof child === 'object' && child !== null && typeof child.type === 'string') visit(child);
  };
  visit(parseAst(text, { lang: 'ts', sourceType: 'module' }) as unknown as Node);
  return found.filter(({ words }) => words >= 3);
}

/** Text that people read: words with blanks between them. SQL, code and patterns are none. */
function proseOf(node: Node): string {
  const text = textOf(node);
  const isCode =
    /^\s*(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|WITH|WHERE|AND|FROM|JOIN|ORDER|PRAGMA|BEGIN|EXPLAIN|LOCK|SET|ON)\s|[{};]\s*\n|=>|\bSELECT\b|^\s*</.test(
      text,
    );
  const isList = !/[.,:;?!]/.test(text) && wordsOf(text) > 25;
  return isCode || isList || /\bNOT NULL\b/.test(text) || !/\p{L}{2,} +\S*\p{L}/u.test(text) ? '' : text;
}

function textOf(node: Node): string {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type !== 'TemplateLiteral') return '';
  return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('X1');
}
