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

/**
 * The rules of one section, a line each: `id | status | statement | test or note`. A test is written without its folder and
 * ending (`sandbox/leads > a part of its title`), a note begins with `note:`, and there may be both.
 */
export function rulesOf(section: string, lines: string): Rule[] {
  return lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => ruleOf(section, line));
}

function ruleOf(section: string, line: string): Rule {
  const [id = '', status = '', statement = '', ...proofs] = line.split(' | ').map((part) => part.trim());
  const note = proofs.find((proof) => proof.startsWith(noteMark));
  const test = proofs.find((proof) => !proof.startsWith(noteMark));
  return {
    id,
    section,
    statement,
    status: status as Status,
    test: test === undefined ? null : test.replace(/^(\S+)/u, 'test/$1.test.ts'),
    note: note === undefined ? null : note.slice(noteMark.length).trim(),
  };
}

const noteMark = 'note:';
