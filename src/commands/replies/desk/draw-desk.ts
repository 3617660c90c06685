import { counted } from '../../../base/counted.ts';
import { plainWords } from '../../../base/text/plain-words.ts';
import type { Size } from '../../../cli/declare/asker.ts';
import type { Context } from '../../../cli/declare/command.ts';
import { type Glyphs, glyphsFor } from '../../../cli/output/text/glyphs.ts';
import { colourLevel, type Paint } from '../../../cli/output/text/paint.ts';
import { type Safe, safe, safeLine } from '../../../cli/output/text/safe-text.ts';
import { loadStyle } from '../../../cli/output/text/style.ts';
import { shortTime } from '../../../cli/output/text/times.ts';
import { displayWidth, pad, truncate, wrap } from '../../../cli/output/text/width.ts';
import { columnsOf } from '../../../cli/output/text/window.ts';
import { leadCategories } from '../../../contract/areas/leads.ts';
import { otherFields } from '../../../domain/mail/draft-digest.ts';
import { type Card, cardOf, type Desk, keysOf, type Made, queuedIn, unwelcomeText } from './desk.ts';
import { addressesOf, isTooSmall, pageRows, smallest, theirLines, threadLines } from './thread.ts';

/** What the screen is drawn with. */
export interface Pen {
  readonly glyphs: Glyphs;
  readonly paint: Paint;
  /** Of the target's clock: relative times count from it. */
  readonly now: number;
  /** `LIVE acme`, or the name of a sandbox. */
  readonly target: string;
}

/** The screen, line by line: none is wider than the window, and what others wrote has a bar in front. */
export function drawDesk(desk: Desk, size: Size, pen: Pen): readonly Safe[] {
  if (isTooSmall(size)) return tooSmall(desk, size, pen);
  const width = size.columns - 1;
  const head = pen.paint.bold(headline(desk, width, pen));
  const body = bodies[desk.mode](desk, size, pen);
  const space = Array.from({ length: size.rows - 2 - body.length }, () => '' as Safe);
  return [head, ...body, ...space, keyLine(desk, size, pen)];
}

const bodies: Readonly<Record<Desk['mode'], (desk: Desk, size: Size, pen: Pen) => readonly Safe[]>> = {
  reply: (desk, size, pen) => {
    const card = cardOf(desk);
    const rows = size.rows - 2;
    const notes = [desk.note || states[card.made], card.made === 'sent' ? '' : unwelcomeText(card)]
      .flatMap((note) => (note === '' ? [] : wrap(safeLine(note), size.columns - 1)))
      .slice(0, mostNotes);
    const shown = [from(card, size, pen), ...letters(card, size, rows - 1 - notes.length, pen)];
    const space = Array.from({ length: rows - notes.length - shown.length }, () => '' as Safe);
    return [...shown, ...space, ...notes.map((line) => pen.paint.warn(line))];
  },
  category: (desk, size, pen) => {
    const card = cardOf(desk);
    return [
      from(card, size, pen),
      '' as Safe,
      'The category of this lead:' as Safe,
      ...leadCategories.map(
        (name, at) => safe`  ${pen.paint.accent(String(at + 1) as Safe)} ${plainWords(name) as Safe}`,
      ),
    ];
  },
  help: (desk, size, pen) =>
    [...keysOf(desk), ['Ctrl-C', '', 0, 'leave, and send nothing'] as const].flatMap(([key, , , does]) =>
      does === '' ? [] : cut(`${key}  ${does}`, size, pen),
    ),
  text: ({ top, ...desk }, size, pen) => {
    const lines = threadLines(cardOf({ ...desk, top }), size.columns);
    const first = firstShown(lines.length, top, size);
    return lines
      .slice(first, first + pageRows(size))
      .map((line) =>
        'theirs' in line
          ? barred(line.theirs, pen)
          : rule(line.at ? `${line.ours}, ${shortTime(line.at, pen.now)}` : line.ours, size, pen),
      );
  },
};

/** Lines of the message at the bottom: one may name a file. */
const mostNotes = 5;

const firstShown = (lines: number, top: number, size: Size): number =>
  Math.max(0, Math.min(top, lines - pageRows(size)));

/** With the most important parts first: those at the end go where the window is narrow. */
function headline(desk: Desk, width: number, { target, now, glyphs }: Pen): Safe {
  const { reply, category, campaign } = cardOf(desk);
  const queued = queuedIn(desk).length;
  const fixed = [`Reply ${desk.at + 1} of ${desk.cards.length}`, target];
  const [place, where] = fixed.map(safeLine) as [Safe, Safe];
  const parts = [
    category === null ? 'not categorized' : plainWords(category),
    reply.receivedAt ? shortTime(reply.receivedAt, now) : '',
    campaign ?? '',
  ].filter(Boolean);
  const { apart } = glyphs;
  const right = (queued === 0 ? '' : `${queued} queued`) as Safe;
  const room = width - displayWidth(right) - (right === '' ? 0 : 2);
  let line = place;
  let left = room - displayWidth(place) - displayWidth(`${apart}${where}`);
  for (const part of parts) {
    const shown = truncate(safeLine(part), left - apart.length, glyphs.ellipsis);
    if (displayWidth(shown) < Math.min(part.length, shortest)) break;
    line = safe`${line}${apart as Safe}${shown}`;
    left -= displayWidth(shown) + apart.length;
  }
  const whole = truncate(safe`${line}${apart as Safe}${where}`, room, glyphs.ellipsis);
  return right === '' ? whole : safe`${pad(whole, room)}  ${right}`;
}

