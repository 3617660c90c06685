import type { Journal, Owner } from '../../src/client/guard/journal.ts';
import { type Database, openDatabase } from '../../src/local/database.ts';
import type { Value } from '../../src/local/engines/engine.ts';
import { LocalJournal } from '../../src/local/journal/local-journal.ts';
import type { NewestCall } from '../../src/local/journal/newest-call.ts';
import { durability } from '../../src/local/journal/open-journal.ts';
import { localTurns } from '../../src/local/journal/turns.ts';
import type { Fate } from './fate.ts';

/** No test here takes one. */
const turns = localTurns('/nowhere', 1);

type Row = Record<string, Value>;

/** Where the journal of a stage lies. */
export interface JournalPlace {
  journalOf(pid: number, fate: Fate): Journal;
  losePower(): void;
  wipe(): void;
  keep(): () => void;
  /** An older copy that takes its place: what lies beside it stays. */
  copy(): () => void;
  close(): void;
}

/** The disk that the journal of one machine lies on. */
export class Disk implements JournalPlace {
  readonly #journals = new Map<number, Journal>();
  /** What had been written at every moment since the case began, where the disk does not wait for a commit. */
  #history: Row[][] = [];
  /** Beside the database: its newest call. */
  #newest: NewestCall | undefined;
  readonly #waits: boolean;

  private constructor(
    private readonly database: Database,
    private readonly alive: (owner: Owner) => boolean,
  ) {
    const [row] = database.prepare('PRAGMA synchronous').all<{ synchronous: number }>();
    this.#waits = (row?.synchronous ?? 0) >= 2;
    this.#journalAs(1);
  }

  /** `through`: what the journal sees of the database. */
  static async make(
    alive: (owner: Owner) => boolean,
    through: (database: Database) => Database = (database) => database,
  ): Promise<Disk> {
    return new Disk(through(await openDatabase(':memory:', durability)), alive);
  }

  /**
   * The journal of a process, with a moment to die before and after everything that is written to it. It answers late,
   * like one on another machine.
   */
  journalOf(pid: number, fate: Fate): Journal {
    const journal = this.#journalAs(pid);
    return mortalJournal(journal, fate, () => {
      if (!this.#waits) this.#history.push(this.#intents());
    });
  }

  /** Made once for every number: each time its tables are looked at, and then every statement is prepared anew. */
  #journalAs(pid: number): Journal {
    const known = this.#journals.get(pid);
    if (known) return known;
    const self = { pid, started: 'crash' };
    const newest = {
      read: () => this.#newest,
      write: (call: NewestCall) => {
        this.#newest = call;
      },
    };
    const made = new LocalJournal(this.database, { self, alive: this.alive, flag, turns, newest });
    this.#journals.set(pid, made);
    return made;
  }

  /** A disk that writes without waiting forgets the last of it. */
  losePower(): void {
    if (!this.#waits) this.#rewrite(this.#history.at(-3) ?? []);
  }

  wipe(): void {
    this.#rewrite([]);
    this.#history = [];
    this.#newest = undefined;
  }

  /** Remembers what it holds; gives what puts it back, as often as wanted. */
  keep(): () => void {
    const [intents, history, newest] = [this.#intents(), [...this.#history], this.#newest];
    return () => {
      this.#rewrite(intents);
      this.#history = [...history];
      this.#newest = newest;
    };
  }

  copy(): () => void {
    const intents = this.#intents();
    return () => this.#rewrite(intents);
  }

  #intents(): Row[] {
    return this.database.prepare('SELECT * FROM intent').all<Row>();
  }

  #rewrite(rows: readonly Row[]): void {
    this.database.exec('DELETE FROM step; DELETE FROM intent; DELETE FROM sqlite_sequence');
    for (const row of rows) {
      const columns = Object.keys(row);
      const places = columns.map(() => '?').join(', ');
      this.database
        .prepare(`INSERT INTO intent (${columns.join(', ')}) VALUES (${places})`)
        .run(...Object.values(row));
    }
  }

  close(): void {
    this.database.close();
  }
}

/** With a moment to die before and after everything that is written. It answers late, like one on another machine. */
export function mortalJournal(journal: Journal, fate: Fate, written: () => void, ready = late): Journal {
  const around =
    <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      await ready();
      fate.step();
      const result = await work(...args);
      written();
      fate.step();
      await late();
      return result;
    };
  return new Proxy(journal, {
    get(_, name) {
      const member: unknown = Reflect.get(journal, name);
      if (typeof member !== 'function') return member;
      const method = member.bind(journal);
      return writing.has(name) ? around(method) : method;
    },
  });
}

export const writing: ReadonlySet<PropertyKey> = new Set([
  'claim',
  'take',
  'record',
  'conclude',
  'acknowledge',
  'release',
]);

/** Lets everything else that is under way go on. */
const late = (): Promise<unknown> => new Promise((resolve) => setImmediate(resolve));

const flag = { raise: () => undefined, lower: () => undefined };
