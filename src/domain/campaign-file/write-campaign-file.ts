import { redactKeys } from '../../contract/keys.ts';
import { describeDays } from '../schedule-text.ts';
import {
  type CampaignFields,
  type FieldName,
  type FieldValue,
  isOfStep,
  sameValue,
} from './campaign-fields.ts';
import { frontMatterKeys, type SenderPattern } from './front-matter.ts';
import { type CampaignFile, readCampaignFile } from './read-campaign-file.ts';
import { sequencePart } from './sequence-part.ts';
import { referencesIn, type Values } from './substitute.ts';
import type { ParseYaml, YamlChange, YamlNode } from './yaml-document.ts';

interface Sources {
  readonly values: Values;
  readonly parseYaml: ParseYaml;
  /** The mailboxes that patterns mean where these are attached, sorted. */
  readonly mailboxesOf: (
    patterns: readonly SenderPattern[],
    attached: readonly string[],
  ) => readonly string[];
  readonly longest: number;
}

/** A part of a campaign that is not in the file, or not as the service has it. */
export interface LeftOut {
  /** `schedule`, `dailyLimit`, `sequence`. */
  readonly field: string;
  readonly why: string;
}

interface CampaignSeen {
  readonly fields: CampaignFields;
  readonly unreadable: readonly LeftOut[];
}

interface WrittenFile {
  readonly text: string;
  readonly leftOut: readonly LeftOut[];
  /** What the file now says as the service does: the base of the lock. */
  readonly fields: CampaignFields;
  /** What the former file said otherwise. */
  readonly replaced: CampaignFields;
  /** Keys of the front matter that had these `${…}`, and now have what the service has. */
  readonly resolved: ReadonlyMap<string, readonly string[]>;
}

/** Replaces only what differs in a file that is there. What cannot be read or held gets a comment. Or why there is none. */
export function writeCampaignFile(
  former: CampaignFile | undefined,
  live: CampaignSeen,
  sources: Sources,
): WrittenFile | string {
  const blank: CampaignFile = {
    file: '',
    fields: new Map(),
    places: new Map(),
    text: '---\n---\n\n',
    frontMatter: sources.parseYaml('', 2),
    sequenceText: '\n',
  };
  const file = former ?? blank;
  const whole = attempt(file, live, sources);
  if (typeof whole !== 'string') return whole;
  const unheld = unheldParts(live.fields, (part) => attempt(blank, part, sources));
  const noName = unheld.find(({ field }) => field === 'name');
  if (noName) return noName.why;
  const seen = { ...live, unreadable: [...live.unreadable, ...unheld] };
  const partly = attempt(file, seen, sources);
  // A file that is written in ways that cannot be changed in place is written anew.
  return typeof partly === 'string' && former ? attempt(blank, seen, sources) : partly;
}

/** Or why it does not read back. */
function attempt(file: CampaignFile, seen: CampaignSeen, sources: Sources): WrittenFile | string {
  const { unreadable: leftOut } = seen;
  const out = new Set(leftOut.map(({ field }) => field));
  const fields = new Map([...seen.fields].filter(([field]) => !out.has(partOf(field))));
  const wanted = { fields, hasSteps: !out.has('steps') && !out.has('sequence') };
  const changes = frontMatterChanges(file, fields, sources);
  const text = composed(file, wanted, commented(file.frontMatter.edited(changes), leftOut, eolOf(file)));
  const problem = whyUnlike(text, wanted, sources);
  if (problem !== undefined) return problem;
  const held = new Map([...fields].filter(([, value]) => value !== null));
  const resolved = new Map<string, string[]>();
  for (const { path } of changes) {
    const references = referencesIn(nodeAt(file.frontMatter.root, path));
    if (references.length > 0) resolved.set(path.join('.'), references);
  }
  return { text, leftOut, fields: held, replaced: replacedIn(file, wanted, sources), resolved };
}

const eolOf = ({ text }: CampaignFile): string => (text.includes('\r\n') ? '\r\n' : '\n');

function nodeAt(root: YamlNode | undefined, path: readonly string[]): YamlNode | undefined {
  let node = root;
  for (const key of path)
    node = node?.kind === 'map' ? node.entries.find((entry) => entry.key === key)?.value : undefined;
  return node;
}

interface Wanted {
  readonly fields: CampaignFields;
  /** Those of the fields, none too. */
  readonly hasSteps: boolean;
}

/** What can be left out by itself. */
const partOf = (field: FieldName): string => {
  if (field === 'minGap' || field === 'maxGap') return 'minGap and maxGap';
  return isOfStep(field) ? 'steps' : (/^schedule(?=\.)/.exec(field)?.[0] ?? field);
};

/** Each part is tried in a file of its own. */
function unheldParts(fields: CampaignFields, tried: (part: CampaignSeen) => WrittenFile | string): LeftOut[] {
  const parts = new Map<string, Map<FieldName, FieldValue>>();
  for (const [field, value] of fields) {
    const part = parts.get(partOf(field)) ?? new Map<FieldName, FieldValue>([['name', 'x']]);
    parts.set(partOf(field), part.set(field, value));
  }
  const unheld: LeftOut[] = [];
  for (const [field, part] of parts) {
    const why = tried({ fields: part, unreadable: [] });
    if (typeof why === 'string') unheld.push({ field, why });
  }
  return unheld;
}

