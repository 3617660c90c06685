import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/local/database.ts';
import { nodeSqlite } from '../../src/local/runtime.ts';
import { createSandbox } from '../../src/sandbox/sandbox.ts';
import {
  listSnapshots,
  loadSnapshot,
  removeSnapshot,
  saveSnapshot,
} from '../../src/sandbox/tools/snapshots.ts';
import { testClock } from '../world.ts';
import { dump } from './dump.ts';
import { sandboxAtHand } from './sandbox-at-hand.ts';

const engines = nodeSqlite() ? (['libsql', 'node:sqlite'] as const) : (['libsql'] as const);
let home: string;
let folder: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'outreach-snapshots-'));
  folder = join(home, 'snapshots');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

async function rehearsed(database?: Database) {
  const at = await sandboxAtHand({ seed: 'autumn', ...(database && { database }) });
  await at.call('POST', '/leads', { leads: [{ email: 'ana@lumen.example' }, { email: 'bo@lumen.example' }] });
  await at.call('POST', '/campaigns', { name: 'Autumn' });
  return at;
}

describe.each(engines)('snapshots with %s', (engine) => {
  const open = (name = 'sandbox.db') => openDatabase(join(home, name), { engine });

  it('bring the whole world back, with its clock', async () => {
    const at = await rehearsed(await open());
    await at.open.advance(3 * 86_400_000);
    const before = dump(at.database);
    const then = at.open.state.now();
    saveSnapshot(at.open.state, folder, 'before');
    expect(dump(at.database)).toEqual(before);
    await at.call('DELETE', '/leads/1');
    await at.call('POST', '/leads', { leads: [{ email: 'new@lumen.example' }] });
    await at.open.advance(30 * 86_400_000);
    at.clock.advance(5000);
    loadSnapshot(at.database, at.clock, folder, 'before');
    expect(at.open.state.now()).toBe(then);
    const { meta, ...rest } = dump(at.database);
    const { meta: old, ...others } = before;
    expect(rest).toEqual(others);
    const offset = at.open.state.offset();
    expect(meta).toEqual(
      old?.map((row) => (row.name === 'offset' ? { ...row, value: String(offset) } : row)),
    );
    expect(at.database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  });

  it('give ids as if what came after had never been', async () => {
    const at = await rehearsed(await open());
    saveSnapshot(at.open.state, folder, 'two');
    await at.call('POST', '/leads', { leads: [{ email: 'c@lumen.example' }, { email: 'd@lumen.example' }] });
    loadSnapshot(at.database, at.clock, folder, 'two');
    const made = await at.call('POST', '/leads', { leads: [{ email: 'e@lumen.example' }] });
    expect(made.json.leads[0].id).toBe(3);
  });

  it('are seen by whoever has the sandbox open, with another seed, too', async () => {
    const at = await rehearsed(await open());
    saveSnapshot(at.open.state, folder, 'autumn');
    const other = await sandboxAtHand({ database: await open('other.db'), seed: 'spring', clock: at.clock });
    const drawn = other.open.state.at(0, () => other.open.state.chance('x'));
    const behind = await open('other.db');
    loadSnapshot(behind, at.clock, folder, 'autumn');
    behind.close();
    expect((await other.call('GET', '/leads')).json.total).toBe(2);
    const now = other.open.state.at(0, () => other.open.state.chance('x'));
    expect(now).not.toBe(drawn);
    expect(now).toBe(at.open.state.chance('x'));
  });

  it('load over a world of another version, but are themselves refused by one', async () => {
    const at = await rehearsed(await open());
    saveSnapshot(at.open.state, folder, 'good');
    at.run("UPDATE meta SET value = 'older' WHERE name = 'schema'");
    at.database.exec('ALTER TABLE lead ADD COLUMN gone TEXT; CREATE TABLE leftover (x)');
    saveSnapshot(at.open.state, folder, 'older');
    const before = dump(at.database);
    expect(() => loadSnapshot(at.database, at.clock, folder, 'older')).toThrow(/another version/);
    expect(dump(at.database)).toEqual(before);
    loadSnapshot(at.database, at.clock, folder, 'good');
    const again = await sandboxAtHand({ database: at.database, clock: at.clock });
    expect((await again.call('GET', '/leads')).json.total).toBe(2);
    expect(Object.keys(dump(at.database))).not.toContain('leftover');
  });

  it('leave the old world where the loading is cut off', async () => {
    const at = await rehearsed(await open());
    saveSnapshot(at.open.state, folder, 'whole');
    await at.call('POST', '/leads', { leads: [{ email: 'c@lumen.example' }] });
    const before = dump(at.database);
    at.database.exec("CREATE TRIGGER cut BEFORE INSERT ON lead BEGIN SELECT RAISE(ABORT, 'cut off'); END");
    expect(() => loadSnapshot(at.database, at.clock, folder, 'whole')).toThrow(/cut off/);
    expect(dump(at.database)).toEqual(before);
  });

  it('say that another program is writing, and change nothing', async () => {
    const at = await rehearsed(await open());
    saveSnapshot(at.open.state, folder, 'kept');
    await at.call('POST', '/leads', { leads: [{ email: 'c@lumen.example' }] });
    const other = await open();
    at.database.exec('PRAGMA busy_timeout = 20');
    other.exec('BEGIN IMMEDIATE');
    expect(() => loadSnapshot(at.database, at.clock, folder, 'kept')).toThrow(/another program holds it/);
    other.exec('ROLLBACK');
    other.close();
    expect((await at.call('GET', '/leads')).json.total).toBe(3);
    loadSnapshot(at.database, at.clock, folder, 'kept');
    expect((await at.call('GET', '/leads')).json.total).toBe(2);
  });

  it('find out that they are damaged, and leave the world alone', async () => {
    const at = await rehearsed(await open());
    saveSnapshot(at.open.state, folder, 'cut');
    const bytes = readFileSync(join(folder, 'cut.db'));
    const before = dump(at.database);
    for (const damaged of [
      bytes.subarray(0, 5000),
      Buffer.from('no database at all, only a text'),
      middleLost(bytes),
    ]) {
      writeFileSync(join(folder, 'cut.db'), damaged);
      expect(() => loadSnapshot(at.database, at.clock, folder, 'cut')).toThrow(/'cut' is damaged/);
      expect(dump(at.database)).toEqual(before);
    }
    expect(listSnapshots(at.database, folder)).toMatchObject([{ name: 'cut' }]);
  });

  it('are private files in a private folder, and nothing is beside them', async () => {
    const at = await rehearsed(await open());
    saveSnapshot(at.open.state, folder, 'one');
    loadSnapshot(at.database, at.clock, folder, 'one');
    listSnapshots(at.database, folder);
    expect(readdirSync(folder)).toEqual(['one.db']);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'one.db')).mode & 0o777).toBe(0o600);
  });
});

