import type { Sandbox } from '../../core/state.ts';

/** An email that waits to be sent. */
interface WaitingEmail {
  readonly id: number;
  readonly dueAt: number;
}

/** So many are read at once. */
const page = 50;

/**
 * The emails that wait in one place, the longest due first. Only the front of them is in memory: what waits behind it is
 * read when the front was sent.
 */
export class WaitingEmails {
  readonly #read: () => WaitingEmail[];
  #front: WaitingEmail[] = [];
  /** Nothing waits behind the front. */
  #isWhole = false;

  constructor(read: () => WaitingEmail[]) {
    this.#read = read;
  }

  first(): WaitingEmail | undefined {
    if (this.#front.length === 0 && !this.#isWhole) {
      this.#front = this.#read();
      this.#isWhole = this.#front.length < page;
    }
    return this.#front[0];
  }

  /** To be called once it was written: what belongs behind the front is read later. */
  add(email: WaitingEmail): void {
    let at = this.#front.length;
    while (at > 0 && isBefore(email, this.#front[at - 1])) at -= 1;
    if (at === this.#front.length && !this.#isWhole) return;
    this.#front.splice(at, 0, email);
    if (this.#front.length <= 2 * page) return;
    this.#front.length = page;
    this.#isWhole = false;
  }

  /** To be called once it was sent or canceled. */
  remove(id: number): void {
    const at = this.#front.findIndex((email) => email.id === id);
    if (at >= 0) this.#front.splice(at, 1);
  }
}

const isBefore = (email: WaitingEmail, other: WaitingEmail | undefined): boolean =>
  other !== undefined && (email.dueAt - other.dueAt || email.id - other.id) < 0;

/** The first emails of a campaign that any of its mailboxes may send. */
export const firstEmails = (sandbox: Sandbox, campaignId: number): WaitingEmails =>
  sandbox.steady(
    `first emails ${campaignId}`,
    () => new WaitingEmails(() => read(sandbox, firstEmailsSql, campaignId)),
  );

/** The follow-ups of a campaign that one of its mailboxes sends. */
export const followUps = (sandbox: Sandbox, campaignId: number, senderId: number): WaitingEmails =>
  sandbox.steady(
    `follow-ups ${campaignId} ${senderId}`,
    () => new WaitingEmails(() => read(sandbox, followUpsSql, campaignId, senderId)),
  );

const firstEmailsSql = `SELECT id, due_at AS dueAt FROM email WHERE campaign_id = ? AND status = 'scheduled'
  ORDER BY due_at, id LIMIT ${page}`;

const followUpsSql = `SELECT id, due_at AS dueAt FROM email WHERE campaign_id = ? AND sender_id = ?
  AND status = 'followUp' ORDER BY due_at, id LIMIT ${page}`;

const read = (sandbox: Sandbox, sql: string, ...places: number[]): WaitingEmail[] =>
  sandbox.db.prepare(sql).all<WaitingEmail>(...places);
