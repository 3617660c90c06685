import { plainWords } from '../../../base/text/plain-words.ts';
import type { Size } from '../../../cli/declare/asker.ts';
import { leadCategories } from '../../../contract/areas/leads.ts';
import {
  type Card,
  cardOf,
  changed,
  type Desk,
  isOffered,
  type Made,
  nextOpen,
  queuedIn,
  unwelcomeText,
} from './desk.ts';
import { isTooSmall, pageRows, threadLines } from './thread.ts';

/**
 * What a key leads to beside another screen. The last five end it: they need the terminal for themselves. `drop` leaves
 * what is queued unsent.
 */
export type Effect =
  | { readonly kind: 'mark'; readonly card: Card; readonly as: 'answered' | 'later' }
  | { readonly kind: 'unmark'; readonly card: Card }
  | { readonly kind: 'categorize'; readonly card: Card; readonly category: (typeof leadCategories)[number] }
  | { readonly kind: 'meeting' | 'conversation'; readonly card: Card }
  | { readonly kind: 'edit' | 'block' | 'send' | 'leave' | 'drop' };

interface Pressed {
  readonly desk: Desk;
  readonly effect?: Effect;
}

/** The desk after a key. Nothing is sent by a key: `send` and `leave` only lead to the question about all queued answers. */
export function press(desk: Desk, key: string, size: Size): Pressed {
  const quiet = { ...desk, note: '' };
  // What cannot be seen is not answered.
  if (isTooSmall(size)) return key === 'q' ? { desk: quiet, effect: { kind: 'leave' } } : { desk };
  if (desk.mode === 'help') return { desk: { ...quiet, mode: 'reply' } };
  if (desk.mode === 'category') return chosen(quiet, key);
  if (desk.mode === 'text') return { desk: paged(quiet, key, size) };
  const act = Object.hasOwn(acts, key) ? acts[key] : undefined;
  if (act === undefined) return { desk: key === '' ? desk : { ...quiet, asksTwice: undefined } };
  if (!isOffered(desk, key)) return said(quiet, `${desk.readOnly}: use the keys n, t, d and z.`);
  const pressed = act(quiet, cardOf(desk));
  const { asksTwice } = pressed.desk;
  return {
    ...pressed,
    desk: { ...pressed.desk, asksTwice: asksTwice === desk.asksTwice ? undefined : asksTwice },
  };
}

const said = (desk: Desk, note: string): Pressed => ({ desk: { ...desk, note } });

const acts: Readonly<Record<string, (desk: Desk, card: Card) => Pressed>> = {
  s: queue,
  d: (desk, card) => marked(desk, card, 'answered', 'Done.'),
  z: (desk, card) => marked(desk, card, 'later', 'Shown again in 24 h.'),
  u: undo,
  n: (desk) => turned(desk, 1, 'This is the last reply.'),
  p: (desk) => turned(desk, -1, 'This is the first reply.'),
  c: (desk, card) => withLead(card, desk, () => ({ desk: { ...desk, mode: 'category' } })),
  m: (desk, card) =>
    withLead(card, desk, () =>
      desk.asksTwice === 'm'
        ? { desk: { ...desk, note: 'Marking the meeting…' }, effect: { kind: 'meeting', card } }
        : { desk: { ...desk, asksTwice: 'm', note: 'Press m again to mark a meeting (u cannot undo it).' } },
    ),
  t: (desk, card) => ({
    desk: { ...desk, mode: 'text', top: 0 },
    ...(card.thread === undefined && card.reply.leadId ? { effect: { kind: 'conversation', card } } : {}),
  }),
  e: (desk, { draft }) =>
    draft ? { desk, effect: { kind: 'edit' } } : said(desk, 'There is no draft to edit.'),
  b: (desk, { reply, made }) =>
    made === 'blocked'
      ? said(desk, 'This person is blocked.')
      : reply.fromAddress
        ? { desk, effect: { kind: 'block' } }
        : said(desk, 'The service does not say who wrote this.'),
  S: (desk) =>
    queuedIn(desk).length > 0 ? { desk, effect: { kind: 'send' } } : said(desk, 'No answer is queued.'),
  q: (desk) => ({ desk, effect: { kind: desk.asksTwice === 'q' ? 'drop' : 'leave' } }),
  'ctrl-z': (desk) =>
    said(desk, 'Ctrl-Z is off here, so no queued answer gets forgotten. Press q or Ctrl-C to leave.'),
  '?': (desk) => ({ desk: { ...desk, mode: 'help' } }),
};
Object.assign(acts, { right: acts.n, down: acts.n, left: acts.p, up: acts.p });

