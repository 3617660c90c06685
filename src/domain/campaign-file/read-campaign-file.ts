import { keysInText } from '../../contract/keys.ts';
import { readSequenceText } from '../sequence/sequence-text.ts';
import type { CampaignFields, FieldName, FieldValue } from './campaign-fields.ts';
import { readFrontMatter, type SenderPattern } from './front-matter.ts';
import { plainText, stepFields } from './sequence-fields.ts';
import { type Report, substitute, type Values } from './substitute.ts';
import type { FileProblem, ParseYaml, Place, YamlDocument, YamlNode } from './yaml-document.ts';

export interface CampaignFile {
  /** `autumn.md`, within the folder. */
  readonly file: string;
  /** With the folder as it was given, for messages: editors open it. */
  readonly path?: string;
  /** What the file manages, except `senders`. */
  readonly fields: CampaignFields;
  /** Absent where the file does not manage them. */
  readonly senders?: readonly SenderPattern[];
  /** Of the keys of the front matter and the steps: `dailyLimit`, `schedule.days`, `steps.2`. */
  readonly places: ReadonlyMap<string, Place>;
  /** As it is on disk, without byte-order mark. */
  readonly text: string;
  /** As written, with every `${…}`. */
  readonly frontMatter: YamlDocument;
  readonly sequenceText: string;
}

interface Sources {
  readonly values: Values;
  readonly parseYaml: ParseYaml;
}

/** Front matter and steps of a file; everything that is wrong is a problem, and then there is no file. */
export function readCampaignFile(
  file: string,
  text: string,
  { values, parseYaml }: Sources,
): { file?: CampaignFile; problems: readonly FileProblem[] } {
  const problems: FileProblem[] = keyProblems(text);
  const report = ({ line, column }: Place, message: string): void => {
    problems.push({ line, column, message });
  };
  const parts = splitFile(text);
  if (typeof parts === 'string') report({ line: 1, column: 1 }, parts);
  if (typeof parts === 'string' || problems.length > 0) return { problems };
  const frontMatter = parseYaml(parts.frontMatter, 2);
  const { root } = frontMatter;
  for (const problem of frontMatter.problems) report(problem, problem.message);
  const resolved = root && substitute(root, values, report);
  const keys = resolved ? keysBelow(resolved) : [];
  for (const place of keys) report(place, aKey);
  // What is said of a value repeats it.
  const { fields, senders } = readFrontMatter(keys.length > 0 ? undefined : resolved, report);

  const places = new Map<string, Place>();
  for (const { key, value, line, column } of root?.kind === 'map' ? root.entries : []) {
    places.set(key, { line, column });
    for (const inner of value.kind === 'map' ? value.entries : [])
      places.set(`${key}.${inner.key}`, { line: inner.line, column: inner.column });
  }

  if (!places.has('name') && frontMatter.problems.length === 0 && (root?.kind ?? 'map') === 'map')
    report({ line: 1, column: 1 }, 'name is required: the name of the campaign, as in name: Autumn launch');
  const all = new Map<FieldName, FieldValue>([...fields, ...sequenceFields(parts, places, report)]);
  if (problems.length > 0)
    return { problems: [...problems].sort((a, b) => a.line - b.line || a.column - b.column) };
  const { sequenceText } = parts;
  return {
    file: { file, fields: all, ...(senders && { senders }), places, text, frontMatter, sequenceText },
    problems,
  };
}

interface Parts {
  readonly frontMatter: string;
  readonly sequenceText: string;
  readonly firstLine: number;
}

/** From the first line, which is `---`, to the next such line; what is wrong where there is none. */
function splitFile(text: string): Parts | string {
  const plain = text.replace(/^\uFEFF/, '');
  const first = /^---[ \t]*(?:\r?\n|$)/.exec(plain)?.[0];
  if (first === undefined)
    return 'there is no front matter: the first line must be ---, then name: and the settings, then ---. A file that is not a campaign goes into a subfolder, or has another ending than .md';
  const rest = plain.slice(first.length);
  const end = /^---[ \t]*\r?$/m.exec(rest);
  if (!end) return 'the front matter has no end: a line --- must follow it';
  const frontMatter = rest.slice(0, end.index);
  const after = rest.slice(end.index + end[0].length).replace(/^\n/, '');
  return { frontMatter, sequenceText: after, firstLine: frontMatter.split('\n').length + 2 };
}

/** A file without a step manages no steps, and one without a signature no signature. */
function sequenceFields(
  { sequenceText, firstLine }: Parts,
  places: Map<string, Place>,
  report: Report,
): Map<FieldName, FieldValue> {
  const text = sequenceText.replaceAll('\r\n', '\n');
  const { sequence, stepLines, problems } = readSequenceText(text, { firstLine, isLenient: true });
  for (const { line, message } of problems) report({ line, column: 1 }, message);
  for (const [index, line] of stepLines.entries()) places.set(`steps.${index + 1}`, { line, column: 1 });
  const fields = stepFields(sequence.steps);
  if (sequence.signature !== undefined) fields.set('signature', plainText(sequence.signature));
  return fields;
}

const aKey = 'this looks like an API key; files of campaigns hold none';

/** The lines that hold what looks like a key; nothing of it is repeated. */
export function keyProblems(text: string): FileProblem[] {
  const problems: FileProblem[] = [];
  for (const [at, line] of text.split('\n').entries())
    for (const { index } of line.matchAll(keysInText))
      problems.push({ line: at + 1, column: index + 1, message: aKey });
  return problems;
}

/** Written with escapes or put together from values, a key is in no line. */
function keysBelow(node: YamlNode): Place[] {
  if (node.kind === 'list') return node.items.flatMap(keysBelow);
  if (node.kind === 'scalar') return isKeyLike(node.source) ? [node] : [];
  return node.entries.flatMap((entry) => (isKeyLike(entry.key) ? [entry] : keysBelow(entry.value)));
}

const isKeyLike = (text: string): boolean => text.search(keysInText) >= 0;
