import { counted } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import { limits } from '../../contract/limits.ts';

/**
 * The text form of a sequence. A line between three dashes begins a step; a subject line, an empty line and the body
 * follow. `variant` and `signature` are written the same way:
 *
 *     --- step ---
 *     Subject: A question about {company}
 *
 *     Hello {firstName}, …
 *
 *     --- step delay=3d thread ---
 *
 *     Did this reach you?
 *
 *     --- variant B ---
 *     Subject: …
 *
 *     --- signature ---
 *     Ana
 *
 * A body line that looks like such a line is written with a backslash in front.
 */
export interface TextStep {
  order: number;
  subject?: string;
  body: string;
  contentType: 'text' | 'html';
  delayDays: number;
  useSameThread: boolean;
  variants?: { label: string; subject?: string; body: string }[];
}

export interface TextSequence {
  steps: TextStep[];
  signature?: string;
}

interface Line {
  readonly number: number;
  readonly text: string;
}

interface Section {
  readonly kind: string;
  readonly words: readonly string[];
  readonly line: number;
  readonly lines: Line[];
}

const marker = /^---+\s*(step|variant|signature)\b(.*?)\s*-{3,}\s*$/i;
/** Meant as a marker, but not one: the closing dashes or the word are wrong. */
const nearMarker = /^---+\s*[a-z]+.*$/i;
const escaped = /^\\+(---|subject:)/i;

/** Throws `usage` naming the line. */
export function parseSequenceText(name: string, text: string): TextSequence {
  const fail = (line: number, what: string): Failure => badSequence(`${name}, line ${line}`, what);
  const result: TextSequence = { steps: [] };
  for (const section of sectionsOf(text, fail)) {
    if (section.kind === 'signature') addSignature(result, section, fail);
    else if (section.kind === 'variant') addVariant(result, section, fail);
    else result.steps.push(stepOf(section, result.steps.length + 1, fail));
  }
  if (result.steps.length === 0) throw fail(1, 'there is no step; a step begins with --- step ---');
  const [, most] = limits.stepsPerSequence;
  if (result.steps.length > most) throw fail(1, `a sequence has at most ${counted(most, 'step')}`);
  return result;
}

export function badSequence(where: string, what: string): Failure {
  return new Failure('bad_sequence', `${where}: ${what}`);
}

type Fail = (line: number, what: string) => Failure;

function sectionsOf(text: string, fail: Fail): Section[] {
  const sections: Section[] = [];
  text.split('\n').forEach((raw, index) => {
    const number = index + 1;
    const match = marker.exec(raw);
    if (match) {
      const words = (match[2] ?? '').split(/\s+/).filter((word) => word !== '');
      sections.push({ kind: (match[1] ?? '').toLowerCase(), words, line: number, lines: [] });
      return;
    }
    if (nearMarker.test(raw))
      throw fail(
        number,
        `'${raw.trim()}' is not --- step …, --- variant … or --- signature ---; in a body, write \\ in front of it`,
      );
    const line = { number, text: escaped.test(raw) ? raw.slice(1) : raw };
    const current = sections.at(-1);
    if (current) current.lines.push(line);
    else if (raw.trim() !== '')
      throw fail(number, 'there is text before the first step, which begins with --- step ---');
  });
  return sections;
}

function stepOf(section: Section, order: number, fail: Fail): TextStep {
  const step = { order, contentType: 'text' as TextStep['contentType'], useSameThread: false };
  let delayDays: number | undefined;
  for (const word of section.words) {
    const delay = /^delay=(\d+)(d|w|days?)?$/i.exec(word);
    if (delay) delayDays = Number(delay[1]) * (delay[2]?.toLowerCase() === 'w' ? 7 : 1);
    else if (word === 'thread') step.useSameThread = true;
    else if (word === 'html' || word === 'text') step.contentType = word;
    else throw fail(section.line, `'${word}' is not delay=3d, thread, html or text`);
  }
  const [, most] = limits.stepDelayDays;
  if (delayDays !== undefined && delayDays > most)
    throw fail(section.line, `a delay of ${counted(delayDays, 'day')} is over the ${most} allowed`);
  if (delayDays === undefined && order > 1)
    throw fail(section.line, 'a follow-up needs the days after the step before: --- step delay=3d ---');
  const { subject, body } = messageOf(section, fail);
  if (subject === undefined && !step.useSameThread)
    throw fail(
      section.line,
      'a step needs a line "Subject: …", or the word thread to go on in the same thread',
    );
  return { ...step, delayDays: delayDays ?? 0, body, ...(subject === undefined ? {} : { subject }) };
}

function addVariant({ steps }: TextSequence, section: Section, fail: Fail): void {
  const step = steps.at(-1);
  const label = section.words.join(' ');
  if (!step) throw fail(section.line, 'a variant comes after the step that it varies');
  if (label === '') throw fail(section.line, 'a variant needs a label: --- variant B ---');
  step.variants ??= [];
  if (step.variants.some((variant) => variant.label === label))
    throw fail(section.line, `step ${step.order} already has a variant ${label}`);
  step.variants.push({ label, ...messageOf(section, fail) });
}

function addSignature(result: TextSequence, section: Section, fail: Fail): void {
  if (result.signature !== undefined) throw fail(section.line, 'there is a second signature');
  result.signature = bodyOf(section.lines);
}

function messageOf(section: Section, fail: Fail): { subject?: string; body: string } {
  const first = section.lines.findIndex(({ text }) => text.trim() !== '');
  const match = /^subject:(.*)$/i.exec(section.lines[first]?.text ?? '');
  const rest = section.lines.slice(match ? first + 1 : Math.max(first, 0));
  const subject = match?.[1]?.trim();
  if (subject === '') throw fail(section.lines[first]?.number ?? section.line, 'the subject is empty');
  const body = bodyOf(rest);
  if (body === '') throw fail(section.line, `this ${section.kind} has no body`);
  return subject === undefined ? { body } : { subject, body };
}

/** Without the empty lines around it. */
const bodyOf = (lines: readonly Line[]): string =>
  lines
    .map(({ text }) => text)
    .join('\n')
    .replace(/^(\s*\n)+/, '')
    .trimEnd();
