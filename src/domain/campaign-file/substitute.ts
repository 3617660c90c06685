import { closest } from '../../base/text/nearest.ts';
import type { Place, YamlDocument, YamlEntry, YamlNode } from './yaml-document.ts';

/** What each `${…}` is replaced with: text, numbers, switches and lists of texts by their names. */
export interface Values {
  /** Where they are, or would be: `values/live.yaml`. */
  readonly file: string;
  readonly byName: ReadonlyMap<string, YamlNode>;
  /** Something is wrong with the file, which is said; what it lacks for it is not. */
  readonly isBroken?: boolean;
}

export type Report = (place: Place, message: string) => void;

type Scalar = Extract<YamlNode, { kind: 'scalar' }>;

const name = /^[a-z_][\w.-]*$/i;
/** `$${` is a literal `${`. */
const reference = /\$\$\{|\$\{([^}]*)(\}?)/g;

export function referencesIn(node: YamlNode | undefined): string[] {
  if (node === undefined) return [];
  if (node.kind === 'scalar') {
    const found: string[] = [];
    for (const [all, inner] of node.source.matchAll(reference)) if (inner !== undefined) found.push(all);
    return found;
  }
  return node.kind === 'list'
    ? node.items.flatMap(referencesIn)
    : node.entries.flatMap(({ value }) => referencesIn(value));
}

/** The values of a YAML map: one level, nothing empty. */
export function valuesIn(file: string, { root }: YamlDocument, report: Report): Values {
  const byName = new Map<string, YamlNode>();
  if (root !== undefined && root.kind !== 'map')
    report(root, 'values are written as name: value, a line each');
  for (const { key, value, ...place } of root?.kind === 'map' ? root.entries : []) {
    if (!name.test(key))
      report(place, `a name has only letters, digits, ".", "_" and "-"; ${key} has others`);
    const isValue = (node: YamlNode) => node.kind === 'scalar' && node.value !== null;
    if (isValue(value) || (value.kind === 'list' && value.items.every(isValue))) byName.set(key, value);
    else report(value, `${key} must be text, a number, true or false, or a list of texts`);
  }
  return { file, byName };
}

/** The node with every `${…}` replaced, also in what it holds; undefined where one has no value. */
export function substitute(node: YamlNode, values: Values, report: Report): YamlNode | undefined {
  if (node.kind === 'scalar') return inScalar(node, values, report);
  if (node.kind === 'list') {
    let isWhole = true;
    const items: YamlNode[] = [];
    for (const item of node.items) {
      const by = substitute(item, values, report);
      if (by === undefined) isWhole = false;
      // A list in the place of an item is its items.
      else if (item.kind === 'scalar' && by.kind === 'list') items.push(...by.items);
      else items.push(by);
    }
    return isWhole ? { ...node, items } : undefined;
  }
  const entries: YamlEntry[] = [];
  for (const entry of node.entries) {
    const value = substitute(entry.value, values, report);
    if (value !== undefined) entries.push({ ...entry, value });
  }
  return { ...node, entries };
}

function inScalar(node: Scalar, values: Values, report: Report): YamlNode | undefined {
  const { source, line, column } = node;
  if (!source.includes('${')) return node;
  const whole = /^\$\{([^}]*)\}$/.exec(source)?.[1];
  if (whole !== undefined) {
    const value = valueNamed(whole, node, values, report);
    return value && moved(value, { line, column });
  }
  let isComplete = true;
  const text = source.replaceAll(reference, (found, inner: string | undefined, end: string) => {
    if (inner === undefined) return '${';
    const value = end === '}' ? valueNamed(inner, node, values, report) : undefined;
    if (end === '') report(node, `a \${ is not closed by }; $\${ is a plain \${`);
    if (value?.kind === 'scalar') return value.source;
    if (value) report(node, `\${${inner.trim()}} is a list, which has no place within a text`);
    isComplete = false;
    return found;
  });
  return isComplete ? { ...node, value: text, source: text, isQuoted: true } : undefined;
}

function valueNamed(
  inner: string,
  place: Place,
  { file, byName, isBroken = false }: Values,
  report: Report,
): YamlNode | undefined {
  const wanted = inner.trim();
  const value = byName.get(wanted);
  if (value !== undefined || isBroken) return value;
  const near = closest(wanted, [...byName.keys()]);
  const hint = near === undefined ? `add ${wanted} to ${file}` : `did you mean \${${near}}?`;
  report(
    place,
    name.test(wanted) ? `\${${wanted}} has no value; ${hint}` : `\${${inner}} is not a name of a value`,
  );
  return undefined;
}

/** With the place of what it replaces, which is where the person looks. */
const moved = (node: YamlNode, place: Place): YamlNode =>
  node.kind === 'list'
    ? { ...node, ...place, items: node.items.map((item) => moved(item, place)) }
    : { ...node, ...place };
