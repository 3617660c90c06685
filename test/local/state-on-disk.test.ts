import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Draft, Journal, LocalChange } from '../../src/client/guard/journal.ts';
import { refuseOthers } from '../../src/local/checks/trusted-folders.ts';
import { openDatabase } from '../../src/local/database.ts';
import { sandboxDatabasePath, sandboxVersion } from '../../src/local/folders.ts';
import { inspectJournal, openJournal } from '../../src/local/journal/open-journal.ts';
import { locked } from '../../src/local/lock.ts';
import { openProfiles } from '../../src/local/profiles.ts';
import { openSpool } from '../../src/local/spool.ts';
import { openTransferStore } from '../../src/local/transfer-store.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'outreach-state-'));
});
afterEach(() => {
  chmodSync(home, 0o700);
  rmSync(home, { recursive: true, force: true });
});

const surroundings = () => ({ env: { OUTREACH_HOME: home }, platform: 'linux', cwd: home });
const processes = { pid: process.pid, platform: 'linux', running: () => true };
const state = (...path: string[]) => join(home, 'state', ...path);
const versionOf = async (file: string) => {
  const database = await openDatabase(file);
  const found = database.prepare('PRAGMA user_version').get<{ user_version: number }>()?.user_version;
  database.close();
  return found;
};

const draft: Draft = {
  account: 'account',
  profile: 'live',
  target: 'live',
  operation: 'credits.purchase',
  effect: 'buys',
  dedupeKey: 'slot',
  fingerprint: 'likeness',
  token: undefined,
  request: '{}',
  idempotencyKey: undefined,
  summary: 'Buy credits',
};

/** Everything that is kept on this machine: how it is opened, and the file that tells its version. */
const kept = {
  journal: {
    file: () => state('journal.db'),
    open: async () => (await openJournal(surroundings(), processes)).close(),
  },
  'transfer store': {
    file: () => state('transfers.db'),
    open: async () => (await openTransferStore(surroundings(), 0)).close(),
  },
  lock: { file: () => state('lock.db'), open: () => locked(state(), () => undefined) },
  sandbox: {
    file: () => sandboxDatabasePath(surroundings()),
    open: async () =>
      (await openDatabase(sandboxDatabasePath(surroundings()), { version: sandboxVersion })).close(),
  },
} as const;

