import assert from 'node:assert/strict';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../src/base/errors.ts';
import { type Database, type DatabaseOptions, openDatabase } from '../../src/local/database.ts';
import type { EngineName } from '../../src/local/engines/engine.ts';

/** What a case gets: a folder of its own and a way to open databases that are closed when it ends. */
export interface Bench {
  readonly folder: string;
  open(path?: string, options?: DatabaseOptions): Promise<Database>;
}

/** Runs one case on one engine. Free of any test framework, so that another Node can run the same cases. */
export async function runCase(
  work: (bench: Bench) => Promise<void>,
  engine: EngineName,
  folder: string,
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const opened: Database[] = [];
  try {
    await work({
      folder,
      async open(path = ':memory:', options = {}) {
        const database = await openDatabase(path, { engine, ...options });
        opened.push(database);
        return database;
      },
    });
  } finally {
    for (const database of opened) database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const failing = (kind: string, code: string, pattern: RegExp) => (error: unknown) => {
  assert.ok(error instanceof Failure, String(error));
  assert.equal(error.kind, kind);
  assert.equal(error.code, code);
  assert.match(error.message, pattern);
  return true;
};

const modeOf = (path: string) => statSync(path).mode & 0o777;

export const cases: Readonly<Record<string, (bench: Bench) => Promise<void>>> = {
  async 'reads one view of everything while another connection writes'({ open, folder }) {
    const path = join(folder, 'shared.db');
    const [one, other] = [await open(path), await open(path)];
    one.exec('CREATE TABLE counter (value)');
    const count = (db: Database) => db.prepare('SELECT count(*) AS n FROM counter').get<{ n: number }>()?.n;
    const add = () => other.prepare('INSERT INTO counter VALUES (1)').run();
    one.snapshot(() => {
      assert.equal(count(one), 0);
      other.transaction(add);
      assert.equal(count(one), 0);
      // What is nested in it can be taken back, and needs no lock either.
      assert.equal(
        one.transaction(() => count(one)),
        0,
      );
    });
    assert.equal(count(one), 1);
    other.transaction(() => {
      add();
      assert.equal(
        one.snapshot(() => count(one)),
        1,
      );
      assert.throws(
        () => one.transaction(() => undefined, { wait: false }),
        failing('usage', 'database_locked', /another program holds it/),
      );
    });
    one.transaction(() => one.prepare('INSERT INTO counter VALUES (2)').run(), { wait: false });
    assert.equal(count(one), 3);
  },

  async 'writes the file anew, and says so where another connection reads the old pages'({ open, folder }) {
    const path = join(folder, 'shared.db');
    const [one, other] = [await open(path), await open(path)];
    one.exec(
      "PRAGMA busy_timeout = 20; CREATE TABLE person (name); INSERT INTO person VALUES ('Orsi Velden')",
    );
    const bytes = () =>
      readdirSync(folder)
        .map((name) => readFileSync(join(folder, name), 'latin1'))
        .join('');
    other.snapshot(() => {
      assert.deepEqual(other.prepare('SELECT name FROM person').all(), [{ name: 'Orsi Velden' }]);
      one.exec('DELETE FROM person');
      assert.throws(() => one.rewrite(), failing('usage', 'database_locked', /still holds old rows/));
      assert.match(bytes(), /Orsi Velden/);
    });
    one.rewrite();
    assert.doesNotMatch(bytes(), /Orsi Velden/);
  },

  async 'runs, gets and lists'({ open }) {
    const db = await open();
    db.exec('CREATE TABLE person (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT, score REAL)');
    const add = db.prepare('INSERT INTO person (name, score) VALUES (?, ?)');
    assert.deepEqual(add.run('Ann', 1.5), { changes: 1, lastInsertRowid: 1 });
    assert.deepEqual(add.run('Bo', null), { changes: 1, lastInsertRowid: 2 });
    const all = db.prepare('SELECT * FROM person ORDER BY id');
    assert.deepEqual(all.all(), [
      { id: 1, name: 'Ann', score: 1.5 },
      { id: 2, name: 'Bo', score: null },
    ]);
    assert.deepEqual(all.get(), { id: 1, name: 'Ann', score: 1.5 });
    assert.equal(db.prepare('SELECT * FROM person WHERE id = ?').get(99), undefined);
    assert.deepEqual(db.prepare('UPDATE person SET score = 2').run().changes, 2);
  },

  async 'gives rows that are plain objects'({ open }) {
    const db = await open();
    for (const row of [
      db.prepare('SELECT 1 AS a').get<object>(),
      db.prepare('SELECT 1 AS a').all<object>()[0],
    ]) {
      assert.ok(row);
      assert.equal(Object.getPrototypeOf(row), Object.prototype);
      assert.deepEqual(Object.keys(row), ['a']);
    }
  },

  async 'loses no digit of a whole number'({ open }) {
    const db = await open();
    const echo = db.prepare('SELECT ? AS n');
    for (const n of [
      0,
      -1,
      2 ** 53 - 1,
      -(2 ** 53 - 1),
      2n ** 53n,
      9007199254740993n,
      2n ** 63n - 1n,
      -(2n ** 63n),
    ])
      assert.deepEqual(echo.get(n), { n });
    assert.deepEqual(echo.get(5n), { n: 5 });
    assert.deepEqual(echo.get(1e300), { n: 1e300 });
  },

  async 'binds whole numbers as such, whatever the column'({ open }) {
    const db = await open();
    db.exec('CREATE TABLE t (text TEXT, any, real REAL)');
    db.prepare('INSERT INTO t VALUES (?, ?, ?)').run(5, 5, 5);
    assert.deepEqual(db.prepare('SELECT text, typeof(any) AS any, typeof(real) AS real FROM t').get(), {
      text: '5',
      any: 'integer',
      real: 'real',
    });
  },

  async 'keeps bytes, empty text and every script'({ open }) {
    const db = await open();
    const echo = db.prepare('SELECT ? AS v');
    for (const v of ['', '漢字 é 😀', "it's"]) assert.deepEqual(echo.get(v), { v });
    const bytes = echo.get<{ v: Uint8Array }>(new Uint8Array([0, 255, 7]))?.v;
    assert.deepEqual([...(bytes ?? [])], [0, 255, 7]);
  },

  async 'refuses too few, too many and unfit values'({ open }) {
    const db = await open();
    const two = db.prepare("SELECT ? AS a, '?' AS b, ? AS c -- ?");
    assert.deepEqual(two.get(1, 2), { a: 1, b: '?', c: 2 });
    assert.throws(() => two.get(1), failing('internal', 'internal', /1 values for the 2 parameters/));
    assert.throws(() => two.all(1, 2, 3), failing('internal', 'internal', /3 values for the 2/));
    assert.throws(() => two.run(1, true as never), failing('internal', 'internal', /boolean/));
    assert.throws(() => two.run(1, undefined as never), failing('internal', 'internal', /undefined/));
  },

  async 'runs a RETURNING statement to its end'({ open }) {
    const db = await open();
    db.exec('CREATE TABLE t (a)');
    const add = db.prepare('INSERT INTO t VALUES (?), (?) RETURNING a');
    assert.equal(add.run(1, 2).changes, 2);
    assert.deepEqual(add.get(3, 4), { a: 3 });
    assert.deepEqual(db.prepare('SELECT a FROM t ORDER BY a').all(), [
      { a: 1 },
      { a: 2 },
      { a: 3 },
      { a: 4 },
    ]);
    db.transaction(() => add.get(5, 6));
    db.exec('DROP TABLE t');
  },

  async 'leaves a statement at rest when one of many rows was asked for'({ open, folder }) {
    const [db, other] = [await open(join(folder, 'rest.db')), await open(join(folder, 'rest.db'))];
    db.exec('CREATE TABLE t (a); INSERT INTO t VALUES (1), (2), (3)');
    assert.deepEqual(db.prepare('SELECT a FROM t ORDER BY a').get(), { a: 1 });
    other.exec('INSERT INTO t VALUES (4)');
    const { busy } = other.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get<{ busy: number }>() ?? {};
    assert.equal(busy, 0);
    assert.deepEqual(db.prepare('SELECT COUNT(*) AS n FROM t').get(), { n: 4 });
  },

  async 'sees a changed schema through a statement made before'({ open }) {
    const db = await open();
    db.exec('CREATE TABLE t (a); INSERT INTO t VALUES (1)');
    const all = db.prepare('SELECT * FROM t');
    assert.deepEqual(all.all(), [{ a: 1 }]);
    db.prepare('ALTER TABLE t ADD COLUMN b DEFAULT 2').run();
    assert.deepEqual(all.all(), [{ a: 1, b: 2 }]);
  },

  async 'gives the same statement for the same text'({ open }) {
    const db = await open();
    assert.equal(db.prepare('SELECT 1'), db.prepare('SELECT 1'));
  },

  async 'commits a transaction, and takes all of it back when it throws'({ open, folder }) {
    const path = join(folder, 'a.db');
    const [db, other] = [await open(path), await open(path)];
    db.exec('CREATE TABLE t (a)');
    const add = db.prepare('INSERT INTO t VALUES (?)');
    const count = () => other.prepare('SELECT count(*) AS n FROM t').get<{ n: number }>()?.n;
    const seen = db.transaction(() => {
      add.run(1);
      return count();
    });
    assert.equal(seen, 0);
    assert.equal(count(), 1);
    assert.throws(
      () =>
        db.transaction(() => {
          add.run(2);
          throw new Error('no');
        }),
      /^Error: no$/,
    );
    assert.equal(count(), 1);
  },

  async 'joins nested transactions to the outer one'({ open }) {
    const db = await open();
    db.exec('CREATE TABLE t (a)');
    const add = db.prepare('INSERT INTO t VALUES (?)');
    const kept = () =>
      db
        .prepare('SELECT a FROM t ORDER BY a')
        .all<{ a: number }>()
        .map((row) => row.a);
    const inner = (a: number, fail: boolean) =>
      db.transaction(() => {
        add.run(a);
        if (fail) throw new Error('inner');
      });
    db.transaction(() => {
      inner(1, false);
      assert.throws(() => inner(2, true), /inner/);
      inner(3, false);
    });
    assert.deepEqual(kept(), [1, 3]);
    assert.throws(() =>
      db.transaction(() => {
        inner(4, false);
        throw new Error('outer');
      }),
    );
    assert.deepEqual(kept(), [1, 3]);
  },

  async 'refuses a transaction that would have to wait'({ open }) {
    const db = await open();
    assert.throws(() => db.transaction(async () => 1), failing('internal', 'internal', /promise/));
    db.transaction(() => 1);
  },

  async 'names a broken constraint and a broken statement'({ open }) {
    const db = await open();
    db.exec(
      'CREATE TABLE a (id INTEGER PRIMARY KEY); CREATE TABLE b (a_id REFERENCES a(id)); INSERT INTO a VALUES (1)',
    );
    const add = db.prepare('INSERT INTO a VALUES (?)');
    assert.throws(
      () => add.run(1),
      failing('internal', 'constraint_failed', /UNIQUE constraint failed: a\.id/),
    );
    const refer = db.prepare('INSERT INTO b VALUES (?)');
    assert.throws(() => refer.run(7), failing('internal', 'constraint_failed', /FOREIGN KEY/));
    assert.throws(() => db.prepare('SELEC 1'), failing('internal', 'database_error', /syntax error/));
    assert.throws(() => db.exec('SELEC 1'), failing('internal', 'database_error', /syntax error/));
    assert.throws(
      () => db.prepare('SELECT json(?) AS j').all('{'),
      failing('internal', 'database_error', /malformed JSON/),
    );
  },

  async 'keeps a file for the owner alone, whatever the umask'({ open, folder }) {
    const before = process.umask(0);
    try {
      const path = join(folder, 'new', 'deep', 'a.db');
      const db = await open(path);
      db.exec('CREATE TABLE t (a); INSERT INTO t VALUES (1)');
      assert.equal(modeOf(join(folder, 'new')), 0o700);
      assert.equal(modeOf(join(folder, 'new', 'deep')), 0o700);
      const files = readdirSync(join(folder, 'new', 'deep'));
      assert.deepEqual(files.sort(), ['a.db', 'a.db-shm', 'a.db-wal']);
      for (const file of files) assert.equal(modeOf(join(folder, 'new', 'deep', file)), 0o600, file);
    } finally {
      process.umask(before);
    }
  },

  async 'closes to others a file that was loosened'({ open, folder }) {
    const path = join(folder, 'a.db');
    (await open(path)).close();
    chmodSync(path, 0o644);
    await open(path);
    assert.equal(modeOf(path), 0o600);
  },

  async 'writes ahead, and finds what was written when it is opened again'({ open, folder }) {
    const path = join(folder, 'a.db');
    const db = await open(path, { durable: true });
    db.exec('CREATE TABLE t (a)');
    db.prepare('INSERT INTO t VALUES (1)').run();
    assert.deepEqual(db.prepare('SELECT a FROM t').get(), { a: 1 });
    assert.deepEqual(db.prepare('PRAGMA journal_mode').get(), { journal_mode: 'wal' });
    assert.deepEqual(db.prepare('PRAGMA synchronous').get(), { synchronous: 2 });
    assert.deepEqual(db.prepare('PRAGMA foreign_keys').get(), { foreign_keys: 1 });
    db.close();
    db.close();
    const again = await open(path);
    assert.deepEqual(again.prepare('SELECT a FROM t').get(), { a: 1 });
    assert.deepEqual(again.prepare('PRAGMA synchronous').get(), { synchronous: 1 });
  },

  async 'names a file that is no database'({ open, folder }) {
    const path = join(folder, 'a.db');
    writeFileSync(path, 'This is a letter to a friend and nothing else. '.repeat(50));
    await assert.rejects(open(path), failing('usage', 'not_a_database', /a\.db: it is not a database/));
  },

  async 'names a folder, a symlink and a path through a file'({ open, folder }) {
    await assert.rejects(open(folder), failing('usage', 'unsafe_path', /not a plain file/));
    writeFileSync(join(folder, 'target'), '');
    symlinkSync(join(folder, 'target'), join(folder, 'link'));
    await assert.rejects(
      open(join(folder, 'link')),
      failing('usage', 'unsafe_path', /link is a symbolic link/),
    );
    await assert.rejects(open(join(folder, 'target', 'a.db')), failing('usage', 'file_error', /target/));
  },

  async 'names a full disk'({ open, folder }) {
    const db = await open(join(folder, 'a.db'));
    db.exec('CREATE TABLE t (a); PRAGMA max_page_count = 4');
    const add = db.prepare('INSERT INTO t VALUES (?)');
    const fill = () => {
      for (let i = 0; i < 100; i++) add.run('x'.repeat(1000));
    };
    assert.throws(
      () => db.transaction(fill),
      failing('usage', 'disk_full', /a\.db: no space left on the disk/),
    );
    assert.deepEqual(db.prepare('SELECT count(*) AS n FROM t').get(), { n: 0 });
    db.transaction(() => add.run('small'));
    // What is made in memory is written to this file later, and has no space there.
    const named = await open(':memory:', { named: join(folder, 'b.db') });
    named.exec('CREATE TABLE t (a); PRAGMA max_page_count = 4');
    const more = named.prepare('INSERT INTO t VALUES (?)');
    assert.throws(
      () => {
        for (let i = 0; i < 100; i++) more.run('x'.repeat(1000));
      },
      failing('usage', 'disk_full', /b\.db: no space left on the disk/),
    );
  },

  async 'names what is read-only'({ open, folder }) {
    const path = join(folder, 'a.db');
    const db = await open(path);
    db.exec('CREATE TABLE t (a); PRAGMA query_only = ON');
    assert.throws(() => db.exec('INSERT INTO t VALUES (1)'), failing('usage', 'database_read_only', /a\.db/));
    db.close();
  },

  async 'waits for a lock, and names it when it does not go away'({ open, folder }) {
    const path = join(folder, 'a.db');
    const [holder, waiter] = [await open(path), await open(path)];
    waiter.exec('PRAGMA busy_timeout = 30');
    holder.transaction(() => {
      assert.throws(
        () => waiter.transaction(() => 1),
        (error) => error instanceof Failure && error.retryable && error.code === 'database_locked',
      );
    });
    assert.equal(
      waiter.transaction(() => 1),
      1,
    );
  },
};
