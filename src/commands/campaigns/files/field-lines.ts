import { counted, grouped, sum } from '../../../base/counted.ts';
import type { Tone } from '../../../cli/declare/tones.ts';
import type { OutlineLine, OutlinePart } from '../../../cli/declare/view.ts';
import { inline } from '../../../cli/output/text/inline.ts';
import type { FieldValue } from '../../../domain/campaign-file/campaign-fields.ts';
import type { Change } from '../../../domain/campaign-plan/plan.ts';
import { addressesIn } from '../../../domain/campaign-plan/senders.ts';
import { diffLines, type WordDiff } from '../../../domain/campaign-plan/word-diff.ts';
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
  const value = (given: FieldValue) => shown(valueText(field, given));
  if (kind !== 'change') {
    const isDrift = kind === 'drift';
    const what = isDrift ? 'changed in the service; kept' : 'changed in the file and in the service';
    const isLong = isText(field) && [from, to].every((text) => typeof text === 'string');
    return [
      line(2, toned(label(name), isDrift ? 'warn' : 'bad'), what),
      ...(isDrift || base === undefined ? [] : [line(3, label('applied last'), value(base))]),
      ...(isLong
        ? textLines('file → service', String(to), String(from), 3, texts)
        : [line(3, label('in the file'), value(to)), line(3, label('in the service'), value(from))]),
    ];
  }
  if (Array.isArray(from) || Array.isArray(to))
    return [listLine(name, addressesIn(from), addressesIn(to), shown)];
  if (isText(field)) return textLines(name, String(from ?? ''), String(to ?? ''), 2, texts);
  return [line(2, label(name), toned(value(from), 'bad'), ' → ', toned(value(to), 'good'))];
}

/** A field that is new. */
export function newLines({ field, to }: Change, level: number, { shown }: Texts): OutlineLine[] {
  if (to === null || to === '') return [];
  const name = nameOf(field, shown);
  if (!isText(field)) return [line(level, label(name), shown(valueText(field, to)))];
  const lines = shown(String(to)).trimEnd().split('\n');
  const parts = lines.map((text) => [{ text }]);
  return belowName(name, parts, level);
}

function listLine(
  name: string,
  from: readonly string[],
  to: readonly string[],
  shown: Texts['shown'],
): OutlineLine {
  const parts: (string | OutlinePart)[] = [];
  for (const one of from) if (!to.includes(one)) parts.push(toned(`[-${shown(one)}-]`, 'bad'), ' ');
  for (const one of to) if (!from.includes(one)) parts.push(toned(`{+${shown(one)}+}`, 'good'), ' ');
  return line(2, label(name), ...parts.slice(0, -1));
}

/** A text word by word. */
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
  const lines: OutlinePart[][] = [];
  for (const stretches of diffLines(diff(old, now))) {
    const parts: OutlinePart[] = [];
    for (const { is, text } of stretches)
      parts.push(is === 'same' ? { text } : toned(text, is === 'added' ? 'good' : 'bad'));
    lines.push(parts);
  }
  return belowName(name, lines, level);
}

type Parts = readonly OutlinePart[];

/** On the line of the name where it is short. */
function belowName(name: string, lines: readonly Parts[], level: number): OutlineLine[] {
  const [only = []] = lines;
  if (lines.length <= 1 && lengthOf(lines) <= mostInLine) return [line(level, label(name), ...only)];
  return [line(level, name), ...quotedLines(lines, level + 1)];
}

const mostInLine = 200;
/** More of one text than a person reads before a yes; a mail program cuts an email off at 100,000. */
const mostLines = 400;
const mostCharacters = 20_000;

/** Text by others behind a bar. A text beyond all bounds is cut, and the last line says how much of it. */
function quotedLines(lines: readonly Parts[], level: number): OutlineLine[] {
  let room = mostCharacters;
  const kept: OutlinePart[][] = [];
  for (const given of lines.slice(0, mostLines)) {
    const parts: OutlinePart[] = [];
    for (const part of given) {
      // Never within a character.
      const isWhole = part.text.length <= room;
      const text = isWhole ? part.text : part.text.slice(0, room).replace(/[\uD800-\uDBFF]$/, '');
      room -= text.length;
      parts.push({ ...part, text });
    }
    kept.push(parts);
  }
  const left = lengthOf(lines) - lengthOf(kept);
  const shown: OutlineLine[] = [];
  for (const parts of kept)
    if (left === 0 || lengthOf([parts]) > 0) shown.push({ level, parts, quoted: true });
  if (left > 0)
    shown.push(line(level, `${counted(left, 'more character')} of ${grouped(lengthOf(lines))} not shown`));
  return shown;
}

const lengthOf = (lines: readonly Parts[]): number => sum(lines.flat().map(({ text }) => text.length));

/** `steps.2.variants.B.subject` is `step 2 variant B subject`, and `dailyLimit` is `daily limit`. */
export function nameOf(field: string, shown: Texts['shown'] = (text) => text): string {
  const [, number, label, part] = /^steps\.(\d+)\.(?:variants\.(.*)\.)?([^.]+)$/s.exec(field) ?? [];
  if (number === undefined)
    return field.replaceAll(/\.?[A-Z]|\./g, (c) => ` ${c.replace('.', '').toLowerCase()}`);
  const variant = label === undefined ? '' : `variant ${inline(shown(label), 20)} `;
  return `step ${number} ${variant}${stepParts[part ?? ''] ?? part}`;
}

const stepParts: Readonly<Record<string, string>> = {
  delayDays: 'delay',
  useSameThread: 'same thread',
  contentType: 'format',
};

function valueText(field: string, value: FieldValue): string {
  if (/^steps\..*\.useSameThread$/.test(field)) return value === null ? 'not set' : value ? 'yes' : 'no';
  if (value === null) return 'none';
  if (/^steps\..*\.delayDays$/.test(field)) return counted(Number(value), 'day');
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ');
  if (typeof value !== 'string') return String(value);
  // Of a long text the lock holds a digest alone.
  if (value.startsWith('sha256:')) return 'another text';
  if (field === 'schedule.days') return describeDays(value);
  return /^schedule\./.test(field) ? value : `"${inline(value)}"`;
}
