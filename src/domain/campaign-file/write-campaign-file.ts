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
import { type CampaignFile, readCampaignFile, splitFile } from './read-campaign-file.ts';
import { sequencePart } from './sequence-part.ts';
import { referencesIn, type Values } from './substitute.ts';
import type { ParseYaml, Place, YamlChange, YamlNode } from './yaml-document.ts';

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
  readonly what: string;
  readonly why: string;
}

interface CampaignSeen {
  readonly fields: CampaignFields;
  readonly leftOut: readonly LeftOut[];
}

export interface WrittenFile {
  readonly text: string;
  readonly leftOut: readonly LeftOut[];
  /** What the file now says as the service does: the base of the lock. */
  readonly fields: CampaignFields;
  /** What the former file said otherwise. */
  readonly replaced: CampaignFields;
  readonly resolved: readonly Resolved[];
}

/** A key of the front matter that had `${…}`, and now has what the service has. */
interface Resolved extends Place {
  readonly key: string;
  readonly references: readonly string[];
}

/** Replaces only what differs in a file that is there. What cannot be read or held gets a comment. Or why there is none. */
export function writeCampaignFile(
  file: CampaignFile | undefined,
  live: CampaignSeen,
  sources: Sources,
): WrittenFile | string {
  const whole = attempt({ file, seen: live, sources });
  if (typeof whole !== 'string') return whole;
  const unheld = unheldParts(live.fields, sources);
  const noName = unheld.find(({ what }) => what === 'name');
  if (noName) return noName.why;
  const seen = { ...live, leftOut: [...live.leftOut, ...unheld] };
  const partly = attempt({ file, seen, sources });
  // A file that is written in ways that cannot be changed in place is written anew.
  return typeof partly === 'string' && file ? attempt({ file: undefined, seen, sources }) : partly;
}

interface Attempt {
  readonly file: CampaignFile | undefined;
  readonly seen: CampaignSeen;
  readonly sources: Sources;
}

