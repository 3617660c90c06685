import { counted } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import type { campaigns } from '../../contract/areas/campaigns.ts';
import { limits } from '../../contract/limits.ts';
import type { Input } from '../../contract/operation.ts';

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
export type Sequence = Input<typeof campaigns.replaceSequence>['body'];
type Step = Sequence['steps'][number];

interface Line {
  readonly number: number;
  readonly text: string;
  /** It is text, whatever it looks like. */
  readonly isEscaped: boolean;
}

interface Section {
  readonly kind: string;
  readonly words: readonly string[];
  readonly line: number;
  readonly lines: Line[];
}

const opening = /^---+\s*(step|variant|signature)\b/i;
/** Meant as a marker, but not one: the closing dashes or the word are wrong. */
const nearMarker = /^---+\s*[a-z]+.*$/i;
const escaped = /^\\+(---|subject:)/i;

interface LineProblem {
  readonly line: number;
  readonly message: string;
}

interface Reading {
  /** Takes what a campaign may have but should not send: no steps, no subject, an empty body. */
  readonly isLenient: boolean;
  readonly problems: LineProblem[];
}

/** Throws `usage` naming the line. */
export function parseSequenceText(name: string, text: string): Sequence {
  const { sequence, problems } = readSequenceText(text);
  const [first] = problems;
  if (first) throw badSequence(`${name}, line ${first.line}`, first.message);
  return sequence;
}

/** As much as can be read, and everything that is wrong. `firstLine` is the number of its first line. */
export function readSequenceText(
  text: string,
  { firstLine = 1, isLenient = false } = {},
): { sequence: Sequence; stepLines: readonly number[]; problems: readonly LineProblem[] } {
  const reading: Reading = { isLenient, problems: [] };
  const sequence: Sequence = { steps: [] };
  const stepLines: number[] = [];
  for (const section of sectionsOf(text, firstLine, reading)) {
    if (section.kind === 'signature') {
      if (sequence.signature !== undefined) say(reading, section.line, 'there is a second signature');
      sequence.signature = bodyOf(section.lines);
    } else if (section.kind === 'variant') addVariant(sequence, section, reading);
    else {
      sequence.steps.push(stepOf(section, sequence.steps.length + 1, reading));
      stepLines.push(section.line);
    }
  }
  const [, most] = limits.stepsPerSequence;
  if (sequence.steps.length === 0 && !isLenient)
    say(reading, firstLine, 'there is no step; a step begins with --- step ---');
  if (sequence.steps.length > most)
    say(reading, firstLine, `a sequence has at most ${counted(most, 'step')}`);
  return { sequence, stepLines, problems: reading.problems };
}

/** What a line begins: `step`, `variant`, `signature`; undefined where it is text. */
export const beginsSection = (line: string): string | undefined => markerIn(line)?.kind;

export function badSequence(where: string, what: string): Failure {
  return new Failure('bad_sequence', `${where}: ${what}`);
}

function say({ problems }: Reading, line: number, message: string): void {
  problems.push({ line, message });
}

function sectionsOf(text: string, firstLine: number, reading: Reading): Section[] {
  const sections: Section[] = [];
  let isEarly = false;
  for (const [index, raw] of text.split('\n').entries()) {
    const number = firstLine + index;
    const marked = markerIn(raw);
    if (marked) {
      sections.push({ ...marked, line: number, lines: [] });
      continue;
    }
    const isNear = nearMarker.test(raw);
    if (isNear)
      say(
        reading,
        number,
        `'${raw.trim()}' is not --- step …, --- variant … or --- signature ---; in a body, write \\ in front of it`,
      );
    const isEscaped = escaped.test(raw);
    const line = { number, text: isEscaped ? raw.slice(1) : raw, isEscaped };
    const current = sections.at(-1);
    if (current) current.lines.push(line);
    else if (raw.trim() !== '' && !isEarly) {
      isEarly = true;
      if (!isNear)
        say(reading, number, 'there is text before the first step, which begins with --- step ---');
    }
  }
  return sections;
}

/** A line between dashes. One pattern for all of it would take the square of the time for a long line. */
function markerIn(raw: string): Pick<Section, 'kind' | 'words'> | undefined {
  const [begin = '', kind] = opening.exec(raw) ?? [];
  if (kind === undefined) return undefined;
  const rest = raw.slice(begin.length).trimEnd();
  let end = rest.length;
  while (rest[end - 1] === '-') end--;
  if (rest.length - end < 3) return undefined;
  const words = rest.slice(0, end).split(/\s+/);
  return { kind: kind.toLowerCase(), words: words.filter((word) => word !== '') };
}

function stepOf(section: Section, order: number, reading: Reading): Step {
  const step = { order, contentType: 'text' as Step['contentType'], useSameThread: false };
  let delayDays: number | undefined;
  for (const word of section.words) {
    const delay = /^delay=(\d+)(d|w|days?)?$/i.exec(word);
    if (delay) delayDays = Number(delay[1]) * (delay[2]?.toLowerCase() === 'w' ? 7 : 1);
    else if (word === 'thread') step.useSameThread = true;
    else if (word === 'html' || word === 'text') step.contentType = word;
    else say(reading, section.line, `'${word}' is unknown here: write delay=3d, thread, html or text`);
  }
  const [, most] = limits.stepDelayDays;
  if (delayDays !== undefined && delayDays > most)
    say(reading, section.line, `a delay of ${counted(delayDays, 'day')} is over the ${most} allowed`);
  if (delayDays === undefined && order > 1)
    say(reading, section.line, 'a follow-up needs the days after the step before: --- step delay=3d ---');
  const { subject, body } = messageOf(section, reading);
  if (subject === undefined && !step.useSameThread && !reading.isLenient)
    say(
      reading,
      section.line,
      'a step needs a line "Subject: …", or the word thread to go on in the same thread',
    );
  return { ...step, delayDays: delayDays ?? 0, body, ...(subject === undefined ? {} : { subject }) };
}

function addVariant({ steps }: Sequence, section: Section, reading: Reading): void {
  const step = steps.at(-1);
  const label = section.words.join(' ');
  if (!step) {
    say(reading, section.line, 'a variant comes after the step that it varies');
    return;
  }
  if (label === '' && !reading.isLenient)
    say(reading, section.line, 'a variant needs a label: --- variant B ---');
  step.variants ??= [];
  if (step.variants.some((variant) => variant.label === label))
    say(reading, section.line, `step ${step.order} already has a variant ${label}`);
  step.variants.push({ label, ...messageOf(section, reading) });
}

function messageOf(section: Section, reading: Reading): { subject?: string; body: string } {
  const first = section.lines.findIndex(({ text }) => text.trim() !== '');
  const opening = section.lines[first];
  const match = opening?.isEscaped ? null : /^subject:(.*)$/i.exec(opening?.text ?? '');
  const rest = section.lines.slice(match ? first + 1 : Math.max(first, 0));
  const subject = match?.[1]?.trim();
  if (subject === '' && !reading.isLenient)
    say(reading, opening?.number ?? section.line, 'the subject is empty');
  const body = bodyOf(rest);
  if (body === '' && !reading.isLenient) say(reading, section.line, `this ${section.kind} has no body`);
  return subject === undefined ? { body } : { subject, body };
}

/** Without the empty lines around it. */
const bodyOf = (lines: readonly Line[]): string =>
  lines
    .map(({ text }) => text)
    .join('\n')
    .replace(/^(\s*\n)+/, '')
    .trimEnd();
