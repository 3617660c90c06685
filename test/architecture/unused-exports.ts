import { posix } from 'node:path';
import { parseAst } from 'rolldown/parseAst';

interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

export interface SourceText {
  readonly path: string;
  readonly text: string;
}

/** `<path> <name>` for every export that no other of these files takes. */
export function unusedExports(sources: readonly SourceText[]): string[] {
  const files = sources.map(({ path, text }) => ({ path, ...readNames(path, text) }));
  const taken = new Set(files.flatMap(({ takes }) => takes));
  return files.flatMap(({ path, exports }) =>
    exports.map((name) => `${path} ${name}`).filter((one) => !taken.has(one)),
  );
}

/** What a file exports, and what it takes from others. */
function readNames(path: string, text: string): { exports: string[]; takes: string[] } {
  const exports: string[] = [];
  const takes: string[] = [];
  const words = new Set<string>();
  /** Files of which it may take whatever it names. */
  const open: string[] = [];
  const ast = parseAst(text, { lang: 'ts', sourceType: 'module' }) as unknown as Node;
  const visit = (node: Node) => {
    const from = (node.source as Node | null | undefined)?.value ?? literalIn(node.argument);
    if (typeof from === 'string' && from.startsWith('.')) {
      const file = posix.join(posix.dirname(path), from);
      const specifiers = node.specifiers as Node[] | undefined;
      if (specifiers === undefined || specifiers.some(({ type }) => type === 'ImportNamespaceSpecifier'))
        open.push(file);
      for (const { imported, local } of specifiers ?? [])
        takes.push(`${file} ${nameOf(node.type === 'ImportDeclaration' ? imported : local)}`);
    }
    if (node.type === 'ExportNamedDeclaration') exports.push(...exportedBy(node));
    if (node.type === 'Identifier') words.add(String(node.name));
    for (const part of Object.values(node).flat()) if (isNode(part)) visit(part);
  };
  visit(ast);
  return {
    exports,
    takes: [...takes, ...open.flatMap((file) => [...words].map((word) => `${file} ${word}`))],
  };
}

function exportedBy({ declaration, specifiers }: Node): string[] {
  if (!isNode(declaration)) return (specifiers as Node[]).map(({ exported }) => nameOf(exported));
  const { id, declarations } = declaration;
  return (isNode(id) ? [id] : (declarations as Node[]).map((one) => one.id as Node)).flatMap(bound);
}

/** The names that a pattern binds. */
function bound(pattern: Node): string[] {
  if (pattern.type === 'Identifier') return [nameOf(pattern)];
  const parts = (pattern.properties ?? pattern.elements) as (Node | null)[];
  return parts.flatMap((part) => (part === null ? [] : bound((part.value ?? part) as Node)));
}

const isNode = (part: unknown): part is Node => typeof part === 'object' && part !== null && 'type' in part;

const nameOf = (node: unknown): string => String((node as Node | undefined)?.name ?? '');

/** Of `import('…')` as a type. */
const literalIn = (argument: unknown): unknown =>
  isNode(argument) ? ((argument.literal as Node | undefined)?.value ?? argument.value) : undefined;
