import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../../src/local/database.ts';
import { sqliteStore } from '../../../src/local/journal/sqlite-store.ts';
import { ask, type Work } from '../../../src/local/journal/work.ts';

async function opened() {
  const db = await openDatabase(':memory:');
  onTestFinished(() => db.close());
  db.exec('CREATE TABLE line (at INTEGER PRIMARY KEY, what TEXT)');
  const store = sqliteStore(db);
  const lines = () =>
    db
      .prepare('SELECT what FROM line ORDER BY at')
      .all<{ what: string }>()
      .map(({ what }) => what);
  return { store, lines };
}

function* writing<T>(name: string, result: T): Work<T> {
  for (const number of [1, 2, 3]) yield* ask('INSERT INTO line (what) VALUES ($1)', [`${name}${number}`]);
  return result;
}

it('lets no other change of the process come between the statements of one', async () => {
  const { store, lines } = await opened();
  await Promise.all(['a', 'b', 'c'].map((name) => store.change(() => writing(name, name))));
  expect(lines()).toEqual(['a', 'b', 'c'].flatMap((name) => [1, 2, 3].map((number) => `${name}${number}`)));
});

it('has written all of a change when the call returns, before its promise is waited for', async () => {
  const { store, lines } = await opened();
  const change = store.change(() => writing('a', 'a'));
  expect(lines()).toEqual(['a1', 'a2', 'a3']);
  expect(await change).toBe('a');
});

it('keeps nothing of a change that is undone, or that throws', async () => {
  const { store, lines } = await opened();
  expect(await store.change(() => writing('a', 'a'), { undoes: (result) => result === 'a' })).toBe('a');
  await expect(
    store.change(function* () {
      yield* writing('b', 'b');
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect(lines()).toEqual([]);
});
