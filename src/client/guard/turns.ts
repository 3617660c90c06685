/** One session of an account at a time, so that nothing changes between the look at what goes out and the call. */
export interface Turns {
  /** Ours until it is released, or the one who has it. A process that is gone has nothing. */
  take(account: string, what: string, now: number): Promise<Turn | TakenTurn>;
}

export interface Turn {
  /** Throws `taken_over` where another session has it by now. Asked right before a call. */
  check(): Promise<void>;
  release(): Promise<void>;
}

export interface TakenTurn {
  /** Undefined where it has just begun, or ended. */
  readonly heldBy: TurnHolder | undefined;
}

export interface TurnHolder {
  /** The path of a command: `leads import`. */
  readonly what: string;
  readonly since: number;
  readonly pid: number;
  /** Where several machines share the journal. */
  readonly host?: string;
}
