import { counted, grouped } from '../../../base/counted.ts';
import type { Tone } from '../../../cli/declare/tones.ts';
import type { OutlineLine, OutlinePart } from '../../../cli/declare/view.ts';
import { inline } from '../../../cli/output/text/inline.ts';
import type { FieldValue } from '../../../domain/campaign-file/campaign-fields.ts';
import type { Change } from '../../../domain/campaign-plan/plan.ts';
import { diffLines, type Stretch, type WordDiff } from '../../../domain/campaign-plan/word-diff.ts';
import { describeDays } from '../../../domain/schedule-text.ts';

export interface Texts {
  /** Hides what others must not read. */
  readonly shown: (text: string) => string;
  readonly diff: WordDiff;
}

export const line = (level: number, ...parts: (string | OutlinePart)[]): OutlineLine => ({
  level,
  parts: parts.map((part) => (typeof part === 'string' ? { text: part } : part)),
});
export const toned = (text: string, tone: Tone): OutlinePart => ({ text, tone });

/** Room for `step 1 variant B subject`. */
export const labelWidth = 24;
export const label = (text: string, width = labelWidth): string => `${text.padEnd(width)}  `;

export const isText = (field: string): boolean => field === 'signature' || /\.(?:subject|body)$/.test(field);

/** A field that differs; its base is what was applied last. */
export function changeLines(
  { field, from, to, kind }: Change,
  base: FieldValue | undefined,
  texts: Texts,
): OutlineLine[] {
  const { shown } = texts;
  const name = nameOf(field, shown);
  const value = (given: FieldValue | undefined) => shown(valueText(field, given ?? null));
  const isLong = isText(field) && [from, to].every((text) => typeof text === 'string');
  if (kind === 'conflict') {
    return [
      line(2, toned(label(name), 'bad'), 'changed in the file and in the service'),
      ...(base === undefined ? [] : [line(3, label('applied last'), shown(storedText(field, base)))]),
      ...(isLong
        ? textLines('service → file', String(from), String(to), 3, texts)
        : [line(3, label('in the file'), value(to)), line(3, label('in the service'), value(from))]),
    ];
  }
  if (kind === 'drift') {
    const how = isLong
      ? 'changed in the service; kept'
      : `${value(to)} in the file, ${value(from)} in the service; kept`;
    return [
      line(2, toned(label(name), 'warn'), how),
      ...(isLong ? textLines('file → service', String(to), String(from), 3, texts) : []),
    ];
  }
  if (Array.isArray(from) || Array.isArray(to)) return [listLine(name, asList(from), asList(to), shown)];
  if (isText(field)) return textLines(name, String(from ?? ''), String(to ?? ''), 2, texts);
  return [line(2, label(name), toned(value(from), 'bad'), ' → ', toned(value(to), 'good'))];
}

const asList = (value: FieldValue): readonly string[] => (Array.isArray(value) ? value : []);

function listLine(
  name: string,
  from: readonly string[],
  to: readonly string[],
  shown: (text: string) => string,
): OutlineLine {
  const gone = from.filter((one) => !to.includes(one)).map((one) => toned(`[-${shown(one)}-]`, 'bad'));
  const added = to.filter((one) => !from.includes(one)).map((one) => toned(`{+${shown(one)}+}`, 'good'));
  return line(
    2,
    label(name),
    ...[...gone, ...added].flatMap((part, at) => (at === 0 ? [part] : [{ text: ' ' }, part])),
  );
}

/** A text word by word, on the line of its name where it is short. */
function textLines(
  name: string,
  from: string,
  to: string,
  level: number,
  { shown, diff }: Texts,
): OutlineLine[] {
  const [old, now] = [shown(from), shown(to)];
  if (old === now && from !== to)
    return [line(level, label(name), 'only addresses change, which are hidden here')];
  const lines = diffLines(diff(old, now)).map((stretches) => stretches.map(partOf));
  const [only = []] = lines;
  if (lines.length === 1) return [line(level, label(name), ...only)];
  return [line(level, name), ...quotedLines(lines, level + 1)];
}

/** A text that is new, on the line of its name where it is short. */
export function newText(name: string, text: string, level: number, { shown }: Texts): OutlineLine[] {
  const lines = shown(text).trimEnd().split('\n');
  const [only = ''] = lines;
  if (lines.length === 1 && only.length <= mostInLine) return [line(level, label(name), only)];
  return [
    line(level, name),
    ...quotedLines(
      lines.map((one) => [{ text: one }]),
      level + 1,
    ),
  ];
}

const mostInLine = 200;
/** More of one text than a person reads before a yes; a mail program cuts an email off at 100,000. */
const mostLines = 400;
const mostCharacters = 20_000;

/** Text by others behind a bar. A text beyond all bounds is cut, and the last line says how much of it. */
function quotedLines(lines: readonly (readonly OutlinePart[])[], level: number): OutlineLine[] {
  const shown: OutlineLine[] = [];
  let room = mostCharacters;
  let left = 0;
  for (const [at, parts] of lines.entries()) {
    const kept = parts.flatMap((part) => {
      const text = at < mostLines ? cut(part.text, room) : '';
      room -= text.length;
      left += part.text.length - text.length;
      return text === '' ? [] : [{ ...part, text }];
    });
    if (left > 0 && kept.length === 0) continue;
    shown.push({ level, parts: kept, quoted: true });
  }
  return left === 0
    ? shown
    : [...shown, line(level, `${counted(left, 'more character')} of ${grouped(lengthOf(lines))} not shown`)];
}

const lengthOf = (lines: readonly (readonly OutlinePart[])[]): number =>
  lines.flat().reduce((sum, { text }) => sum + text.length, 0);

/** Never within a character. */
const cut = (text: string, room: number): string =>
  text.length <= room ? text : text.slice(0, room).replace(/[\uD800-\uDBFF]$/, '');

const partOf = ({ is, text }: Stretch): OutlinePart =>
  is === 'same' ? { text } : toned(text, is === 'added' ? 'good' : 'bad');

/** `steps.2.variants.B.subject` is `step 2 variant B subject`. */
export function nameOf(field: string, shown: Texts['shown'] = (text) => text): string {
  const [, number, label, part] = /^steps\.(\d+)\.(?:variants\.(.*)\.)?([^.]+)$/s.exec(field) ?? [];
  if (number === undefined) return field;
  const variant = label === undefined ? '' : `variant ${inline(shown(label), 20)} `;
  return `step ${number} ${variant}${stepParts[part ?? ''] ?? part}`;
}

const stepParts: Readonly<Record<string, string>> = {
  delayDays: 'delay',
  useSameThread: 'same thread',
  contentType: 'format',
};

export function valueText(field: string, value: FieldValue): string {
  if (/^steps\..*\.useSameThread$/.test(field)) return value === null ? 'not set' : value ? 'yes' : 'no';
  if (value === null) return 'none';
  if (/^steps\..*\.delayDays$/.test(field)) return counted(Number(value), 'day');
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ');
  if (typeof value !== 'string') return String(value);
  if (field === 'schedule.days') return describeDays(value);
  return /^schedule\./.test(field) ? value : `"${inline(value)}"`;
}

/** Of a long text the lock holds a digest alone. */
const storedText = (field: string, value: FieldValue): string =>
  typeof value === 'string' && value.startsWith('sha256:') ? 'another text' : valueText(field, value);
