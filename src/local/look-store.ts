import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../base/errors.ts';
import { trustedFolders } from './checks/trusted-folders.ts';
import { type Database, openDatabase } from './database.ts';
import type { Surroundings } from './folders.ts';
import { makePrivateFolder, removeFile } from './private-files.ts';

export interface StoredLeads {
  readonly ids: string;
  /** When the whole list was read, wall time. */
  readonly wholeAt: number;
}

/** Those, or all of this machine. */
export type Accounts = readonly string[] | 'all';

interface NamingLook {
  readonly account: string;
  readonly name: string;
  readonly found: string;
}

/** It once held passes of launch checks, which name people: they go. */
const fileName = 'checks.db';
const version = 1;
const tables = `
DROP TABLE IF EXISTS pass;
DROP TABLE IF EXISTS account;
CREATE TABLE IF NOT EXISTS campaign_leads (
  account TEXT NOT NULL, campaign TEXT NOT NULL, ids TEXT NOT NULL, whole_at INTEGER NOT NULL,
  PRIMARY KEY (account, campaign)) STRICT;
CREATE TABLE IF NOT EXISTS look (
  account TEXT NOT NULL, name TEXT NOT NULL, found TEXT NOT NULL, PRIMARY KEY (account, name)) STRICT;`;

const lookTables = ['campaign_leads', 'look'];

/** A damaged one is made anew, as it only saves calls, and `renewed` is called. Throws `usage`. */
export async function openLookStore(
  surroundings: Surroundings,
  renewed?: (file: string) => void,
): Promise<LookStore> {
  const { state } = trustedFolders(surroundings);
  makePrivateFolder(state);
  const file = join(state, fileName);
  const database = await openedAt(file).catch((error) => {
    if (!(error instanceof Failure && error.is('not_a_database', 'database_corrupt', 'database_io')))
      throw error;
    for (const part of ['', '-wal', '-shm']) removeFile(`${file}${part}`);
    renewed?.(file);
    return openedAt(file);
  });
  return storeIn(database);
}

async function openedAt(file: string): Promise<Database> {
  const database = await openDatabase(file, { version });
  try {
    // What is removed must not stay readable in the file.
    database.exec(`PRAGMA secure_delete = ON; ${tables}`);
    // What is damaged shows here.
    for (const table of lookTables) database.prepare(`SELECT count(*) FROM ${table}`).get();
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** The same where there is one: a machine that has stored nothing has nothing to drop. */
export async function openExistingLookStore(surroundings: Surroundings): Promise<LookStore | undefined> {
  const { state } = trustedFolders(surroundings);
  return existsSync(join(state, fileName)) ? openLookStore(surroundings) : undefined;
}

export type LookStore = ReturnType<typeof storeIn>;

function storeIn(database: Database) {
  return {
    findLeads: (account: string, campaign: string) =>
      database
        .prepare('SELECT ids, whole_at AS wholeAt FROM campaign_leads WHERE account = ? AND campaign = ?')
        .get<StoredLeads>(account, campaign),
    keepLeads(account: string, campaign: string, { ids, wholeAt }: StoredLeads): void {
      database
        .prepare('INSERT OR REPLACE INTO campaign_leads VALUES (?, ?, ?, ?)')
        .run(account, campaign, ids, wholeAt);
    },
    /** What was seen last under this name, as JSON. */
    findLook: (account: string, name: string) =>
      database
        .prepare('SELECT found FROM look WHERE account = ? AND name = ?')
        .get<{ found: string }>(account, name)?.found,
    keepLook(account: string, name: string, found: string): void {
      database.prepare('INSERT OR REPLACE INTO look VALUES (?, ?, ?)').run(account, name, found);
    },
    /** Nothing comes between what is found and what is stored; the change is not made where it is the same. */
    changeLook(account: string, name: string, change: (found: string | undefined) => string): void {
      database.transaction(() => {
        const found = this.findLook(account, name);
        const text = change(found);
        if (text !== found) this.keepLook(account, name, text);
      });
    },
    dropLook(account: string, name: string): void {
      database.prepare('DELETE FROM look WHERE account = ? AND name = ?').run(account, name);
    },
    /** Looks that hold one of these texts, whatever its ASCII case. */
    naming(texts: readonly string[], accounts: Accounts) {
      const held = texts.map(() => 'instr(lower(found), lower(?)) > 0').join(' OR ') || 'FALSE';
      return database
        .prepare(`SELECT account, name, found FROM look WHERE ${held}`)
        .all<NamingLook>(...texts)
        .filter(({ account }) => accounts === 'all' || accounts.includes(account));
    },
    /** The campaigns of an account whose stored leads include this one. */
    campaignsWith: (account: string, leadId: string) =>
      database
        .prepare('SELECT campaign, ids FROM campaign_leads WHERE account = ? ORDER BY campaign')
        .all<{ campaign: string; ids: string }>(account)
        .flatMap(({ campaign, ids }) => ((JSON.parse(ids) as string[]).includes(leadId) ? [campaign] : [])),
    /** Takes a lead out of every list of an account. */
    unlist(account: string, leadId: string): void {
      database
        .prepare(
          `UPDATE campaign_leads SET ids = (SELECT json_group_array(value) FROM json_each(ids) WHERE value <> ?2)
           WHERE account = ?1`,
        )
        .run(account, leadId);
    },
    /** Clears from the file what is in none of its rows any more, see `Database.rewrite`. */
    rewrite: () => database.rewrite(),
    /** Everything of the accounts that begin so. */
    forget(accounts: string): void {
      for (const table of lookTables)
        database.prepare(`DELETE FROM ${table} WHERE substr(account, 1, length(?1)) = ?1`).run(accounts);
    },
    close: () => database.close(),
  };
}
