/** A row as its table has it; the tables of both journals have the same names and columns. */
export type ContentRow = Readonly<Record<string, string | number | null>>;

/** The entry `theirs` of that journal is the entry `ours` of this one. */
export interface MovedEntry {
  readonly journal: string;
  readonly theirs: number;
  readonly ours: number;
}

export interface JournalContents {
  /** Which journal it is: no two have the same. */
  readonly journal: string;
  /** When it was given; wall time. */
  readonly at: number;
  readonly intents: readonly (ContentRow & { readonly id: number })[];
  readonly steps: readonly (ContentRow & { readonly intent_id: number })[];
  readonly approvals: readonly ContentRow[];
  readonly budgets: readonly (ContentRow & { readonly id: string })[];
  readonly draws: readonly (ContentRow & { readonly budget: string; readonly intent: number })[];
  readonly replies: readonly ContentRow[];
  /** Replies that a process works on; until when, on the clock of the machine that moves them. */
  readonly claims: readonly (ContentRow & { readonly until: number })[];
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
  /** Which journal that is. */
  readonly journal: string;
}

export interface TakenIn {
  /** Entries that are new there. */
  readonly added: number;
  /** --once tokens that were used in both journals: each stays used, and the call that was done first counts. */
  readonly sharedTokens: number;
}

interface Giving {
  /** The address of the journal that takes it. */
  readonly address: string;
  /** Which one that is: from this moment on no guarded call begins here. Undefined: nothing is moved yet. */
  readonly to?: string | undefined;
  /** Wall time. */
  readonly now: number;
}

/** A journal of one machine, which can be moved. */
export interface LeavingJournal {
  /** Undefined where guarded calls may be made in it. */
  mark(): Promise<JournalMark | undefined>;
  /** All that another journal needs. Rejects where a call is open, or where it was moved to another address. */
  give(giving: Giving): Promise<JournalContents>;
  /** The other journal has it all: what is usable once goes from here. */
  end(): Promise<void>;
}

/** A journal that several machines share, which takes that of one. */
export interface TakingJournal {
  /** In one transaction, and the same the second time. */
  take(contents: JournalContents): Promise<TakenIn>;
  /** What `take` would give; changes nothing. */
  wouldTake(contents: JournalContents): Promise<TakenIn>;
}
