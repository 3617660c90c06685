/** A call that may have happened, and how to find out. */
export interface OpenOutcome {
  readonly is: 'open-outcome';
  readonly operation: string;
  /** Its retry rule: what repeating would do. */
  readonly retry: 'safe' | 'idempotencyKey' | 'checkFirst' | 'never';
  /** The operation that shows whether it happened, and the id to call it with. */
  readonly witness?: string | undefined;
  readonly id?: unknown;
  readonly idempotencyKey?: string | undefined;
  /** Its number in the journal, where a person decides; `seen` says what the last look showed. */
  readonly intent?: number;
  readonly seen?: string;
  /** What is there that could be it, as the service gives it. */
  readonly matches?: readonly unknown[];
  /** For how long it may still show. */
  readonly waitSeconds?: number;
}

/** Whose key was refused: what to log in again as. */
export interface KeyOwner {
  readonly profile: string | null;
  /** Where the environment has another address, to which a login would go. */
  readonly baseUrl: string | undefined;
  /** The key of the environment goes before what a login saves. */
  readonly inEnvironment: boolean;
}

/** A refusal in the service's own words. */
export interface Refused {
  readonly is: 'refused';
  readonly operation: string;
  /** The answer as it came, and whether it came as JSON. */
  readonly answer: string;
  readonly json: boolean;
  readonly owner?: KeyOwner | undefined;
}

export interface UnknownShape {
  readonly is: 'unknown-shape';
  readonly operation: string;
  readonly guessed: boolean;
  readonly method: string;
  readonly path: string;
}

/** Plain data for the edge, which alone names commands: another program can use the rooms below it. */
export type FailureSubject =
  | OpenOutcome
  | Refused
  | UnknownShape
  | { readonly is: 'unknown-path'; readonly operation: string; readonly guessed: boolean }
  | { readonly is: 'detour'; readonly operation: string }
  | { readonly is: 'journal-entry'; readonly intent: number }
  /** What has to come first: name the shared journal, or finish the move to it. */
  | { readonly is: 'moved-journal'; readonly address: string; readonly first: 'name' | 'finish' }
  | { readonly is: 'snapshot'; readonly name: string }
  | { readonly is: 'lost-journal'; readonly isGone?: boolean }
  | { readonly is: 'replaced-journal' | 'mcp-address' | 'mcp-answer' | 'mcp-input' };
