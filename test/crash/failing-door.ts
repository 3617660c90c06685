import type { Database } from '../../src/local/database.ts';
import { databaseFailure } from '../../src/local/database-failure.ts';
import type { Statement } from '../../src/local/statements.ts';

/** What SQLite says where it cannot go on: its code and its words. */
const words = {
  'disk full': [13, 'database or disk is full'],
  'input or output error': [10, 'disk I/O error'],
  'read-only': [8, 'attempt to write a readonly database'],
} as const;

export const troubleKinds = Object.keys(words) as readonly (keyof typeof words)[];

export const troubleOf = (kind: Trouble['kind']): unknown => {
  const [errcode, message] = words[kind];
  return databaseFailure(Object.assign(new Error(message), { errcode }), '/state/journal.db');
};

export interface Trouble {
  readonly kind: keyof typeof words;
  /** The statement that fails, from 1. */
  readonly at: number;
  /** The ones after it fail as well. */
  readonly lasts: boolean;
}

/** A database that fails when it is told to, at any statement: the ends of a transaction are statements, too. */
export class FailingDoor {
  #trouble: Trouble | undefined;
  /** Since it was told. */
  statements = 0;
  readonly database: Database;

  constructor(real: Database) {
    this.database = {
      ...real,
      exec: (sql) => this.#at(sql, () => real.exec(sql)),
      prepare: (sql) => this.#failing(sql, real.prepare(sql)),
      transaction: (work, options) => {
        this.#at('BEGIN IMMEDIATE', () => undefined);
        return real.transaction(() => {
          const result = work();
          // What throws here is rolled back.
          this.#at('COMMIT', () => undefined);
          return result;
        }, options);
      },
    };
  }

  /** Counts anew, and fails at one of the statements to come. */
  tell(trouble: Trouble | undefined): void {
    this.#trouble = trouble;
    this.statements = 0;
  }

  #failing(sql: string, { run, get, all }: Statement): Statement {
    return {
      run: (...values) => this.#at(sql, () => run(...values)),
      get: <Row>(...values: Parameters<typeof get>) => this.#at(sql, () => get<Row>(...values)),
      all: <Row>(...values: Parameters<typeof all>) => this.#at(sql, () => all<Row>(...values)),
    };
  }

  #at<T>(sql: string, work: () => T): T {
    // One that can only be read can be read.
    if (this.#trouble?.kind === 'read-only' && /^\s*SELECT/i.test(sql)) return work();
    this.statements += 1;
    const { at = Number.POSITIVE_INFINITY, lasts = false, kind = 'disk full' } = this.#trouble ?? {};
    if (this.statements < at || (this.statements > at && !lasts)) return work();
    throw troubleOf(kind);
  }
}
