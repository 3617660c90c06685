import type { CST, Document, LineCounter, Node, ParsedNode, Scalar } from 'yaml';
import type {
  FileProblem,
  ParseYaml,
  Place,
  YamlEntry,
  YamlNode,
} from '../../domain/campaign-file/yaml-document.ts';
import { yamlMistake } from '../../domain/campaign-file/yaml-mistake.ts';
import { editedYaml, type YamlLibrary, yamlOptions } from './edited-yaml.ts';

/** Settings are some ten lines long; hostile text of this length takes less than a second. */
const longestText = 64 * 1024;
/** Of tokens, of which a value in a list or map takes two. Some hundreds exhaust the stack of the library. */
const deepest = 40;
const mostProblems = 20;
/** Of the library, of which many can follow from one. */
const mostErrors = 100;

/** The door to `yaml`, opened when a file is read that holds YAML. */
export async function openYaml(): Promise<ParseYaml> {
  const yaml = await import('yaml');
  return (text, firstLine) => {
    const reading: Reading = {
      yaml,
      text,
      firstLine,
      lines: new yaml.LineCounter(),
      problems: [],
    };
    const root = rootOf(reading);
    const problems = reading.problems.slice(0, mostProblems);
    return { root, problems, edited: (changes) => editedYaml(yaml, text, changes) };
  };
}

interface Reading {
  readonly yaml: YamlLibrary;
  readonly text: string;
  readonly firstLine: number;
  readonly lines: LineCounter;
  readonly problems: FileProblem[];
}

/** So wrong that nothing after it is worth reading. */
class Unreadable extends Error {
  constructor(
    readonly offset: number,
    message: string,
  ) {
    super(message);
  }
}

function rootOf(reading: Reading): YamlNode | undefined {
  try {
    const { contents, errors } = composed(reading);
    // The others leave open what belongs to what.
    const isWhole = errors.every(({ code }) => code === 'DUPLICATE_KEY');
    return contents === null || !isWhole ? undefined : nodeOf(reading, contents);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    say(reading, error.offset, error.message);
    return undefined;
  }
}

function placeOf({ lines, firstLine }: Reading, offset: number): Place {
  const { line, col } = lines.linePos(offset);
  return { line: line + firstLine - 1, column: col };
}

function say(reading: Reading, offset: number, message: string): void {
  reading.problems.push({ ...placeOf(reading, offset), message });
}

function composed(reading: Reading): Document.Parsed<ParsedNode> {
  const { yaml, text, lines } = reading;
  lines.addNewLine(0);
  if (text.length > longestText) throw new Unreadable(0, 'this is longer than 64 KB; is it the right file?');
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines.addNewLine(at + 1);
  const control = /[\0-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]|\p{Cs}/u.exec(text);
  if (control) throw new Unreadable(control.index, `YAML does not take the character ${codeOf(control[0])}`);
  const tokens = [...new yaml.Parser().parse(text)];
  const tooDeep = placeBelow(tokens);
  if (tooDeep !== undefined) throw new Unreadable(tooDeep, 'this is nested too deeply');
  const [document, second] = new yaml.Composer(yamlOptions).compose(tokens, true, text.length);
  if (document === undefined) throw new Unreadable(0, 'this cannot be read');
  if (second) throw new Unreadable(second.range[0], 'a second YAML document begins here; there must be one');
  if (document.directives.yaml.explicit) throw new Unreadable(0, 'a %YAML line is not taken; leave it out');
  for (const { code, message, pos } of document.errors.slice(0, mostErrors)) {
    const mistake = yamlMistake(text, { code, message, offset: pos[0] });
    const { line } = placeOf(reading, mistake.offset);
    // The first of a line: what follows there follows from it.
    if (reading.problems.every((problem) => problem.line !== line))
      say(reading, mistake.offset, mistake.message);
  }
  return document as Document.Parsed<ParsedNode>;
}

const codeOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** Where the first token is that lies too deep. */
function placeBelow(tokens: readonly CST.Token[]): number | undefined {
  let level: readonly CST.Token[] = tokens;
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) return level[0]?.offset;
    level = level.flatMap(inside);
  }
  return undefined;
}

function inside(token: CST.Token): CST.Token[] {
  if (token.type === 'document') return token.value ? [token.value] : [];
  if (!('items' in token)) return [];
  return token.items.flatMap(({ key, value }) => [key, value].filter((part) => part != null));
}

function nodeOf(reading: Reading, node: Node): YamlNode {
  const { isAlias, isMap, isScalar, isSeq } = reading.yaml;
  const offset = node.range?.[0] ?? 0;
  const place = placeOf(reading, offset);
  if (isAlias(node)) {
    const meant = `*${node.source}`;
    say(
      reading,
      offset,
      `${meant} is an alias, and none is taken. A text that begins with * is in quotes: "${meant}"`,
    );
    return { kind: 'scalar', value: meant, source: meant, isQuoted: true, ...place };
  }
  if (node.tag !== undefined) say(reading, offset, `the tag ${node.tag} is not taken; leave it out`);
  if (isSeq<Node>(node))
    return {
      kind: 'list',
      items: node.items.map((item) => nodeOf(reading, item)),
      ...place,
    };
  if (isMap<Node, Node | null>(node)) {
    const entries = node.items.flatMap(({ key, value }) => entryOf(reading, key, value));
    return { kind: 'map', entries, ...place };
  }
  if (!isScalar(node)) throw new Unreadable(offset, 'this is neither a value, a list nor a map');
  return { ...scalarOf(node), ...place };
}

function entryOf(reading: Reading, key: Node, value: Node | null): YamlEntry[] {
  const offset = key.range?.[0] ?? 0;
  const place = placeOf(reading, offset);
  if (!reading.yaml.isScalar(key) || key.tag !== undefined) {
    say(reading, offset, 'a key is a plain word');
    return [];
  }
  const none: YamlNode = { kind: 'scalar', value: null, source: '', isQuoted: false, ...place };
  return [{ key: scalarOf(key).source, value: value ? nodeOf(reading, value) : none, ...place }];
}

function scalarOf({ value, source, type }: Scalar) {
  const isQuoted = type?.startsWith('QUOTE') ?? false;
  const plain = typeof value === 'number' || typeof value === 'boolean' || value === null;
  return { kind: 'scalar', value: plain ? value : String(value), source: source ?? '', isQuoted } as const;
}