function whyUnlike(text: string, { fields, hasSteps }: Wanted, sources: Sources): string | undefined {
  if (/\p{Cs}/u.test(text)) return 'it holds half a character, which no file can hold';
  if (new TextEncoder().encode(text).length > sources.longest) return 'it is too long for a file';
  const { file, problems } = readCampaignFile('', text, sources);
  if (file === undefined) return problems[0]?.message ?? 'it cannot be read back';
  const stepsOf = (all: CampaignFields) => [...all.keys()].filter(isOfStep).length;
  const isLike =
    [...fields].every(([field, value]) => sameValue(valueIn(file, field, value, sources), value)) &&
    (!hasSteps || stepsOf(fields) === stepsOf(file.fields));
  return isLike ? undefined : 'a file cannot hold it as it is';
}

function valueIn(
  file: CampaignFile,
  field: FieldName,
  live: FieldValue,
  { mailboxesOf }: Sources,
): FieldValue {
  if (field !== 'senders') return file.fields.get(field) ?? null;
  return file.senders ? mailboxesOf(file.senders, Array.isArray(live) ? live : []) : null;
}

function replacedIn(file: CampaignFile, { fields, hasSteps }: Wanted, sources: Sources) {
  const replaced = new Map<FieldName, FieldValue>();
  const gone = [...file.fields.keys()].filter((field) => hasSteps && isOfStep(field));
  for (const field of new Set([...fields.keys(), ...gone])) {
    const before = valueIn(file, field, fields.get(field) ?? null, sources);
    if (before !== null && !sameValue(before, fields.get(field))) replaced.set(field, before);
  }
  return replaced;
}

function composed(file: CampaignFile, { fields, hasSteps }: Wanted, front: string): string {
  const { text, frontMatter, sequenceText } = file;
  const eol = eolOf(file);
  const sequence = sequencePart(file, fields, hasSteps, eol);
  const [begin = ''] = /^\uFEFF?---[ \t]*\r?\n/.exec(text) ?? [];
  const end = text.slice(begin.length + frontMatter.edited([]).length, text.length - sequenceText.length);
  return `${begin}${front}${end.endsWith('\n') || sequence === '' ? end : end + eol}${sequence}`;
}

/** What a person looks for first. */
const order = [...new Set(['name', 'emoji', 'flow', 'schedule', 'senders', ...frontMatterKeys])];

function frontMatterChanges(file: CampaignFile, fields: CampaignFields, sources: Sources): YamlChange[] {
  const place = (field: FieldName) => order.indexOf(field.split('.', 1)[0] ?? '');
  const changes: YamlChange[] = [];
  for (const [field, value] of [...fields].sort(([a], [b]) => place(a) - place(b)))
    if (place(field) >= 0 && !sameValue(valueIn(file, field, value, sources), value))
      changes.push({ path: field.split('.'), value: asWritten(file, field, value, sources) });
  const isScheduleEmptied =
    file.places.has('schedule') &&
    (['days', 'from', 'to'] as const).every((part) => fields.get(`schedule.${part}`) === null);
  if (!isScheduleEmptied) return changes;
  return [...changes.filter(({ path }) => path[0] !== 'schedule'), { path: ['schedule'], value: undefined }];
}

function asWritten(
  file: CampaignFile,
  field: FieldName,
  value: FieldValue,
  sources: Sources,
): YamlChange['value'] {
  if (value === null) return undefined;
  if (field === 'schedule.days') {
    const text = (days: string) => describeDays(days).toLowerCase().replaceAll(', ', ',');
    // A list stays one: the lines of its items have comments.
    const isList = nodeAt(file.frontMatter.root, ['schedule', 'days'])?.kind === 'list';
    return isList ? String(value).split(',').map(text) : text(String(value));
  }
  if (typeof value === 'string') return value.replaceAll('${', () => '$${');
  return Array.isArray(value) ? patternsFor(file, value, sources) : (value as number | boolean);
}

/** Patterns that mean no other mailboxes than those that are attached stay. */
function patternsFor(
  { senders = [] }: CampaignFile,
  attached: readonly string[],
  { mailboxesOf }: Sources,
): readonly string[] {
  const right = senders.filter((pattern) =>
    mailboxesOf([pattern], attached).every((address) => attached.includes(address)),
  );
  const meant = mailboxesOf(right, attached);
  return [...right.map(({ pattern }) => pattern), ...attached.filter((address) => !meant.includes(address))];
}

const commentStart = '# Left out by campaigns pull: ';
const longestWhy = 400;

/** With a comment for each reason, in the place of those of an earlier pull, at the end where there are none. */
function commented(front: string, leftOut: readonly LeftOut[], eol: string): string {
  const byReason = new Map<string, string[]>();
  for (const { field, why } of leftOut) byReason.set(why, [...(byReason.get(why) ?? []), field]);
  const wanted = [...byReason].map(([why, fields]) => {
    const plain = redactKeys(why.replaceAll(/[\s\p{C}\p{Z}]+/gu, ' ').trim());
    const short = plain.length > longestWhy ? `${plain.slice(0, longestWhy)}…` : plain;
    return `${commentStart}${fields.join(', ')}: ${short}${eol}`;
  });
  const lines = front.split(/(?<=\n)/);
  const old = lines.filter((line) => line.startsWith(commentStart));
  if (old.join('') === wanted.join('')) return front;
  return [...lines.filter((line) => !line.startsWith(commentStart)), ...wanted].join('');
}