/** A second key for a draft that may be for another reply, or that goes to someone who wants no email. */
function queue(desk: Desk, card: Card): Pressed {
  const { draft, match, made } = card;
  if (draft === undefined)
    return said(desk, 'There is no draft: answer in the app, then press d. This service sends drafts alone.');
  if (made === 'sent') return said(desk, 'This answer was sent.');
  if (made === 'queued') return said(desk, 'This answer is queued. Press u to take it back.');
  const mayBeOther = match === 'likely' ? 'This draft may answer another reply of this person. ' : '';
  if ((mayBeOther || unwelcomeText(card)) && desk.asksTwice !== 's')
    return { desk: { ...desk, asksTwice: 's', note: `${mayBeOther}Press s again to queue it.` } };
  return { desk: dealtWith(desk, 'queued', 'Queued, not sent.') };
}

/** Handled or later is stored here alone: the service has no such mark. */
function marked(desk: Desk, card: Card, as: 'answered' | 'later', note: string): Pressed {
  if (card.made === 'sent') return said(desk, 'This answer was sent.');
  return { desk: dealtWith(desk, as, note), effect: { kind: 'mark', card, as } };
}

/** Something was made of the reply on the screen; the next one comes. */
function dealtWith(desk: Desk, made: Made, note: string): Desk {
  const { reply, made: was } = cardOf(desk);
  const next = changed({ ...desk, past: [...desk.past, { at: desk.at, was }] }, reply, { made });
  const at = nextOpen(next);
  const isLast = !next.cards.some((card) => card.made === 'open');
  const queued = queuedIn(next).length;
  const end = isLast
    ? ` That was the last reply. ${queued > 0 ? 'Press S to send what is queued.' : 'Press q to leave.'}`
    : '';
  return { ...next, at, note: `${note}${end || ' Press u to take it back.'}` };
}

function undo(desk: Desk): Pressed {
  const last = desk.past.at(-1);
  const card = last && desk.cards[last.at];
  if (last === undefined || card === undefined)
    return said(desk, 'There is nothing to take back: u is for s, d and z.');
  const back = changed({ ...desk, at: last.at, past: desk.past.slice(0, -1) }, card.reply, {
    made: last.was,
  });
  const taken = { desk: { ...back, note: 'Taken back.' } };
  const { was } = last;
  if (was === 'answered' || was === 'later') return { ...taken, effect: { kind: 'mark', card, as: was } };
  const wasStored = card.made === 'answered' || card.made === 'later';
  return wasStored ? { ...taken, effect: { kind: 'unmark', card } } : taken;
}

function turned(desk: Desk, by: 1 | -1, end: string): Pressed {
  const at = desk.at + by;
  return desk.cards[at] === undefined ? said(desk, end) : { desk: { ...desk, at } };
}

const withLead = ({ reply }: Card, desk: Desk, act: () => Pressed): Pressed =>
  reply.leadId ? act() : said(desk, 'The service does not say which lead this is.');

function chosen(desk: Desk, key: string): Pressed {
  const closed: Desk = { ...desk, mode: 'reply' };
  const category = /^[1-9]$/.test(key) ? leadCategories[Number(key) - 1] : undefined;
  if (category === undefined) return said(closed, 'The category stays as it is.');
  const card = cardOf(desk);
  return {
    desk: { ...closed, note: `Setting the category to ${plainWords(category)}…` },
    effect: { kind: 'categorize', card, category },
  };
}

const onward = ['space', 'n', 'j', 'down', 'right', 'pagedown', 'return'];
const backward = ['p', 'k', 'up', 'left', 'pageup'];

function paged(desk: Desk, key: string, size: Size): Desk {
  const rows = pageRows(size);
  const last = Math.max(0, threadLines(cardOf(desk), size.columns).length - rows);
  if (onward.includes(key)) return { ...desk, top: Math.min(last, desk.top + rows) };
  if (backward.includes(key)) return { ...desk, top: Math.max(0, Math.min(last, desk.top) - rows) };
  return ['q', 't', 'escape'].includes(key) ? { ...desk, mode: 'reply' } : desk;
}