/** A part of which less is left says nothing. */
const shortest = 14;

const cut = (text: string, { columns }: Size, { glyphs }: Pen): Safe =>
  truncate(safeLine(text), columns - 1, glyphs.ellipsis);

const barred = (line: Safe, { paint, glyphs }: Pen): Safe =>
  safe`${paint.dim(line === '' ? (glyphs.gutter.trimEnd() as Safe) : (glyphs.gutter as Safe))}${line}`;

function rule(text: string, size: Size, pen: Pen): Safe {
  const line = pen.glyphs.rule;
  const shown = cut(`${line.repeat(2)} ${text} `, size, pen);
  return pen.paint.dim(
    safe`${shown}${line.repeat(Math.max(0, size.columns - 1 - displayWidth(shown))) as Safe}`,
  );
}

/** The name is cut before the address. */
function from({ person, reply }: Card, size: Size, pen: Pen): Safe {
  const address = safeLine(`<${reply.fromAddress ?? 'unknown address'}>`);
  const room = size.columns - 1 - displayWidth(address) - 'From  '.length;
  const name = person ? truncate(safeLine(person), Math.max(0, room), pen.glyphs.ellipsis) : '';
  return cut(`From ${name}${name && ' '}${address}`, size, pen);
}

/** The reply and the draft, each in its share of the rows; what does not fit is counted. */
function letters({ reply, draft, match }: Card, size: Size, rows: number, pen: Pen): Safe[] {
  const wrote = theirLines([reply.subject, reply.body].filter(Boolean).join('\n'), size.columns);
  const sameSubject = !draft?.subject || draft.subject === reply.subject;
  const answer = draft
    ? theirLines(sameSubject ? draft.body : `${draft.subject}\n${draft.body ?? ''}`, size.columns)
    : [];
  const room = rows - 1;
  const half = Math.ceil(room / 2);
  const forAnswer = Math.min(answer.length, Math.max(room - half, room - wrote.length));
  return [
    ...part(wrote, room - forAnswer, pen),
    rule(draft ? draftTitle(draft, match) : 'no draft: answer in the app, then press d', size, pen),
    ...part(answer, forAnswer, pen),
  ];
}

const draftTitle = (draft: NonNullable<Card['draft']>, match: Card['match']): string =>
  [
    `draft to ${addressesOf(draft.to)}`,
    ...(draft.cc?.length ? [`copy to ${addressesOf(draft.cc)}`] : []),
    ...otherFields(draft).map(([name]) => `with ${name}`),
    ...(match === 'certain' ? [] : ['perhaps for another reply']),
  ].join(', ');

function part(lines: readonly Safe[], rows: number, pen: Pen): Safe[] {
  if (lines.length <= rows) return lines.map((line) => barred(line, pen));
  const more = counted(lines.length - rows + 1, 'more line');
  return [...lines.slice(0, rows - 1).map((line) => barred(line, pen)), safe`  ${`${more}: t` as Safe}`];
}

const states: Readonly<Record<Made, string>> = {
  open: '',
  queued: 'Queued, not sent. Press u to take it back, S to send all that is queued.',
  answered: 'Done.',
  later: 'Shown again in 24 h.',
  blocked: 'Blocked.',
  sent: 'Sent.',
};

/** Plain: the library that reads the keys draws it. */
function keyLine(desk: Desk, size: Size, pen: Pen): Safe {
  if (desk.mode === 'help') return 'any key goes back' as Safe;
  if (desk.mode === 'category')
    return `1 to ${leadCategories.length} choose, any other key goes back` as Safe;
  if (desk.mode === 'text') {
    const lines = threadLines(cardOf(desk), size.columns).length;
    const first = firstShown(lines, desk.top, size);
    const last = Math.min(lines, first + pageRows(size));
    return cut(`space more  p back  q close    lines ${first + 1} to ${last} of ${lines}`, size, pen);
  }
  let room = size.columns - 1;
  const fitting = new Set<string>();
  for (const [key, does] of keysOf(desk).toSorted((a, b) => a[2] - b[2])) {
    room -= key.length + does.length + 3;
    if (room < -2) break;
    fitting.add(key);
  }
  const shown: string[] = [];
  for (const [key, does] of keysOf(desk)) if (fitting.has(key)) shown.push(`${key} ${does}`);
  return shown.join('  ') as Safe;
}

function tooSmall(desk: Desk, size: Size, pen: Pen): readonly Safe[] {
  const { columns, rows } = size;
  const lines = [
    `Reply ${desk.at + 1} of ${desk.cards.length}`,
    `Window too small: ${columns} x ${rows}.`,
    `The desk needs ${smallest.columns} x ${smallest.rows}.`,
  ];
  return [...lines.slice(0, rows - 1), 'q leaves'].map((line) => cut(line, size, pen));
}

/** What the desk is drawn with on this terminal. */
export async function penFor({ service, files, screen }: Context): Promise<Pen> {
  const { env, stderr } = files.world;
  const { glyphs, paint } = await loadStyle({
    width: columnsOf(stderr),
    colour: colourLevel({ flag: screen.globals.noColor, env, stream: stderr }),
    glyphs: glyphsFor(env),
  });
  const { target, profile } = service.settings;
  const named = profile ?? 'key of OUTREACH_API_KEY';
  const where = target === 'live' ? `LIVE ${named}` : named === 'sandbox' ? named : `sandbox ${named}`;
  return { glyphs, paint, now: await service.targetNow(), target: where };
}
