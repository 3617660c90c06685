import { parseAst } from 'rolldown/parseAst';

/** The most lines of a function, what it holds included: a page that can be read at a glance. */
export const mostLines = 80;

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

/** Every function of a source that is too long, as `path name`, with its lines. */
export function longFunctions(path: string, text: string): Map<string, number> {
  const found = new Map<string, number>();
  const visit = (node: Node, outer: string): void => {
    const name = nameOf(node) ?? outer;
    if (/Function/.test(node.type) && node.body) {
      const lines = text.slice(node.start, node.end).split('\n').length;
      if (lines > mostLines) found.set(`${path} ${name}`, lines);
    }
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, name);
  };
  visit(parseAst(text, { lang: 'ts', sourceType: 'module' }) as unknown as Node, '');
  return found;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Node>).type === 'string';

/** A function that is a value has the name of its variable or its property. */
const nameOf = ({ id, key }: Node): string | undefined =>
  ((id ?? key) as { readonly name?: string } | null | undefined)?.name;
