import type { Document, Node, Scalar, YAMLSeq } from 'yaml';
import type { YamlChange } from '../../domain/campaign-file/yaml-document.ts';

export type YamlLibrary = typeof import('yaml');

/** YAML 1.2: `no` and `09:00` are text, `<<` is a key like others. */
export const yamlOptions = {
  version: '1.2',
  schema: 'core',
  merge: false,
  prettyErrors: false,
  logLevel: 'silent',
} as const;

/**
 * The text with these values in it. Where only single values change, nothing but these changes; where keys come or go
 * the library writes the text anew, with its comments.
 */
export function editedYaml(yaml: YamlLibrary, text: string, changes: readonly YamlChange[]): string {
  const document = yaml.parseDocument(text, yamlOptions);
  const real = changes.filter(({ path, value }) => !isThere(yaml, document, path, value));
  if (real.length === 0) return text;
  const hasAliases = unaliased(yaml, document);
  const splices = hasAliases ? [] : real.flatMap((change) => spliceOf(yaml, document, change));
  if (splices.length === real.length)
    return splices
      .sort((a, b) => b.from - a.from)
      .reduce((whole, { from, to, by }) => whole.slice(0, from) + by + whole.slice(to), text);
  for (const change of real) set(yaml, document, change);
  const written = document.contents === null ? '' : document.toString({ lineWidth: 0 });
  return text.includes('\r\n') ? written.replaceAll('\n', '\r\n') : written;
}

type Value = YamlChange['value'];

function isThere(yaml: YamlLibrary, document: Document, path: readonly string[], value: Value): boolean {
  const node: unknown = document.getIn(path, true);
  if (node === undefined || value === undefined) return node === undefined && value === undefined;
  if (Array.isArray(value))
    return yaml.isSeq(node) && JSON.stringify(node.toJSON()) === JSON.stringify(value);
  if (!yaml.isScalar(node)) return false;
  return typeof value === 'string' ? node.value !== null && node.source === value : node.value === value;
}

/** An alias would change along with what it names: each becomes a value of its own. */
function unaliased(yaml: YamlLibrary, document: Document): boolean {
  let any = false;
  yaml.visit(document, {
    Alias(_, alias) {
      any = true;
      return alias.resolve(document)?.clone() as Node | undefined;
    },
  });
  if (any)
    yaml.visit(document, {
      Value(_, node) {
        delete node.anchor;
      },
    });
  return any;
}

/** None where it takes more than another value in the same place. */
function spliceOf(yaml: YamlLibrary, document: Document, { path, value }: YamlChange) {
  const node: unknown = document.getIn(path, true);
  if (!yaml.isScalar(node) || node.range == null || value === undefined || Array.isArray(value)) return [];
  const [from, to] = node.range;
  const isBlock = (node as Scalar).type?.startsWith('BLOCK') ?? false;
  return from === to || isBlock ? [] : [{ from, to, by: inline(yaml, value) }];
}

/** As it can be written anywhere, also between brackets. */
const inline = (yaml: YamlLibrary, value: Value): string =>
  yaml
    .stringify([value], { ...yamlOptions, collectionStyle: 'flow', lineWidth: 0 })
    .trim()
    .slice(2, -2);

function set(yaml: YamlLibrary, document: Document, { path, value }: YamlChange): void {
  const node: unknown = document.getIn(path, true);
  if (value === undefined) document.deleteIn(path);
  else if (yaml.isSeq(node) && Array.isArray(value))
    setItems(node, value, (item) => document.createNode(item));
  else document.setIn(path, document.createNode(value));
}

/** Items that stay keep their comments. */
function setItems(list: YAMLSeq, wanted: readonly string[], make: (item: string) => Node): void {
  const text = (item: unknown) => String((item as Scalar).value ?? '');
  list.items = list.items.filter((item) => wanted.includes(text(item)));
  const there = new Set(list.items.map(text));
  list.items.push(...wanted.filter((item) => !there.has(item)).map(make));
}
