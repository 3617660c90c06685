export type Cell = string | number | null;

interface Statement {
  /** `$1` is the first value. */
  readonly sql: string;
  readonly values: readonly Cell[];
}

interface Answer<Row> {
  readonly rows: Row[];
  /** How many rows it gave, or changed. */
  readonly count: number;
}

/** SQLite answers each at once, in one synchronous transaction; PostgreSQL is waited for. */
export type Work<T> = Generator<Statement, T, Answer<unknown>>;

/** One statement of a work: `yield* ask(…)` gives its answer. */
export function* ask<Row = unknown>(sql: string, values: readonly Cell[] = []): Work<Answer<Row>> {
  return (yield { sql, values }) as Answer<Row>;
}

/** A work without a statement. */
export function* none<T>(value: T): Work<T> {
  yield* [];
  return value;
}

/** Takes a value of a statement, and gives its place in the text. */
export type Place = (value: Cell) => string;

export function placeholders(): { readonly values: Cell[]; readonly at: Place } {
  const values: Cell[] = [];
  return { values, at: (value) => `$${values.push(value)}` };
}

export interface ChangeOptions<T> {
  /** What it wrote is taken back where it came to this. */
  undoes?(result: T): boolean;
  /** It is not made again where it is unclear whether its commit arrived: that rejects. */
  readonly once?: boolean;
  /** It is one statement: it needs no transaction around it. */
  readonly alone?: boolean;
}

/** The database of a journal. It may run a work more than once: each time, `work` is called. Rejects with `Failure`. */
export interface JournalStore {
  /** Statements that change nothing. */
  read<T>(work: () => Work<T>): Promise<T>;
  /** One transaction, of which every other process sees all or nothing. */
  change<T>(work: () => Work<T>, options?: ChangeOptions<T>): Promise<T>;
  /** Why it takes no changes; undefined where it does. */
  readonly readOnly?: string | undefined;
}

/** In which words the two databases differ. */
export interface Dialect {
  /** The calls that are open: few at any time, however much has ended. */
  readonly open: string;
  /** The order in which rows were added. */
  readonly order: Readonly<Record<'approval' | 'budget' | 'step', string>>;
  startsWith(column: string, place: string): string;
  /** Whatever the ASCII case. */
  holds(text: string, place: string): string;
  /** Done at that time of this process or later. */
  doneSince(since: number, now: number, at: Place): string;
  /** The clock by which claims of replies last. `own` is that of this machine. */
  now(own: number, at: Place): string;
  /** A change may be made again after a commit of which nothing was heard: its rows have its key. */
  readonly isKeyed: boolean;
}
