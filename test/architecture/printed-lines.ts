import { parseAst } from 'rolldown/parseAst';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [field: string]: unknown;
}

/** Pages of help explain commands: these fields of a definition name any. */
const ofHelp = ['examples', 'about', 'summary', 'instead'];

/**
 * The lines of this program that a source has as text, `outreach campaigns pause`, and those of commandLine([…]): each with
 * the words behind `outreach` up to the first that is no word of a path.
 */
export function printedLines(text: string): string[] {
  const found: string[] = [];
  const visit = (node: Node): void => {
    if (node.type === 'Property' && ofHelp.includes((node.key as { name?: string }).name ?? '')) return;
    found.push(...linesIn(textsOf(node)));
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value])
        if (typeof child === 'object' && child !== null && typeof child.type === 'string') visit(child);
  };
  visit(parseAst(text, { lang: 'ts', sourceType: 'module' }) as unknown as Node);
  return found;
}

function textsOf(node: Node): string {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type === 'TemplateLiteral')
    return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…');
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
