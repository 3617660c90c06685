import type { MergeLead } from '../../../domain/merge-tags.ts';
import { type RowsQuery, rowsAtOnce, rowsQuery } from '../../core/rows.ts';
import type { Sandbox } from '../../core/state.ts';
import { leadFieldColumns } from '../leads/leads.ts';

type LeadFields = Omit<MergeLead, 'customVariables' | 'email'>;

/** An email that waits to be sent, with all that it is written from. */
export interface WaitingEmail extends LeadFields {
  readonly id: number;
  readonly dueAt: number;
  readonly leadId: number;
  readonly step: number;
  readonly ledgerId: number | null;
  /** Null where the lead is gone. */
  readonly email: string | null;
  readonly custom: string | null;
  readonly unsubscribedAt: number | null;
  /** Of the last email that the campaign sent to the lead; null where there is none. */
  readonly threadId: string | null;
  readonly threadSubject: string | null;
  /** Of `unfilledText`. */
  readonly threadMissing: string | null;
}

/** So many are read at once: few at first, as a world that is looked at now and then sends few. */
const pages = { first: 5, most: 50 };

/**
 * The emails that wait in one place, the longest due first. Only the front of them is in memory: what waits behind it is
 * read when the front was sent. What an email is written from changes by what {@link Sandbox.steady} does not outlive.
 */
export class WaitingEmails {
  readonly #read: (count: number) => WaitingEmail[];
  #front: WaitingEmail[] = [];
  #page = pages.first;
  /** Nothing waits behind the front. */
  #isWhole = false;

  constructor(read: (count: number) => WaitingEmail[]) {
    this.#read = read;
  }

  /** Whether any is in memory. */
  get isKnown(): boolean {
    return this.#front.length > 0;
  }

  first(): WaitingEmail | undefined {
    if (this.#front.length === 0 && !this.#isWhole) {
      this.#front = this.#read(this.#page);
      this.#isWhole = this.#front.length < this.#page;
      this.#page = Math.min(2 * this.#page, pages.most);
    }
    return this.#front[0];
  }

  /** The one that was {@link first}, which waits no longer. */
  take(): WaitingEmail {
    const email = this.#front.shift();
    if (!email) throw new Error('no email waits');
    return email;
  }

  /** To be called once it was written: what belongs behind the front is read later. */
  add(email: WaitingEmail): void {
    let at = this.#front.length;
    while (at > 0 && isBefore(email, this.#front[at - 1])) at -= 1;
    if (at === this.#front.length && !this.#isWhole) return;
    this.#front.splice(at, 0, email);
    if (this.#front.length <= 2 * pages.most) return;
    this.#front.length = pages.most;
    this.#isWhole = false;
  }

  /** To be called once it was canceled. */
  remove(id: number): void {
    const at = this.#front.findIndex((email) => email.id === id);
    if (at >= 0) this.#front.splice(at, 1);
  }
}

const isBefore = (email: WaitingEmail, other: WaitingEmail | undefined): boolean =>
  other !== undefined && (email.dueAt - other.dueAt || email.id - other.id) < 0;

/** The first emails of a campaign that any of its mailboxes may send. */
export const firstEmails = (sandbox: Sandbox, campaignId: number): WaitingEmails =>
  sandbox.steady(`first emails ${campaignId}`, () =>
    waitingIn(sandbox, campaignId, "status = 'scheduled'", []),
  );

/** The follow-ups of a campaign that one of its mailboxes sends. */
export const followUps = (sandbox: Sandbox, campaignId: number, senderId: number): WaitingEmails =>
  sandbox.steady(`follow-ups ${campaignId} ${senderId}`, () =>
    waitingIn(sandbox, campaignId, "status = 'followUp' AND sender_id = ?", [senderId]),
  );

/** Whether an email of the campaign waits, as far as that is in memory. */
export const isKnownToWait = (sandbox: Sandbox, campaignId: number): boolean =>
  placesOf(sandbox, campaignId).some((emails) => emails.isKnown);

/** Where emails of the campaign wait, as far as it was asked for. */
const placesOf = (sandbox: Sandbox, campaignId: number): WaitingEmails[] =>
  sandbox.steady(`places ${campaignId}`, () => []);

function waitingIn(sandbox: Sandbox, campaignId: number, where: string, values: number[]): WaitingEmails {
  const query = waitingQuery(where);
  const emails = new WaitingEmails((count) => rowsAtOnce(sandbox, query, campaignId, ...values, count));
  placesOf(sandbox, campaignId).push(emails);
  return emails;
}

const columns = {
  id: 'e.id',
  dueAt: 'e.due_at',
  leadId: 'e.lead_id',
  step: 'e.step',
  ledgerId: 'e.ledger_id',
  ...leadFieldColumns,
  custom: 'lead.custom',
  unsubscribedAt: 'lead.unsubscribed_at',
  threadId: 'last.thread_id',
  threadSubject: 'last.subject',
  threadMissing: 'last.missing',
} satisfies Record<keyof WaitingEmail, string>;

const waitingQuery = (where: string): RowsQuery =>
  rowsQuery(
    columns,
    `(SELECT id, due_at, lead_id, campaign_id, step, ledger_id FROM email WHERE campaign_id = ? AND ${where}
      ORDER BY due_at, id LIMIT ?) e
    LEFT JOIN lead ON lead.id = e.lead_id
    LEFT JOIN email last ON last.id = (SELECT id FROM email WHERE lead_id = e.lead_id AND campaign_id = e.campaign_id
      AND sent_at IS NOT NULL ORDER BY sent_at DESC, id DESC LIMIT 1)`,
  );
