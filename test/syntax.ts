import { parseAst } from 'rolldown/parseAst';

export interface Node {
  readonly type: string;
  readonly start: number;
  readonly [field: string]: unknown;
}

/** Visits the syntax of a source from the outside in; what is below a node is left out where `visit` returns false. */
export function eachNode(text: string, visit: (node: Node) => unknown): void {
  const walk = (node: Node): void => {
    if (visit(node) === false) return;
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value])
        if (typeof child === 'object' && child !== null && typeof child.type === 'string') walk(child);
  };
  walk(parseAst(text, { lang: 'ts', sourceType: 'module' }) as unknown as Node);
}

/** The text of a literal or a template, its values as `hole`; empty for any other node. */
export function textOf(node: Node, hole: string): string {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type !== 'TemplateLiteral') return '';
  return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join(hole);
}
