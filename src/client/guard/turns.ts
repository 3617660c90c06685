/**
 * Of an account, for calls that look at what goes out, or at what a person agreed to, before they are made: one session at
 * a time, so that nothing of it changes between the look and the call.
 */
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
  /** Milliseconds of wall time. */
  readonly since: number;
  readonly pid: number;
  /** Where several machines share the journal. */
  readonly host?: string;
}
