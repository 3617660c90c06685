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
  readonly intents: readonly IntentRow[];
  readonly steps: readonly (ContentRow & { readonly intent_id: number })[];
  readonly approvals: readonly ContentRow[];
  readonly budgets: readonly ContentRow[];
  readonly draws: readonly (ContentRow & { readonly intent: number })[];
  readonly replies: readonly ContentRow[];
  readonly protection: string | null;
  readonly moved: readonly MovedEntry[];
}

/** Where the calls of a home go since its journal was moved. */
export interface JournalMark {
  readonly address: string;
  /** False where a move did not get to its end. */
  readonly isWhole: boolean;
}

/** How the contents of a journal are moved. */
export interface JournalMoves {
  /** Which journal it is. */
  identity(): Promise<string>;
  /** Undefined where guarded calls may be made in it. */
  mark(): Promise<JournalMark | undefined>;
  /**
   * All that another journal needs. With `leavesFor` no guarded call begins here from this moment on. Rejects where a
   * call is open that may not be moved.
   */
  give(to: string, leavesFor?: string): Promise<JournalContents>;
  /** In one transaction, and the same the second time; gives how many entries are new. In a journal of this machine it takes the mark away. */
  take(contents: JournalContents): Promise<number>;
  /** The other journal has it all: what is usable once goes from here. */
  end(): Promise<void>;
}