/** Valid at both ends, with pages of nothing between. */
function middleLost(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy.fill(0xff, 4096 * 3, 4096 * 12);
  return copy;
}

describe('the name of a snapshot', () => {
  it.each([
    '..',
    '.',
    '../other',
    'a/b',
    'a\\b',
    '/etc/passwd',
    '.hidden',
    '-rf',
    '',
    'x'.repeat(65),
    'nul',
    'CON.txt',
    'a\u0000b',
    'ä',
    'dot.',
    'a b',
  ])('is not %j', async (name) => {
    const at = await rehearsed();
    expect(() => saveSnapshot(at.open.state, folder, name)).toThrow(/cannot be the name/);
    expect(() => loadSnapshot(at.database, at.clock, folder, name)).toThrow(/cannot be the name/);
    expect(() => removeSnapshot(folder, name)).toThrow(/cannot be the name/);
  });

  it('is not taken twice unless it may be replaced', async () => {
    const at = await rehearsed();
    saveSnapshot(at.open.state, folder, 'one');
    await at.call('POST', '/leads', { leads: [{ email: 'c@lumen.example' }] });
    expect(() => saveSnapshot(at.open.state, folder, 'one')).toThrow(/already/);
    expect(saveSnapshot(at.open.state, folder, 'one', true)).toMatchObject({ leads: 3, loadable: true });
  });

  it('is not followed where it is a link', async () => {
    const at = await rehearsed();
    saveSnapshot(at.open.state, folder, 'real');
    symlinkSync(join(folder, 'real.db'), join(folder, 'link.db'));
    expect(() => loadSnapshot(at.database, at.clock, folder, 'link')).toThrow(/not a plain file/);
    expect(() => saveSnapshot(at.open.state, folder, 'link')).toThrow(/already/);
  });

  it('is neither written nor read nor listed where its folder is a link', async () => {
    const at = await rehearsed();
    saveSnapshot(at.open.state, folder, 'real');
    const link = `${folder}-link`;
    symlinkSync(folder, link);
    expect(() => saveSnapshot(at.open.state, link, 'two')).toThrow(/is a symbolic link/);
    expect(() => loadSnapshot(at.database, at.clock, link, 'real')).toThrow(/is a symbolic link/);
    expect(() => removeSnapshot(link, 'real')).toThrow(/is a symbolic link/);
    expect(() => listSnapshots(at.database, link)).toThrow(/is a symbolic link/);
    expect(readdirSync(folder)).toEqual(['real.db']);
  });
});

describe('saving', () => {
  it('says that the folder cannot be written, and leaves nothing half', async () => {
    const at = await rehearsed();
    writeFileSync(folder, 'a file stands here');
    expect(() => saveSnapshot(at.open.state, folder, 'one')).toThrow(/No snapshot could be saved/);
  });

  it('clears away what a save that was killed left behind, and not one under way', async () => {
    const at = await rehearsed();
    saveSnapshot(at.open.state, folder, 'one');
    writeFileSync(join(folder, '.old-1-db.saving'), 'half');
    chmodSync(join(folder, '.old-1-db.saving'), 0o600);
    at.clock.advance(Date.now() - at.clock.now() + 2 * 3_600_000);
    const under = join(folder, '.young-2-db.saving');
    writeFileSync(under, 'half');
    const { utimesSync } = await import('node:fs');
    utimesSync(under, at.clock.now() / 1000, at.clock.now() / 1000);
    saveSnapshot(at.open.state, folder, 'two');
    expect(readdirSync(folder)).toEqual(['.young-2-db.saving', 'one.db', 'two.db']);
  });
});

it('a fresh sandbox opens what was loaded', async () => {
  const database = await openDatabase(join(home, 'a.db'));
  const at = await rehearsed(database);
  saveSnapshot(at.open.state, folder, 'one');
  const second = await openDatabase(join(home, 'b.db'));
  loadSnapshot(second, at.clock, folder, 'one');
  const world = await createSandbox({ database: second, clock: testClock() });
  expect(world.state.seed).toBe('autumn');
  second.close();
});
