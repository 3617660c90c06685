import { eachNode, type Node, textOf } from '../syntax.ts';

/** Pages of help explain commands: these fields of a definition name any. */
const ofHelp = ['examples', 'about', 'summary', 'instead'];

/**
 * The lines of this program that a source has as text, `outreach campaigns pause`, and those of commandLine([…]): each with
 * the words behind `outreach` up to the first that is no word of a path.
 */
export function printedLines(text: string): string[] {
  const found: string[] = [];
  eachNode(text, (node) => {
    if (node.type === 'Property' && ofHelp.includes((node.key as { name?: string }).name ?? '')) return false;
    found.push(...linesIn(textsOf(node)));
    return true;
  });
  return found;
}

function textsOf(node: Node): string {
  const text = textOf(node, '…');
  if (text !== '') return text;
  const { name } = (node.callee ?? {}) as { name?: string };
  const [argv] = (node.arguments ?? []) as Node[];
  if (name !== 'commandLine' || argv?.type !== 'ArrayExpression') return '';
  const words = (argv.elements as Node[]).map(({ value }) => (typeof value === 'string' ? value : '…'));
  return `outreach ${words.join(' ')}`;
}

/** Help on a command only reads. */
const linesIn = (text: string): string[] =>
  [...text.matchAll(/\boutreach ([a-z][a-z-]*(?: [a-z][a-z-]*)*)( --help)?/g)].flatMap(
    ([, words = '', help]) => (help === undefined ? [words] : []),
  );
