import { readFileSync } from 'node:fs';
import { eachNode, type Node, textOf } from '../syntax.ts';
import { sentences, wordsOf } from './sentences.ts';

export interface Message {
  readonly file: string;
  readonly line: number;
  readonly sentence: string;
  readonly words: number;
}

/** The sentences of help and messages that a source has as text. A value that is filled in counts as a word. */
export function messagesOf(file: string, text = readFileSync(file, 'utf8')): Message[] {
  const found: Message[] = [];
  eachNode(text, (node) => {
    const line = text.slice(0, node.start).split('\n').length;
    for (const sentence of sentences(proseOf(node)))
      found.push({ file, line, sentence, words: wordsOf(sentence) });
  });
  return found.filter(({ words }) => words >= 3);
}

/** Text that people read: words with blanks between them. SQL, code and patterns are none. */
function proseOf(node: Node): string {
  const text = textOf(node, 'X1');
  const isCode =
    /^\s*(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|WITH|WHERE|AND|FROM|JOIN|ORDER|PRAGMA|BEGIN|EXPLAIN|LOCK|SET|ON)\s|[{};]\s*\n|=>|\bSELECT\b|^\s*</.test(
      text,
    );
  const isList = !/[.,:;?!]/.test(text) && wordsOf(text) > 25;
  return isCode || isList || /\bNOT NULL\b/.test(text) || !/\p{L}{2,} +\S*\p{L}/u.test(text) ? '' : text;
}
