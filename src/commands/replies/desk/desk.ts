import type { leads } from '../../../contract/areas/leads.ts';
import type { Infer } from '../../../contract/schema/schema.ts';
import type { Draft, Reply, Waiting } from '../queue/read-queue.ts';

export type Message = Infer<typeof leads.conversation.response>['conversation'][number];

/** What was made of a reply here: a queued answer waits for the one question. */
export type Made = 'open' | 'queued' | 'answered' | 'later' | 'blocked' | 'sent';

/** One reply on the desk, with what is known about it. */
export interface Card {
  readonly reply: Reply;
  /** The text that is on the screen; only this very text is ever sent. */
  readonly draft: Draft | undefined;
  readonly match: Waiting['match'];
  readonly made: Made;
  /** Also once it was set here. */
  readonly category: string | null;
  /** Name, title and company; undefined until they were read. */
  readonly person?: string | undefined;
  readonly campaign?: string | undefined;
  /** Why these people want no email: `this person said no`; undefined until it was read. */
  readonly unwelcome?: readonly string[] | undefined;
  /** The other emails of the conversation, or why they cannot be read; undefined until they were asked for. */
  readonly thread?: readonly Message[] | string | undefined;
}

/** What the reply desk shows and knows; `press` makes the next one. */
export interface Desk {
  readonly cards: readonly Card[];
  /** Which of them is on the screen. */
  readonly at: number;
  readonly mode: 'reply' | 'category' | 'help' | 'text';
  /** The first line of the text that is paged through. */
  readonly top: number;
  /** What just happened, in one line. */
  readonly note: string;
  /** The key that does what it said only when it is pressed again. */
  readonly asksTwice: 's' | 'm' | 'q' | undefined;
  /** Why nothing of the service can be changed from here; undefined where it can. */
  readonly readOnly: string | undefined;
  /** What `u` takes back, the newest last. */
  readonly past: readonly { readonly at: number; readonly was: Made }[];
}

export const newDesk = (waiting: readonly Waiting[], readOnly?: string): Desk => ({
  cards: waiting.map(({ reply, draft, match }) => ({
    reply,
    draft,
    match,
    made: 'open',
    category: reply.responseCategory ?? null,
  })),
  at: 0,
  mode: 'reply',
  top: 0,
  note: readOnly ? `${readOnly}: no answer can be sent.` : '',
  asksTwice: undefined,
  readOnly,
  past: [],
});

/** What a key does, in a word and in the help. Where not all words fit, the lowest ranks are shown. */
type Key = readonly [key: string, word: string, rank: number, does: string];

const keys: readonly Key[] = [
  ['s', 'queue', 1, 'queue the draft; one question sends it, at S or q'],
  ['e', 'edit', 5, 'edit the draft in your editor (VISUAL, EDITOR)'],
  ['d', 'done', 4, 'done: mark as handled, without an answer from here'],
  ['z', 'later', 6, 'later: show this reply again in 24 hours'],
  ['u', 'undo', 9, 'take back the last s, d or z'],
  ['t', 'thread', 8, 'the whole texts, and the conversation'],
  ['n', 'next', 7, 'next reply, p  back'],
  ['p', 'back', 13, ''],
  ['c', 'category', 11, 'set the category of the lead'],
  ['m', 'meeting', 12, 'mark a meeting with the lead, when pressed twice'],
  ['b', 'block', 10, 'block the address; this asks'],
  ['S', 'send', 3, 'send the queued answers; this asks once for all'],
  ['q', 'leave', 2, 'leave; this asks where answers are queued'],
  ['?', 'keys', 0, ''],
];

/** Those that lead to a call that a read-only key may not make. */
const changing = ['s', 'e', 'c', 'm', 'b', 'S'];

export const isOffered = ({ readOnly }: Desk, key: string): boolean =>
  readOnly === undefined || !changing.includes(key);

export const keysOf = (desk: Desk): readonly Key[] => keys.filter(([key]) => isOffered(desk, key));

/** For the screen; empty where nothing speaks against an answer. */
export const unwelcomeText = ({ unwelcome = [] }: Card): string =>
  unwelcome.length === 0 ? '' : `This answer goes to someone who wants no email: ${unwelcome.join('; ')}.`;

export const cardOf = ({ cards, at }: Desk): Card => cards[at] as Card;

/** A card with something else on it, wherever the desk is by now. */
export const changed = (desk: Desk, reply: Reply, change: Partial<Card>): Desk => ({
  ...desk,
  cards: desk.cards.map((card) => (card.reply.id === reply.id ? { ...card, ...change } : card)),
});

/** Another text is on the card, or none any more: what was queued was the one before, and needs a new `s`. */
export const withDraft = ({ made, match }: Card, draft: Draft | undefined): Partial<Card> => ({
  draft,
  match: draft === undefined ? 'none' : match,
  made: made === 'queued' ? 'open' : made,
});

/** The replies of a person to whom nothing was sent from here. */
export const unsentTo = ({ cards }: Desk, address: string): readonly Card[] =>
  cards.filter(({ reply, made }) => reply.fromAddress === address && made !== 'sent');

/** Nothing more goes to a blocked address: not what is queued for it, and `u` does not queue it again. */
export function blockedOn(desk: Desk, address: string): Desk {
  const theirs = unsentTo(desk, address);
  const cards = desk.cards.map((card): Card => (theirs.includes(card) ? { ...card, made: 'blocked' } : card));
  return { ...desk, cards, past: [], at: nextOpen({ ...desk, cards }) };
}

export type QueuedCard = Card & { readonly draft: Draft };

/** The cards whose answers wait for the one question, in the order of the desk. */
export const queuedIn = ({ cards }: Desk): readonly QueuedCard[] =>
  cards.filter((card): card is QueuedCard => card.made === 'queued' && card.draft !== undefined);

/** The next reply that nothing was made of, after this one or before it; this one where none is left. */
export function nextOpen({ cards, at }: Desk): number {
  const after = cards.findIndex(({ made }, place) => place > at && made === 'open');
  if (after >= 0) return after;
  const first = cards.findIndex(({ made }) => made === 'open');
  return first < 0 ? at : first;
}