/** Or why it does not read back. */
function attempt({ file, seen: { fields: all, leftOut }, sources }: Attempt): WrittenFile | string {
  const out = new Set(leftOut.map(({ what }) => what));
  const fields = new Map([...all].filter(([field]) => !out.has(partOf(field))));
  const hasSteps = !out.has('steps') && !out.has('sequence');
  const wanted = { fields, hasSteps };
  const text = composed(file, wanted, commentsOf(leftOut), sources);
  const problem = whyUnlike(text, wanted, sources);
  if (problem !== undefined) return problem;
  const held = new Map([...fields].filter(([, value]) => value !== null));
  const resolved = file ? resolvedIn(file, text, sources) : [];
  return { text, leftOut, fields: held, replaced: replacedIn(file, wanted, sources), resolved };
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
function unheldParts(fields: CampaignFields, sources: Sources): LeftOut[] {
  const parts = new Map<string, Map<FieldName, FieldValue>>();
  for (const [field, value] of fields) {
    const part = parts.get(partOf(field)) ?? new Map<FieldName, FieldValue>([['name', 'x']]);
    parts.set(partOf(field), part.set(field, value));
  }
  return [...parts].flatMap(([what, part]) => {
    const wanted = { fields: part, hasSteps: true };
    const why = whyUnlike(composed(undefined, wanted, [], sources), wanted, sources);
    return why === undefined ? [] : [{ what, why }];
  });
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
  file: CampaignFile | undefined,
  field: FieldName,
  live: FieldValue,
  { mailboxesOf }: Sources,
): FieldValue {
  if (field !== 'senders') return file?.fields.get(field) ?? null;
  return file?.senders ? mailboxesOf(file.senders, Array.isArray(live) ? live : []) : null;
}

function replacedIn(file: CampaignFile | undefined, { fields, hasSteps }: Wanted, sources: Sources) {
  const replaced = new Map<FieldName, FieldValue>();
  const gone = [...(file?.fields.keys() ?? [])].filter((field) => hasSteps && isOfStep(field));
  for (const field of new Set([...fields.keys(), ...gone])) {
    const before = valueIn(file, field, fields.get(field) ?? null, sources);
    if (before !== null && !sameValue(before, fields.get(field))) replaced.set(field, before);
  }
  return replaced;
}

/** Places are those in the new text. */
function resolvedIn({ frontMatter }: CampaignFile, text: string, { parseYaml }: Sources): Resolved[] {
  const parts = splitFile(text);
  const after = partsBelow(typeof parts === 'string' ? undefined : parseYaml(parts.frontMatter, 2).root);
  return [...partsBelow(frontMatter.root)].flatMap(([key, before]) => {
    const now = after.get(key);
    const left = now ? referencesIn(now.value) : [];
    const references = referencesIn(before.value).filter((one) => !left.includes(one));
    const { line, column } = now ?? before;
    return references.length === 0 ? [] : [{ key, references, line, column }];
  });
}

/** `dailyLimit`, `schedule.days`. */
function partsBelow(root: YamlNode | undefined): Map<string, Place & { readonly value: YamlNode }> {
  const entries = root?.kind === 'map' ? root.entries : [];
  return new Map(
    entries.flatMap(({ key, ...entry }) =>
      entry.value.kind === 'map'
        ? entry.value.entries.map((inner) => [`${key}.${inner.key}`, inner] as const)
        : [[key, entry] as const],
    ),
  );
}

function composed(
  file: CampaignFile | undefined,
  { fields, hasSteps }: Wanted,
  comments: readonly string[],
  sources: Sources,
): string {
  const changes = frontMatterChanges(file, fields, sources);
  const eol = file?.text.includes('\r\n') ? '\r\n' : '\n';
  const sequence = sequencePart(file, fields, hasSteps, eol);
  const parts = file && splitFile(file.text);
  if (parts === undefined || typeof parts === 'string') {
    const front = sources.parseYaml('', 2).edited(changes);
    return `---\n${commented(front, comments, '\n')}---\n\n${sequence}`;
  }
  const { text, frontMatter } = file as CampaignFile;
  const front = commented(frontMatter.edited(changes), comments, eol);
  const [begin = ''] = /^\uFEFF?---[ \t]*\r?\n/.exec(text) ?? [];
  const end = text.slice(begin.length + parts.frontMatter.length, text.length - parts.sequenceText.length);
  return `${begin}${front}${end.endsWith('\n') || sequence === '' ? end : end + eol}${sequence}`;
}

/** What a person looks for first. */
const order = [...new Set(['name', 'emoji', 'flow', 'schedule', 'senders', ...frontMatterKeys])];

function frontMatterChanges(
  file: CampaignFile | undefined,
  fields: CampaignFields,
  sources: Sources,
): YamlChange[] {
  const place = (field: FieldName) => order.indexOf(field.split('.', 1)[0] ?? '');
  const changes = [...fields]
    .filter(([field]) => place(field) >= 0)
    .sort(([a], [b]) => place(a) - place(b))
    .filter(([field, value]) => !sameValue(valueIn(file, field, value, sources), value))
    .map(([field, value]) => ({ path: field.split('.'), value: asWritten(file, field, value, sources) }));
  const isScheduleEmptied =
    file?.places.has('schedule') &&
    (['days', 'from', 'to'] as const).every((part) => fields.get(`schedule.${part}`) === null);
  if (!isScheduleEmptied) return changes;
  return [...changes.filter(({ path }) => path[0] !== 'schedule'), { path: ['schedule'], value: undefined }];
}

function asWritten(
  file: CampaignFile | undefined,
  field: FieldName,
  value: FieldValue,
  sources: Sources,
): YamlChange['value'] {
  if (value === null) return undefined;
  if (field === 'schedule.days') return describeDays(String(value)).toLowerCase().replaceAll(', ', ',');
  if (typeof value === 'string') return value.replaceAll('${', () => '$${');
  return Array.isArray(value) ? patternsFor(file, value, sources) : (value as number | boolean);
}

/** Patterns that mean no other mailboxes than those that are attached stay. */
function patternsFor(
  file: CampaignFile | undefined,
  attached: readonly string[],
  { mailboxesOf }: Sources,
): readonly string[] {
  const right = (file?.senders ?? []).filter((pattern) =>
    mailboxesOf([pattern], attached).every((address) => attached.includes(address)),
  );
  const meant = mailboxesOf(right, attached);
  const written = right.map((pattern) => asReference(file, pattern, right) ?? pattern.pattern);
  return [...new Set(written), ...attached.filter((address) => !meant.includes(address))];
}

/** The `${…}` that a pattern comes from, where all of its patterns stay. */
function asReference(
  file: CampaignFile | undefined,
  { place: { line, column } }: SenderPattern,
  right: readonly SenderPattern[],
): string | undefined {
  const isHere = (place: Place) => place.line === line && place.column === column;
  const node = partsBelow(file?.frontMatter.root).get('senders')?.value;
  const item = node?.kind === 'list' ? node.items.find(isHere) : node;
  const all = (file?.senders ?? []).filter(({ place }) => isHere(place));
  const isWhole = item?.kind === 'scalar' && referencesIn(item).length > 0;
  return isWhole && all.every((pattern) => right.includes(pattern)) ? item.source : undefined;
}

const commentStart = '# Left out by campaigns pull: ';
const longestWhy = 400;

/** One line for each reason. */
function commentsOf(leftOut: readonly LeftOut[]): string[] {
  const byReason = new Map<string, string[]>();
  for (const { what, why } of leftOut) byReason.set(why, [...(byReason.get(why) ?? []), what]);
  return [...byReason].map(([why, what]) => {
    const plain = redactKeys(why.replaceAll(/[\s\p{C}\p{Z}]+/gu, ' ').trim());
    const short = plain.length > longestWhy ? `${plain.slice(0, longestWhy)}…` : plain;
    return `${commentStart}${what.join(', ')}: ${short}`;
  });
}

/** With these comments in the place of those of an earlier pull, at the end where there are none. */
function commented(front: string, comments: readonly string[], eol: string): string {
  const lines = front.split(/(?<=\n)/);
  const old = lines.filter((line) => line.startsWith(commentStart));
  const wanted = comments.map((comment) => `${comment}${eol}`);
  if (old.join('') === wanted.join('')) return front;
  return [...lines.filter((line) => !line.startsWith(commentStart)), ...wanted].join('');
}
