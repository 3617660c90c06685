/**
 * Consent that a person gives outside of the program that wants a call: the call is asked about under a code, a person at
 * a terminal approves that code, and the same call then uses it, once.
 */

/** `unacknowledged`: used, may have happened. `replaced`: asked with another text or price. `expired`: not used in time. */
export type ApprovalState =
  | 'waiting'
  | 'approved'
  | 'used'
  | 'unacknowledged'
  | 'denied'
  | 'replaced'
  | 'expired';

/** What a call costs at most; null where that is not known before the call. */
export interface ApprovalPrice {
  readonly credits: number | null;
  /** Everything in dollars, the worth of credits included. */
  readonly usd: number | null;
  /** Of the dollars, where not all are known: those that are. */
  readonly knownUsd?: number;
  readonly recipients: number | null;
  readonly checks: number | null;
}

export interface AskedLine {
  readonly argv: readonly string[];
  readonly cwd: string;
  /** It may name files of this folder alone. */
  readonly confined: boolean;
  /** In a journal of several machines: on which one it was asked. */
  readonly host?: string;
  /** What took long to find out when it was asked, as JSON. */
  readonly checked?: string;
}

export interface ApprovalDraft {
  readonly account: string;
  readonly profile: string;
  readonly target: 'live' | 'sandbox';
  readonly operation: string;
  /** Of account, operation and input, all inputs of several calls. */
  readonly call: string;
  /** Of the call, and of what it sends where its input does not hold that. */
  readonly digest: string;
  readonly facts: readonly string[];
  readonly price: ApprovalPrice;
  readonly line: AskedLine;
}

export interface AskedApproval extends ApprovalDraft {
  readonly code: string;
  readonly state: ApprovalState;
  /** Milliseconds of wall time, here and below. */
  readonly askedAt: number;
  readonly expiresAt: number;
  readonly decidedAt: number | null;
  /** Null until its call is acknowledged as well. */
  readonly usedAt: number | null;
  /** Where approvals are protected: made with the key that the passphrase opens. */
  readonly signature: string | null;
}

/** What approvals are signed with: the private key is closed with a passphrase. Both as base64. */
export interface Protection {
  readonly publicKey: string;
  readonly privateKey: string;
}

interface Decision {
  /** What the person saw and agreed to. */
  readonly price: ApprovalPrice;
  readonly facts: readonly string[];
  readonly signature: string | null;
}

export interface AskTerms {
  readonly code: string;
  readonly now: number;
  /** Until then it can be approved and used. */
  readonly until: number;
  /** So many of the account can wait at a time. */
  readonly atMost: number;
}

/** Every method is one transaction. */
export interface Approvals {
  /** The one of this digest that waits, with price of now, or is approved; else a new one, unless too many wait. */
  ask(draft: ApprovalDraft, terms: AskTerms): Promise<AskedApproval | undefined>;
  /** False where it does not wait any more. */
  approve(code: string, decision: Decision, now: number): Promise<boolean>;
  /** Ends one that waits, or is approved and unused; false where there is none. */
  end(code: string, how: 'denied' | 'replaced', now: number): Promise<boolean>;
  /** True once, where it is still as it was read. Acknowledged at once where the journal knows how its call ends. */
  use(approval: AskedApproval, now: number, isGuarded: boolean): Promise<boolean>;
  /** It is known how its call ended. */
  acknowledge(code: string, now: number): Promise<void>;
  /** Its call did nothing, for certain: it can be used again in its time. */
  giveBack(code: string): Promise<void>;
  find(code: string, now: number): Promise<AskedApproval | undefined>;
  /** Those of this call, newest first. */
  of(account: string, call: string, now: number): Promise<readonly AskedApproval[]>;
  /** Newest first; all, or those that wait or are approved and unused. */
  list(now: number, all: boolean): Promise<readonly AskedApproval[]>;
  protection(): Promise<Protection | undefined>;
  protect(protection: Protection | undefined): Promise<void>;
  /** Those of the accounts that begin so, or of them what names one of these texts. */
  forget(accounts: string, texts?: readonly string[]): Promise<number>;
}
