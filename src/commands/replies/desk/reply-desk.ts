import { counted } from '../../../base/counted.ts';
import { Failure, isStop, messageOf } from '../../../base/errors.ts';
import { plainWords } from '../../../base/text/plain-words.ts';
import { pattern } from '../../../cli/advice/line-of.ts';
import type { Screen } from '../../../cli/declare/asker.ts';
import type { Context } from '../../../cli/declare/command.ts';
import type { ReplyMarksOfAccount } from '../../../cli/declare/context-parts.ts';
import { editDraft } from '../../../cli/drafts/edit-draft.ts';
import { listed } from '../../../cli/drafts/save-draft.ts';
import { createNames, ifReadable, once } from '../../../cli/find/names.ts';
import { type DraftRules, draftRules } from '../../../cli/launch/check/draft-recipients.ts';
import { inline } from '../../../cli/output/text/inline.ts';
import { blocklist } from '../../../contract/areas/blocklist.ts';
import { leads } from '../../../contract/areas/leads.ts';
import { usualWaitMs } from '../../../domain/replies/waiting.ts';
import type { Waiting } from '../queue/read-queue.ts';
import {
  blockedOn,
  type Card,
  cardOf,
  changed,
  type Desk,
  newDesk,
  nextOpen,
  queuedIn,
  unsentTo,
  withDraft,
} from './desk.ts';
import { drawDesk, type Pen } from './draw-desk.ts';
import { type Effect, press } from './press.ts';
import { sendQueued } from './send-queued.ts';
import { addressesOf } from './thread.ts';

type Leaving = Extract<Effect, { kind: 'edit' | 'block' | 'send' | 'leave' | 'drop' }>['kind'];
type Show = <T>(screen: Screen<T>) => Promise<T>;

interface DeskParts {
  readonly context: Context;
  readonly waiting: readonly Waiting[];
  /** Why nothing of the service can be changed from here. */
  readonly readOnly?: string | undefined;
  readonly show: Show;
  readonly pen: Pen;
}

/** One sitting at the reply desk: the state, what keys bring about outside of it, and what came in meanwhile. */
export class ReplyDesk {
  readonly #context: Context;
  readonly #show: Show;
  readonly #pen: Pen;
  readonly #names: ReturnType<typeof createNames>;
  readonly #asked = new Set<string>();
  readonly #failed = new Map<string, Unsent & { code: string }>();
  /** The replies of whose leads a meeting was marked, or the category set. */
  readonly #meetings = new Set<Card['reply']['id']>();
  readonly #categories = new Set<Card['reply']['id']>();
  #desk: Desk;
  #rules: DraftRules;
  #redraw: () => void = () => undefined;
  /** What is stored of replies, one after another. */
  #stored: Promise<unknown> = Promise.resolve();
  #calls: Promise<unknown> = Promise.resolve();

  constructor({ context, waiting, readOnly, show, pen }: DeskParts) {
    this.#context = context;
    this.#show = show;
    this.#pen = pen;
    this.#names = createNames(context.service.api, () => undefined);
    this.#desk = newDesk(waiting, readOnly);
    this.#rules = draftRules(context);
  }

