import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseEngine, openDatabase, preferredEngine } from '../../src/local/database.ts';
import { databaseFailure } from '../../src/local/database-failure.ts';
import { bundle } from './bundle.ts';
import { cases, runCase } from './database-cases.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'outreach-db-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Both where this Node has both. */
const engines = [...new Set(['libsql' as const, preferredEngine()])];

describe.each(engines)('the database on %s', (engine) => {
  it.each(Object.entries(cases))('%s', async (_name, work) => {
    await runCase(work, engine, join(folder, 'case'));
  });
});

describe('the database', () => {
  it('takes the engine of the runtime where it has one', async () => {
    const database = await openDatabase(':memory:');
    expect(database.engine).toBe(preferredEngine());
    database.close();
  });

  it.runIf(process.platform === 'linux')('tells a full disk from one that fails', () => {
    const failed = Object.assign(new Error('disk I/O error'), { rawCode: 4874 });
    expect(databaseFailure(failed, join(folder, 'a.db'))).toMatchObject({ code: 'database_io' });
    // A file system without any room.
    expect(databaseFailure(failed, '/proc/a.db')).toMatchObject({
      code: 'disk_full',
      message: 'Could not use the database /proc/a.db: no space left on the disk',
    });
  });
});

/** A Node of 22.13 or later, to try node:sqlite where the tests run on an older one. */
const newerNode = process.env.OUTREACH_TEST_NODE22;

describe.runIf(newerNode)('the database on node:sqlite of another Node', () => {
  it('behaves the same, is quiet, and shares its files', { timeout: 60_000 }, async () => {
    const file = await bundle('test/local/database-runner.ts', folder);
    const shared = join(folder, 'shared.db');
    const database = await openDatabase(shared, { engine: 'libsql' });
    database.exec('CREATE TABLE counter (value); INSERT INTO counter VALUES (9007199254740993)');
    const args = [file, 'node:sqlite', join(folder, 'newer'), shared];
    const { stdout, stderr } = await execa(String(newerNode), args);
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual(Object.fromEntries(Object.keys(cases).map((name) => [name, 'ok'])));
    expect(database.prepare('SELECT value FROM counter').get()).toEqual({ value: 9007199254740994n });
    database.close();
  });
});

it('waits for a locked file in steps between which the process goes on', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'outreach-locked-'));
  const file = join(folder, 'held.db');
  const holder = (await chooseEngine())(file);
  holder.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  const opening = openDatabase(file);
  let isReleased = false;
  setImmediate(() => {
    holder.close();
    isReleased = true;
  });
  const begun = performance.now();
  (await opening).close();
  expect(isReleased).toBe(true);
  expect(performance.now() - begun).toBeLessThan(4000);
  rmSync(folder, { recursive: true });
});
