/** A row as its table has it; the tables of both journals have the same names and columns. */
export type ContentRow = Readonly<Record<string, string | number | null>>;

/** An intent as it is moved. */
export type IntentRow = ContentRow & {
  readonly id: number;
  readonly slot: string;
  readonly generation: number;
  readonly told_at: number | null;
};

/** The entry `theirs` of that journal is the entry `ours` of this one. */
export interface MovedEntry {
  readonly journal: string;
  readonly theirs: number;
  readonly ours: number;
}

/** What goes from one journal to another; nothing of a sandbox within a process. */
export interface JournalContents {
  /** Which journal it is: no two have the same. */
  readonly journal: string;
  /** When it was given; wall time. */
  readonly at: number;
  readonly intents: readonly IntentRow[];
  readonly steps: readonly (ContentRow & { readonly intent_id: number })[];
  readonly approvals: readonly ContentRow[];
  readonly budgets: readonly ContentRow[];
  readonly draws: readonly (ContentRow & { readonly intent: number })[];
  readonly replies: readonly ContentRow[];
  /** Replies that a process works on; until when, on the clock of the machine that moves them. */
  readonly claims: readonly ContentRow[];
  readonly protection: string | null;
  readonly moved: readonly MovedEntry[];
  /** What its digests were made with: a call that holds a secret is known by one. */
  readonly secrets: readonly string[];
}

/** Where the calls of a home go since its journal was moved. */
export interface JournalMark {
  readonly address: string;
  /** False where a move did not get to its end. */
  readonly isWhole: boolean;
  /** Which journal that is, and when the move began. */
  readonly journal: string;
  readonly at: number;
  /** How many calls were open when they went. */
  readonly open: number;
}

/** What becomes of contents in the journal that takes them. */
export interface TakenIn {
  /** Entries that are new there. */
  readonly added: number;
  /** --once tokens that were used in both journals: each stays used, and the call that was done first counts. */
  readonly sharedTokens: number;
}

export interface Giving {
  /** Which journal takes it. */
  readonly to: string;
  /** Wall time. */
  readonly now: number;
  /** With its address no guarded call begins here from this moment on. */
  readonly leavesFor?: string | undefined;
}

/** How the contents of a journal are moved. */
export interface JournalMoves {
  /** Which journal it is. */
  identity(): Promise<string>;
  /** Undefined where guarded calls may be made in it. */
  mark(): Promise<JournalMark | undefined>;
  /** All that another journal needs. Rejects where a call is open that may not be moved. */
  give(giving: Giving): Promise<JournalContents>;
  /** In one transaction, and the same the second time. In a journal of this machine it takes the mark away. */
  take(contents: JournalContents): Promise<TakenIn>;
  /** What `take` would give; changes nothing. */
  wouldTake(contents: JournalContents): Promise<TakenIn>;
  /** The other journal has it all: what is usable once goes from here, and what is open counts here no more. */
  end(now: number): Promise<void>;
  /**
   * The journal that it was moved to is gone: takes the mark away. What was open then is unknown from now on; gives how
   * many these are.
   */
  lost(now: number): Promise<number>;
}