  /** Until the person leaves; gives what was made of the replies. What ends it brings that along. */
  async sit(): Promise<ReturnType<ReplyDesk['result']>> {
    try {
      for (;;) {
        const reason = await this.#onScreen();
        if (await this.#off(reason)) break;
      }
      await this.#calls;
    } catch (error) {
      throw this.#withResult(error);
    } finally {
      await this.#stored;
    }
    if (this.#failed.size === 0) return this.result();
    throw new Failure('partial', `${counted(this.#failed.size, 'answer')} could not be sent`, {
      hint: [...this.#failed.values()].map(notSent).join('\n'),
      result: this.result(),
    });
  }

  result() {
    const ids = { sent: [], answered: [], later: [], blocked: [] } as Record<Dealt, number[]>;
    for (const { made, reply } of this.#desk.cards)
      if (made !== 'open' && made !== 'queued') ids[made].push(reply.id);
    return {
      ...ids,
      meetings: [...this.#meetings],
      categories: [...this.#categories],
      failed: [...this.#failed].map(([reply, { to: _, ...why }]) => ({ reply: Number(reply), ...why })),
    };
  }

  /** Shows replies until a key needs the terminal for something else. */
  #onScreen(): Promise<Leaving> {
    return this.#show<Leaving>({
      draw: (size) => drawDesk(this.#desk, size, this.#pen),
      press: (key, size) => {
        const { desk, effect } = press(this.#desk, key, size);
        this.#desk = desk;
        this.#read();
        return effect && this.#begin(effect);
      },
      opened: (redraw) => {
        this.#redraw = redraw;
        this.#read();
      },
    });
  }

  #change(reply: Card['reply'], change: Partial<Card>, note?: string): void {
    this.#desk = { ...changed(this.#desk, reply, change), ...(note !== undefined && { note }) };
    this.#redraw();
  }

  #say(note: string): void {
    this.#desk = { ...this.#desk, note };
    this.#redraw();
  }

  #begin(effect: Effect): { end: Leaving } | undefined {
    switch (effect.kind) {
      case 'mark':
        this.#mark(effect.card, effect.as);
        return undefined;
      case 'unmark':
        this.#store((marks) => marks.remove(String(effect.card.reply.id)));
        return undefined;
      case 'categorize':
        this.#call(effect.card, 'The category was not set', async (id) => {
          await this.#context.service.api(leads.setCategory, {
            params: { id },
            body: { category: effect.category },
          });
          this.#categories.add(effect.card.reply.id);
          // Whether the person said no is read anew.
          this.#asked.delete(String(effect.card.reply.id));
          this.#change(
            effect.card.reply,
            { category: effect.category },
            `Category: ${plainWords(effect.category)}.`,
          );
        });
        return undefined;
      case 'meeting':
        this.#call(effect.card, 'The meeting was not marked', async (id) => {
          const { lead } = await this.#context.service.api(leads.markMeeting, { params: { id } });
          this.#meetings.add(effect.card.reply.id);
          this.#change(effect.card.reply, { category: lead.tag ?? effect.card.category }, 'Meeting marked.');
        });
        return undefined;
      case 'conversation':
        void this.#readThread(effect.card);
        return undefined;
      default:
        return { end: effect.kind };
    }
  }

  #store(work: (marks: ReplyMarksOfAccount) => Promise<void>): void {
    this.#stored = this.#stored
      .then(async () => work(await this.#context.service.replyMarks()))
      .catch((error: unknown) => this.#say(`Not stored: ${messageOf(error)}`));
  }

  #mark({ reply }: Card, as: 'answered' | 'later' | 'blocked'): void {
    const { service, files } = this.#context;
    this.#store(async (marks) =>
      marks.put({
        reply: String(reply.id),
        lead: reply.leadId ? String(reply.leadId) : null,
        as,
        at: files.world.clock.now(),
        until: as === 'later' ? (await service.targetNow()) + usualWaitMs : null,
      }),
    );
  }

  /** A call about the lead, while the screen goes on. */
  #call({ reply }: Card, otherwise: string, work: (lead: number) => Promise<void>): void {
    this.#calls = this.#calls
      .then(() => work(Number(reply.leadId)))
      .catch((error: unknown) => this.#say(`${otherwise}: ${messageOf(error)}`));
  }

  /** Who wrote the reply on the screen and the next one, and in which campaign: each is asked for once. */
  #read(): void {
    const { cards, at } = this.#desk;
    for (const place of new Set([at, nextOpen(this.#desk)])) {
      const card = cards[place];
      if (card !== undefined && !this.#asked.has(String(card.reply.id))) void this.#readBeside(card);
    }
  }

  async #readBeside({ reply, draft, category }: Card): Promise<void> {
    this.#asked.add(String(reply.id));
    const { service } = this.#context;
    try {
      const [name, answer] = await Promise.all([
        this.#names.campaign(reply.campaignId),
        reply.leadId
          ? ifReadable(service.api(once(leads.get), { params: { id: Number(reply.leadId) } }))
          : undefined,
      ]);
      const { firstName, lastName, title, company } = answer?.lead ?? {};
      const person = [[firstName, lastName].filter(Boolean).join(' '), title, company].filter(Boolean);
      const campaign = [reply.campaignId && `campaign ${reply.campaignId}`, name && `"${name}"`];
      this.#change(reply, {
        person: person.join(', '),
        campaign: campaign.filter(Boolean).join(' '),
      });
      if (draft === undefined) return;
      const { problems } = await this.#rules(draft, { category, lead: answer?.lead });
      this.#change(reply, { unwelcome: problems.map(({ message }) => message) });
    } catch (error) {
      this.#say(`Not read: ${messageOf(error)}`);
    }
  }

  async #readThread({ reply }: Card): Promise<void> {
    try {
      const { conversation } = await this.#context.service.api(once(leads.conversation), {
        params: { id: Number(reply.leadId) },
      });
      this.#change(reply, { thread: conversation });
    } catch (error) {
      this.#change(reply, { thread: messageOf(error) });
    }
  }

  /** What needs the terminal for itself. True where the person leaves. */
  async #off(reason: Leaving): Promise<boolean> {
    if (reason === 'leave' && queuedIn(this.#desk).length === 0) return true;
    if (reason === 'drop') throw new Failure('declined', 'Cancelled.');
    try {
      if (reason === 'edit') await this.#edit();
      else if (reason === 'block') await this.#block();
      else return (await this.#send()) && reason === 'leave';
    } catch (error) {
      if (!(error instanceof Failure) || isStop(error) || error.is('no_answer')) throw error;
      const isSending = reason === 'send' || reason === 'leave';
      if (isSending && error.kind === 'unknown-outcome') throw error;
      const isNo = error.is('declined');
      if (reason === 'leave' && isNo) this.#desk = { ...this.#desk, asksTwice: 'q' };
      else if (reason === 'leave') throw error;
      this.#say(
        isNo
          ? `Cancelled. Nothing was sent.${reason === 'leave' ? ' Press q again to leave without sending.' : ''}`
          : `Not done: ${error.message}`,
      );
    }
    return false;
  }

  async #edit(): Promise<void> {
    const card = cardOf(this.#desk);
    const { reply, draft } = card;
    if (draft === undefined) return;
    const context = this.#context;
    try {
      const edited = await editDraft(context, draft);
      if (edited === draft) return this.#say('Nothing was changed.');
      const stored = (await ifReadable(listed(context.service, Number(draft.id)))) ?? edited;
      this.#change(reply, withDraft(card, stored), 'The draft is saved.');
    } catch (error) {
      if (!(error instanceof Failure) || isStop(error)) throw error;
      const { file } = error.extra;
      if (error.is('draft_changed')) {
        const now = await ifReadable(listed(context.service, Number(draft.id)));
        if (now) this.#change(reply, withDraft(card, now));
      }
      if (typeof file !== 'string') throw error;
      // Below the desk as well, where it is still there when the person has left.
      context.screen.warn(`Draft ${draft.id} was not changed. Your text is saved in ${file}`);
      throw error.with({ message: `${inline(error.message, 120)}. Your text is saved in ${file}` });
    }
  }

  /** Nothing more is written to the address: not from here either. */
  async #block(): Promise<void> {
    const { service, consent, screen } = this.#context;
    const { fromAddress, leadId } = cardOf(this.#desk).reply;
    const address = fromAddress ?? '';
    const stops = leadId ? ` To stop them: ${pattern('leads delete', { leads: leadId })}` : '';
    screen.note(`Emails already scheduled may still go out.${stops}`);
    const question = `Block ${address}?`;
    if (!(await consent.ask.confirm(question, false, deskNeedsTerminal))) return this.#say('Not blocked.');
    await service.api(blocklist.add, { body: { values: [address] } });
    this.#rules = draftRules(this.#context);
    for (const card of unsentTo(this.#desk, address)) this.#mark(card, 'blocked');
    this.#desk = blockedOn(this.#desk, address);
    this.#say(`${address} is blocked.`);
  }

  /** True where nothing is left to look at: what changed meanwhile is shown again. */
  async #send(): Promise<boolean> {
    let sent = 0;
    const before: number[] = [];
    const moved: Card[] = [];
    const unwelcome: Card[] = [];
    let gone = 0;
    await sendQueued(this.#context, this.#desk, {
      sent: async (card) => {
        sent += 1;
        this.#failed.delete(String(card.reply.id));
        this.#mark(card, 'answered');
        this.#change(card.reply, { made: 'sent' });
        await this.#stored;
      },
      moved: (card, draft) => {
        moved.push(card);
        if (draft === undefined) gone += 1;
        this.#change(card.reply, withDraft(card, draft));
      },
      unwelcome: (card, why) => {
        unwelcome.push(card);
        this.#change(card.reply, { made: 'open', unwelcome: why });
      },
      sentBefore: (card, intent) => {
        before.push(intent);
        this.#change(card.reply, { made: 'answered' });
      },
      inDoubt: (card) => this.#change(card.reply, { made: 'open' }),
      failed: (card, { code, message }) => {
        const { id, to } = card.draft;
        this.#failed.set(String(card.reply.id), { draft: id, to: addressesOf(to), code, message });
        this.#change(card.reply, { made: 'open' });
      },
    });
    const [again] = [...unwelcome, ...moved];
    const at = again ? this.#desk.cards.findIndex(({ reply }) => reply.id === again.reply.id) : this.#desk.at;
    const failed = [...this.#failed.values()].at(-1);
    this.#desk = { ...this.#desk, past: [], at };
    const said = [`Sent ${counted(sent, 'answer')}.`];
    for (const intent of before)
      said.push(`An answer was sent meanwhile by another command here (journal ${intent}).`);
    const refused = counted(unwelcome.length, 'answer');
    if (unwelcome.length > 0)
      said.push(`${refused} to someone who wants no email by now: not sent, look again.`);
    if (moved.length > gone)
      said.push(`${counted(moved.length - gone, 'draft')} changed meanwhile: not sent, look again.`);
    if (gone > 0)
      said.push(`${counted(gone, 'draft is', 'drafts are')} not listed any more, perhaps sent elsewhere.`);
    if (failed) said.push(`Not sent to ${inline(failed.to, 100)}: ${failed.message}`);
    if (this.#failed.size > 1) said.push(`${counted(this.#failed.size, 'answer')} are not sent.`);
    this.#say(said.join(' '));
    return again === undefined;
  }

  #withResult(error: unknown): unknown {
    if (!(error instanceof Failure)) return error;
    const result = this.result();
    const queued = queuedIn(this.#desk).map(({ draft }) => addressesOf(draft.to));
    const unsent = [...[...this.#failed.values()].map(({ to }) => to), ...queued];
    const isLeft = error.is('declined', 'interrupted');
    const before = doneIn(result);
    if (!isLeft) {
      const said = [error.message];
      if (before !== '') said.push(`before that: ${before}`);
      const those = counted(unsent.length, 'answer was', 'answers were');
      if (unsent.length > 0) said.push(`${those} not sent: to ${unsent.join('; ')}`);
      const isMore = before !== '' || this.#failed.size > 0;
      return error.with({ message: said.join('; '), ...(isMore && { result }) });
    }
    const message = [
      `Cancelled.${result.sent.length > 0 ? '' : ' Nothing was sent.'}`,
      ...(before === '' ? [] : [`Before that: ${before}.`]),
      ...(queued.length === 0 ? [] : [`Queued, and not sent: to ${queued.join('; ')}.`]),
    ].join(' ');
    // Where nothing was done, the message says it all.
    const isNothing = Object.values(result).every((made) => made.length === 0);
    return error.with({ message, ...(!isNothing && { result }) });
  }
}

type Dealt = Exclude<Card['made'], 'open' | 'queued'>;

interface Unsent {
  readonly draft: unknown;
  readonly to: string;
  readonly message: string;
}

const notSent = ({ draft, to, message }: Unsent): string =>
  `Not sent to ${inline(to, 200)}: ${message.replace(/\.$/, '')}. The draft: outreach drafts show ${draft}`;

/** `1 answer sent, 1 meeting marked`. */
const doneIn = ({ sent, blocked, meetings, categories }: ReturnType<ReplyDesk['result']>): string =>
  [
    sent.length > 0 ? `${counted(sent.length, 'answer')} sent` : '',
    meetings.length > 0 ? `${counted(meetings.length, 'meeting')} marked` : '',
    categories.length > 0 ? `${counted(categories.length, 'category', 'categories')} set` : '',
    blocked.length > 0 ? `${counted(blocked.length, 'reply', 'replies')} blocked` : '',
  ]
    .filter(Boolean)
    .join(', ');

export const deskNeedsTerminal = [
  'The reply desk is for a person at a terminal. For programs:',
  `  ${pattern('replies next', { json: true })}`,
  `  ${pattern('drafts send', { draft: '<id>', expect: '<digest>', yes: true })}`,
  `  ${pattern('replies done', { reply: '<id>', as: 'answered' })}`,
].join('\n');
