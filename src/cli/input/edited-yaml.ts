import type { Document, Node, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml';
import { type YamlChange, yamlText } from '../../domain/campaign-file/yaml-document.ts';

export type YamlLibrary = typeof import('yaml');

/** YAML 1.2: `no` and `09:00` are text, `<<` is a key like others. */
export const yamlOptions = {
  version: '1.2',
  schema: 'core',
  merge: false,
  prettyErrors: false,
  logLevel: 'silent',
} as const;

type Value = NonNullable<YamlChange['value']>;
type Path = YamlChange['path'];

interface Editing {
  readonly yaml: YamlLibrary;
  readonly text: string;
  readonly document: Document;
}

/** A part of the text, and what comes in its place. */
interface Splice {
  readonly from: number;
  readonly to: number;
  readonly by: string;
}

/** The text with these values in it, changed in place where it is written in a usual way, else written anew. */
export function editedYaml(yaml: YamlLibrary, text: string, changes: readonly YamlChange[]): string {
  const document = yaml.parseDocument(text, yamlOptions);
  const editing = { yaml, text, document };
  const additions: YamlChange[] = [];
  const splices: Splice[] = [];
  const left: YamlChange[] = [];
  for (const change of changes) {
    if (isThere(editing, change)) continue;
    if (change.value !== undefined && document.getIn(change.path, true) === undefined) {
      additions.push(change);
      continue;
    }
    const found = changed(editing, change);
    if (found) splices.push(...found);
    else left.push(change);
  }
  for (const some of byParent(additions)) {
    const found = added(editing, some);
    if (found) splices.push(...found);
    else left.push(...some);
  }
  let spliced = text;
  // From the end on, so that the places before stay as they are.
  for (const { from, to, by } of splices.reverse().sort((a, b) => b.from - a.from))
    spliced = spliced.slice(0, from) + by + spliced.slice(to);
  return left.length === 0 ? spliced : rewritten(yaml, spliced, left);
}

function isThere({ yaml, document }: Editing, { path, value }: YamlChange): boolean {
  const node: unknown = document.getIn(path, true);
  if (node === undefined || value === undefined) return node === undefined && value === undefined;
  if (Array.isArray(value))
    return yaml.isSeq(node) && JSON.stringify(node.toJSON()) === JSON.stringify(value);
  if (!yaml.isScalar(node)) return false;
  return typeof value === 'string' ? node.value !== null && node.source === value : node.value === value;
}

/** Those of `schedule.days` and `schedule.from` together. */
function byParent(changes: readonly YamlChange[]): YamlChange[][] {
  const groups = new Map<string, YamlChange[]>();
  for (const change of changes) {
    const { path } = change;
    const group = path.length === 1 ? path.join() : path.slice(0, -1).join();
    groups.set(group, [...(groups.get(group) ?? []), change]);
  }
  return [...groups.values()];
}

/** Undefined where it takes more than changes in place. */
function changed(editing: Editing, { path, value }: YamlChange): Splice[] | undefined {
  const { yaml, document, text } = editing;
  if (value === undefined) return path.length === 1 ? taken(editing, path[0] ?? '') : undefined;
  const node: unknown = document.getIn(path, true);
  if (!yaml.isNode(node) || node.range == null) return undefined;
  const [from, to] = node.range;
  const written = text.slice(from, to);
  if (yaml.isSeq<Node>(node) && !node.flow)
    return Array.isArray(value) ? itemsChanged(editing, node, value) : undefined;
  const isInline = !/[\n#]/.test(written) || /^"[^"]*"$/.test(written);
  return isInline && written !== '' ? [{ from, to, by: yamlText(value) }] : undefined;
}

/** The root where it is written a key a line. */
function rootOf({ yaml, document }: Editing): YAMLMap<Scalar, Node | null> | undefined {
  const { contents } = document;
  return yaml.isMap<Scalar, Node | null>(contents) && !contents.flow ? contents : undefined;
}

const startOf = (pair: Pair<Scalar, Node | null> | undefined): number | undefined => pair?.key.range?.[0];

/** Without the comments below it, which are those of the next key. */
function taken(editing: Editing, key: string): Splice[] | undefined {
  const { text } = editing;
  const pairs = rootOf(editing)?.items ?? [];
  const at = pairs.findIndex((pair) => pair.key.value === key);
  const from = startOf(pairs[at]);
  if (from === undefined || (from > 0 && text[from - 1] !== '\n')) return undefined;
  const end = startOf(pairs[at + 1]) ?? text.length;
  return [{ from, to: from + withoutComments(text.slice(from, end)).length, by: '' }];
}

/** Without the lines at its end that are empty or a comment. */
function withoutComments(text: string): string {
  const lines = text.split(/(?<=\n)/);
  while (/^\s*(?:#|$)/.test(lines.at(-1) ?? 'x')) lines.pop();
  return lines.join('');
}

/** In a line of their own at the end of the text; undefined where that is not a key a line. */
function added(editing: Editing, changes: readonly YamlChange[]): Splice[] | undefined {
  const { document, text } = editing;
  const [{ path } = { path: [] as Path }] = changes;
  const isRoot = document.contents === null || rootOf(editing) !== undefined;
  if (!isRoot || path.length > 2 || (path.length === 2 && document.has(path[0]))) return undefined;
  const items = changes.map((change) => `${change.path.at(-1)}: ${yamlText(change.value as Value)}`);
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const line = path.length === 1 ? items.join() : `${path[0]}: { ${items.join(', ')} }`;
  const before = text === '' || text.endsWith('\n') ? '' : eol;
  return [{ from: text.length, to: text.length, by: `${before}${line}${eol}` }];
}

/** Items that stay keep their lines. */
function itemsChanged(
  { yaml, text }: Editing,
  { items }: YAMLSeq<Node>,
  wanted: readonly string[],
): Splice[] | undefined {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const there: string[] = [];
  const splices: Splice[] = [];
  let last = { end: 0, dash: '' };
  for (const item of items) {
    const at = item.range?.[0] ?? 0;
    const from = text.lastIndexOf('\n', at - 1) + 1;
    const dash = text.slice(from, at);
    if (!yaml.isScalar(item) || !/^ *- +$/.test(dash) || item.type?.startsWith('BLOCK')) return undefined;
    const value = String(item.value);
    const to = text.indexOf('\n', at) + 1 || text.length;
    there.push(value);
    last = { end: to, dash };
    if (!wanted.includes(value)) splices.push({ from, to, by: '' });
  }
  if (items.length === 0 || wanted.length === 0 || text[last.end - 1] !== '\n') return undefined;
  let by = '';
  for (const value of wanted) if (!there.includes(value)) by += `${last.dash}${yamlText(value)}${eol}`;
  return [...splices, { from: last.end, to: last.end, by }];
}

function rewritten(yaml: YamlLibrary, text: string, changes: readonly YamlChange[]): string {
  const document = yaml.parseDocument(text, yamlOptions);
  for (const { path, value } of changes)
    if (value === undefined) document.deleteIn(path);
    else document.setIn(path, document.createNode(value));
  const written = document.contents === null ? '' : document.toString({ lineWidth: 0 });
  return text.includes('\r\n') ? written.replaceAll('\n', '\r\n') : written;
}
