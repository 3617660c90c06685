import { type Database, openDatabase } from '../src/local/database.ts';

interface Kept {
  readonly fill: (database: Database) => Promise<void>;
  readonly database: Database;
  /** As it was when it was filled: another one cannot be put in order by rows alone. */
  readonly shape: string;
  readonly tables: readonly string[];
  /** Those that have rows from the beginning. */
  readonly filled: readonly string[];
}

/** For as many kinds of world as a file has at once. */
const mostFree = 8;
const counters = 'sqlite_sequence';

/** Those that no test has, the one given back last at the end. */
const free: Kept[] = [];

/**
 * Databases in memory that are all as `fill` leaves one. Their connections go from one test to the next: to open one, and to
 * have its statements read anew, takes as long as a command. Each test gets the first rows, and an object of its own that
 * is closed when it gives the database back.
 */
export function keptDatabases(fill: Kept['fill']): () => Promise<Database> {
  return async () => {
    const kept = takeOne(fill) ?? (await make(fill));
    return lent(kept.database, () => {
      free.push(kept);
      if (free.length > mostFree) free.shift()?.database.close();
    });
  };
}

async function make(fill: Kept['fill']): Promise<Kept> {
  const database = await openDatabase(':memory:');
  await fill(database);
  // The first rows are kept beside it, under names that no statement of the program can mean.
  database.exec("ATTACH ':memory:' AS begun");
  const tables = tablesOf(database);
  const filled = filledOf(database, tables);
  for (const name of filled)
    database.exec(`CREATE TABLE begun."begun_${name}" AS SELECT * FROM main."${name}"`);
  return { fill, database, shape: shapeOf(database), tables, filled };
}

/** The next that can be put in order; others are of no more use. */
function takeOne(fill: Kept['fill']): Kept | undefined {
  for (;;) {
    const at = free.findLastIndex((kept) => kept.fill === fill);
    const [kept] = at < 0 ? [] : free.splice(at, 1);
    if (kept === undefined || isPutInOrder(kept)) return kept;
    kept.database.close();
  }
}

function isPutInOrder({ database, shape, tables, filled }: Kept): boolean {
  if (shapeOf(database) !== shape) return false;
  const clear = (name: string) => database.prepare(`DELETE FROM main."${name}"`).run();
  try {
    database.transaction(() => {
      for (const name of filledOf(database, tables).reverse()) clear(name);
      for (const name of filled) {
        // Rows move the counters of ids, which come last.
        if (name === counters) clear(name);
        database.prepare(`INSERT INTO main."${name}" SELECT * FROM begun."begun_${name}"`).run();
      }
    });
    return true;
  } catch {
    // A test left a transaction open.
    return false;
  }
}

/** In the order in which they were made: a table refers to earlier ones only. */
const tablesOf = (database: Database): string[] =>
  database
    .prepare(`SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name = '${counters}', rowid`)
    .all<{ name: string }>()
    .map(({ name }) => name);

function filledOf(database: Database, tables: readonly string[]): string[] {
  const each = tables.map((name) => `EXISTS (SELECT 1 FROM main."${name}") AS "${name}"`);
  const found = database.prepare(`SELECT ${each.join(', ')}`).get<Record<string, number>>();
  return tables.filter((name) => found?.[name] === 1);
}

/** Changes with every table that is made, altered or dropped, and with what statements go by. */
const shapeOf = (database: Database): string =>
  JSON.stringify(
    database
      .prepare(
        `SELECT (SELECT schema_version FROM pragma_schema_version) AS schema,
           (SELECT foreign_keys FROM pragma_foreign_keys) AS keys,
           (SELECT timeout FROM pragma_busy_timeout) AS timeout,
           (SELECT count(*) FROM pragma_database_list) AS attached,
           (SELECT count(*) FROM temp.sqlite_master) AS temporary`,
      )
      .get(),
  );

/** What a command still does after the end of its test meets a closed database, and never that of the next test. */
function lent(database: Database, giveBack: () => void): Database {
  let isOpen = true;
  const whileOpen =
    <Args extends unknown[], Result>(work: (...args: Args) => Result) =>
    (...args: Args): Result => {
      if (!isOpen) throw new Error('the database is closed');
      return work(...args);
    };
  return {
    ...database,
    exec: whileOpen(database.exec),
    prepare: whileOpen(database.prepare),
    close: () => {
      if (isOpen) giveBack();
      isOpen = false;
    },
  };
}

/** Makes an empty database a copy of that in a file. */
export function copyInto(database: Database, file: string): void {
  database.prepare('ATTACH ? AS saved').run(file);
  const made = database
    .prepare(
      `SELECT sql FROM saved.sqlite_master WHERE sql IS NOT NULL AND name <> '${counters}'
       ORDER BY type = 'table' DESC, rowid`,
    )
    .all<{ sql: string }>();
  database.exec(made.map(({ sql }) => sql).join(';\n'));
  for (const name of tablesOf(database))
    database.exec(`DELETE FROM main."${name}"; INSERT INTO main."${name}" SELECT * FROM saved."${name}"`);
  database.exec('DETACH saved');
}
