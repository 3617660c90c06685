import { posix } from 'node:path';
import { parseAst } from 'rolldown/parseAst';

/** How one file reaches another: at load time, at run time by `import()`, or for its types alone. */
export type Reach = 'static' | 'dynamic' | 'types';

export interface Import {
  /** A path from the root of the project, `src/cli/run/run.ts`, or the name of a package. */
  readonly to: string;
  readonly reach: Reach;
}

export interface SourceFile {
  readonly path: string;
  readonly imports: readonly Import[];
  /** Globals that it reads or calls: `process`, `console`, `Date.now`, `new Date()`, `Math.random`, `URL.canParse`. */
  readonly globals: readonly string[];
  /** Things that the house does not have: `any`, `export default`, `require`. */
  readonly oddities: readonly string[];
  /** Every text that is written in it, keys included. */
  readonly strings: readonly string[];
}

interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** What a file imports and touches, read from its syntax tree. */
export function readSource(path: string, text: string): SourceFile {
  const imports: Import[] = [];
  const globals: string[] = [];
  const oddities: string[] = [];
  const strings: string[] = [];
  const declared = new Set<string>();
  const note = (specifier: unknown, reach: Reach) => imports.push({ to: target(path, specifier), reach });
  const ast = parseAst(text, { lang: 'ts', sourceType: 'module' }) as unknown as Node;
  walk(ast, (node, parent, field) => {
    const source = (node.source as Node | null | undefined)?.value;
    switch (node.type) {
      case 'ImportDeclaration':
        for (const { local } of node.specifiers as { local: { name: string } }[]) declared.add(local.name);
        note(source, typeOnly(node.importKind, node.specifiers as Node[], 'importKind') ? 'types' : 'static');
        break;
      case 'ExportAllDeclaration':
        note(source, node.exportKind === 'type' ? 'types' : 'static');
        break;
      case 'ExportNamedDeclaration':
        if (source !== undefined)
          note(
            source,
            typeOnly(node.exportKind, node.specifiers as Node[], 'exportKind') ? 'types' : 'static',
          );
        break;
      case 'ImportExpression':
        note(source, 'dynamic');
        break;
      case 'TSImportType':
        note(source ?? literalOf(node.argument), 'types');
        break;
      case 'ExportDefaultDeclaration':
        oddities.push('export default');
        break;
      case 'TSAnyKeyword':
        oddities.push('any');
        break;
      case 'Literal':
        if (typeof node.value === 'string') strings.push(node.value);
        break;
      case 'TemplateElement':
        strings.push((node.value as { cooked: string }).cooked);
        break;
      case 'Identifier':
        if (isReference(parent, field)) globals.push(...globalsOf(node, parent));
        break;
    }
  });
  const own = (name: string) => declared.has(name.split('.')[0] ?? '');
  return { path, imports, globals: globals.filter((name) => !own(name)), oddities, strings };
}

function target(from: string, specifier: unknown): string {
  if (typeof specifier !== 'string') return '(not a literal)';
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier);
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

const typeOnly = (kind: unknown, specifiers: readonly Node[], field: string): boolean =>
  kind === 'type' || (specifiers.length > 0 && specifiers.every((specifier) => specifier[field] === 'type'));

const literalOf = (node: unknown): unknown =>
  (node as { literal?: Node; value?: unknown }).literal?.value ?? (node as Node).value;

/** Not the name of a property, a key or a declaration. */
function isReference(parent: Node, field: string): boolean {
  if (parent.type === 'MemberExpression' && field === 'property') return parent.computed === true;
  if (parent.type === 'Property' && field === 'key')
    return parent.computed === true || parent.shorthand === true;
  return (
    !parent.type.startsWith('TS') && !parent.type.endsWith('Definition') && !/Specifier$/.test(parent.type)
  );
}

function globalsOf({ name }: Node, parent: Node): string[] {
  if (name === 'process' || name === 'console' || name === 'require') return [name];
  const property =
    parent.type === 'MemberExpression' ? (parent.property as { name?: string }).name : undefined;
  if (name === 'Date' && property === 'now') return ['Date.now'];
  if (name === 'Math' && property === 'random') return ['Math.random'];
  // Node's own answers wrongly once it is optimized: see base/parse-url.
  if (name === 'URL' && property === 'canParse') return ['URL.canParse'];
  const bare = parent.type === 'NewExpression' && (parent.arguments as unknown[]).length === 0;
  return name === 'Date' && bare ? ['new Date()'] : [];
}

function walk(
  node: Node,
  visit: (node: Node, parent: Node, field: string) => void,
  parent = node,
  field = '',
): void {
  visit(node, parent, field);
  for (const [name, value] of Object.entries(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof child === 'object' && child !== null && typeof child.type === 'string')
        walk(child, visit, node, name);
}