describe.each(Object.entries(kept))('the database: %s', (_, { file, open }) => {
  it('has a version, also where the program that made it could not mark it', async () => {
    await open();
    expect(await versionOf(file())).toBe(1);
    const database = await openDatabase(file());
    database.exec('PRAGMA user_version = 0');
    database.close();
    await open();
    expect(await versionOf(file())).toBe(1);
  });

  it('is refused and left alone where a newer program made it', async () => {
    await open();
    const database = await openDatabase(file());
    database.exec('PRAGMA user_version = 9999');
    database.close();
    await expect(open()).rejects.toMatchObject({
      kind: 'usage',
      outcome: 'none',
      code: 'newer_format',
      message: expect.stringMatching(/newer version of outreach \(format 9999/),
    });
    expect(await versionOf(file())).toBe(9999);
  });
});

describe('the journal', () => {
  const open = kept.journal.open;

  it.each<[string, (path: string) => Promise<void> | void]>([
    [
      'without a byte',
      // As a new file: libsql keeps the locks of a closed one until its memory is collected.
      (path) => {
        rmSync(path);
        writeFileSync(path, '', { mode: 0o600 });
      },
    ],
    [
      'without its tables',
      async (path) => {
        const database = await openDatabase(path);
        for (const table of ['step', 'intent', 'secret']) database.exec(`DROP TABLE IF EXISTS ${table}`);
        database.close();
      },
    ],
    [
      'of another program',
      async (path) => {
        rmSync(path);
        const database = await openDatabase(path);
        database.exec('CREATE TABLE other (id INTEGER)');
        database.close();
      },
    ],
  ])('is refused %s', async (_, empty) => {
    await open();
    // What the log holds of the tables is in the file before the log goes.
    const written = await openDatabase(state('journal.db'));
    written.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    written.close();
    for (const name of readdirSync(state())) if (name.startsWith('journal.db-')) rmSync(state(name));
    for (let tries = 0; tries < 2; tries++) {
      await empty(state('journal.db'));
      await expect(open()).rejects.toMatchObject({
        kind: 'usage',
        outcome: 'none',
        code: 'journal_emptied',
        subject: { is: 'lost-journal' },
      });
    }
  });

  const remove = () => {
    for (const name of readdirSync(state())) if (name.startsWith('journal.db')) rmSync(state(name));
  };
  const callIn = async () => {
    const { journal, close } = await openJournal(surroundings(), processes);
    await journal.claim(draft, { now: 0, duplicateSince: undefined });
    expect(readdirSync(state())).toContain('journal-used');
    close();
  };

  it('is made anew where there is no file, and none ever held a call', async () => {
    await open();
    remove();
    await open();
  });

  it('is refused where it held a call and is gone, until its mark is removed as well', async () => {
    await callIn();
    // As an earlier build left it: opening it is enough.
    rmSync(state('journal-used'), { force: true });
    await open();
    remove();
    for (let tries = 0; tries < 2; tries++)
      await expect(open()).rejects.toMatchObject({
        kind: 'usage',
        outcome: 'none',
        code: 'journal_emptied',
        message: expect.stringContaining('is gone'),
        subject: { is: 'lost-journal', isGone: true },
      });
    expect(readdirSync(state()).filter((name) => name.startsWith('journal.db'))).toEqual([]);
    rmSync(state('journal-used'));
    await open();
  });

  const claimIn = (dedupeKey: string, now: number) => async (journal: Journal) => {
    const claim = await journal.claim({ ...draft, dedupeKey }, { now, duplicateSince: undefined });
    if (claim.kind === 'ours') await journal.acknowledge([claim.intent], now);
  };
  /** One process. */
  const within = async <T>(work: (journal: Journal) => Promise<T>): Promise<T> => {
    const { journal, close } = await openJournal(surroundings(), processes);
    return work(journal).finally(close);
  };
  const mark = () => JSON.parse(readFileSync(state('journal-used'), 'utf8'));
  const copyOf = async (name: string) => {
    const database = await openDatabase(state('journal.db'));
    database.prepare('VACUUM INTO ?').run(state(name));
    database.close();
  };
  const putBack = (name: string) => {
    remove();
    copyFileSync(state(name), state('journal.db'));
    chmodSync(state('journal.db'), 0o600);
  };
  const isReplaced = (message: RegExp) =>
    expect.objectContaining({
      kind: 'usage',
      outcome: 'none',
      code: 'journal_replaced',
      message: expect.stringMatching(message),
      subject: { is: 'replaced-journal' },
    });
  const agreed: LocalChange = { profile: '', operation: 'journal.choice', agreed: [], summary: 'Go on' };

  it('is refused where an older copy took its place, until a person accepts it, and gives no number twice', async () => {
    await within(claimIn('a', 1));
    await copyOf('older');
    await within(claimIn('b', 2));
    expect(mark()).toEqual({ id: 2, startedAt: 2 });
    expect(statSync(state('journal-used')).mode & 0o777).toBe(0o600);
    putBack('older');
    const message = /has seen request 2, and there is request 1\. Nothing was sent$/;
    await expect(within(claimIn('b', 3))).rejects.toEqual(isReplaced(message));
    await expect(within((journal) => journal.take(1, 3, true))).rejects.toEqual(isReplaced(message));
    await expect(inspectJournal(surroundings(), state('journal.db'))).rejects.toEqual(isReplaced(message));
    expect((await within((journal) => journal.list())).total).toBe(1);
    expect(mark()).toEqual({ id: 2, startedAt: 2 });
    await within((journal) => journal.accept?.(agreed, 4, false) ?? Promise.reject());
    expect((await within((journal) => journal.list())).items.map(({ id }) => id)).toEqual([3, 1]);
    expect(mark()).toEqual({ id: 3, startedAt: 4 });
    await within(claimIn('b', 5));
    expect(mark()).toEqual({ id: 4, startedAt: 5 });
  });

  it('is refused also where the older copy has come as far by what a person agreed to', async () => {
    await within(claimIn('a', 1));
    await copyOf('older');
    await within(claimIn('b', 2));
    putBack('older');
    for (const now of [3, 4]) {
      await within((journal) => journal.note(agreed, now));
      await expect(within(claimIn('b', 5))).rejects.toEqual(isReplaced(/request 2 is another one/));
      expect(mark()).toEqual({ id: 2, startedAt: 2 });
    }
  });

  it('is itself after its newest calls were taken out, after a sandbox began again, and after a death before the mark', async () => {
    const accounts = ['a', 'b', 'c'];
    for (const [at, key] of accounts.entries()) await within(claimIn(key, at));
    await within((journal) => journal.forget(3));
    await within((journal) => journal.forgetAccounts('acc'));
    await within((journal) => journal.redact([]));
    expect((await within((journal) => journal.list())).total).toBe(0);
    await within(claimIn('d', 9));
    expect(mark()).toEqual({ id: 4, startedAt: 9 });
    // Of an earlier build: empty, or not there.
    for (const before of [
      () => writeFileSync(state('journal-used'), ''),
      () => rmSync(state('journal-used')),
    ]) {
      before();
      await open();
      expect(mark()).toEqual({ id: 4, startedAt: 9 });
    }
    writeFileSync(state('journal-used'), '{"id":2,"startedAt":null}');
    await open();
    expect(mark()).toEqual({ id: 4, startedAt: 9 });
  });

  it('never has its mark lowered by processes that write at the same time', async () => {
    const opened = await Promise.all(Array.from({ length: 6 }, () => openJournal(surroundings(), processes)));
    await Promise.all(opened.map(({ journal }, nth) => claimIn(`key ${nth}`, nth)(journal)));
    expect(mark().id).toBe(6);
    for (const { close } of opened) close();
  });

  it('is made once by many that begin together, for the owner alone', async () => {
    const opened = await Promise.all(Array.from({ length: 8 }, () => openJournal(surroundings(), processes)));
    const change = { profile: 'p', operation: 'profiles.guards', agreed: [] };
    for (const [index, { journal }] of opened.entries())
      await journal.note({ ...change, summary: `${index}` }, 0);
    for (const { journal, close } of opened) {
      expect((await journal.list()).total).toBe(8);
      close();
    }
    expect(readdirSync(state()).filter((name) => /^journal\.db\.|^journal\.db$/.test(name))).toEqual([
      'journal.db',
    ]);
    expect(statSync(state('journal.db')).mode & 0o777).toBe(0o600);
  });
});

describe('a folder that others can write to', () => {
  const uses: Readonly<Record<string, () => unknown>> = {
    'reading the settings': () => openProfiles(surroundings()).names(),
    'reading a key': () => openProfiles(surroundings()).key('prod'),
    'saving a profile': () => openProfiles(surroundings()).change('prod', () => ({})),
    'the journal': kept.journal.open,
    'the transfer store': kept['transfer store'].open,
    'a spool': () => openSpool(surroundings(), processes),
  };
  const outcome = async (use: () => unknown) => {
    try {
      await use();
      return undefined;
    } catch (error) {
      return error;
    }
  };

  it.each(Object.entries(uses))('stops %s, whichever of ours it is', async (_, use) => {
    for (const folder of [home, state(), join(home, 'sandbox')])
      for (const mode of [0o777, 0o770, 0o722, 0o702]) {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        chmodSync(folder, mode);
        expect(await outcome(use)).toMatchObject({
          kind: 'usage',
          code: 'open_folder',
          hint: expect.stringContaining(`chmod 700 '${folder}'`),
        });
        expect(statSync(folder).mode & 0o777).toBe(mode);
        chmodSync(folder, 0o700);
      }
  });

  it.each(['config.json', 'keys.json'])('is like a file that they can write to: %s', async (name) => {
    const file = join(home, name);
    writeFileSync(file, '{}');
    const use = () => openProfiles(surroundings()).warnings();
    for (const mode of [0o666, 0o620, 0o602]) {
      chmodSync(file, mode);
      expect(await outcome(use)).toMatchObject({
        kind: 'usage',
        code: 'open_file',
        hint: expect.stringContaining(`chmod 600 '${file}'`),
      });
    }
    // Those that they can only read are closed when something is written next.
    chmodSync(file, 0o644);
    expect(use()).toHaveLength(1);
  });

  it('is not one that they can only look into', async () => {
    chmodSync(home, 0o755);
    for (const use of Object.values(uses)) expect(await outcome(use)).toBeUndefined();
  });

  it('is not used where it belongs to another user, unless root does so', () => {
    const found = statSync(home);
    expect(() => refuseOthers(home, found, found.uid + 1)).toThrow(
      expect.objectContaining({ kind: 'usage', code: 'foreign_owner' }),
    );
    for (const self of [found.uid, 0, undefined]) refuseOthers(home, found, self);
  });
});
