export interface ReplyMark {
  /** Ids as text, here and below. */
  readonly reply: string;
  readonly lead: string | null;
  readonly as: 'answered' | 'skipped' | 'blocked' | 'later';
  /** Milliseconds of wall time. */
  readonly at: number;
  /** Of `later`: when it waits again, in milliseconds of the target's clock. */
  readonly until: number | null;
}

export interface ClaimTerms {
  readonly lead: string | null;
  /** Milliseconds of wall time, here and below. */
  readonly now: number;
  /** From then on another process may claim it. */
  readonly until: number;
  /** When the mark was put that the caller has seen, null for none. Another one since then means that the reply was handled. */
  readonly seen: number | null;
}

export interface ReplyClaim extends Pick<ClaimTerms, 'lead' | 'until'> {
  readonly reply: string;
}

export interface ReplyMarks {
  list(account: string): Promise<readonly ReplyMark[]>;
  /** Replaces the mark of the reply, and ends its claim. */
  put(account: string, mark: ReplyMark): Promise<void>;
  remove(account: string, reply: string): Promise<void>;
  /** False where another process has it, or has handled it meanwhile. */
  claim(account: string, reply: string, terms: ClaimTerms): Promise<boolean>;
  claimed(account: string, now: number): Promise<readonly ReplyClaim[]>;
  /** Everything of the accounts that begin so, or what is about one lead. */
  forget(accounts: string, lead?: string): Promise<void>;
}
