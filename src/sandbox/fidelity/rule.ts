/** `done` as the spec has it; `approximated` in a simpler form; `open` in the spec, decided here; `different` on purpose. */
export const statuses = ['done', 'approximated', 'open', 'different'] as const;
export type Status = (typeof statuses)[number];

/** One rule of the specification, and how near the sandbox is to it. */
export interface Rule {
  /** Begins with the id of the operation where it is about one: `finder.startImport.first-n-continues`. */
  readonly id: string;
  /** Of the specification. */
  readonly section: string;
  /** What the rule says, in our words. */
  readonly statement: string;
  readonly status: Status;
  /** Holds the rule: `test/sandbox/leads.test.ts > a part of its title`. */
  readonly test: string | null;
  /** What was decided, simplified or made different. */
  readonly note: string | null;
}
