import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../base/errors.ts';
import { trustedFolders } from './checks/trusted-folders.ts';
import { type Database, openDatabase } from './database.ts';
import type { Surroundings } from './folders.ts';
import { makePrivateFolder } from './private-files.ts';

/** What a check found, while nothing is known to have changed. */
export interface StoredPass {
  readonly digest: string;
  /** Wall time. */
  readonly at: number;
  /** As JSON. */
  readonly found: string;
}

/** The leads of a campaign, as they were listed. */
export interface StoredLeads {
  /** Ids as JSON. */
  readonly ids: string;
  /** When the whole list was read, wall time. */
  readonly wholeAt: number;
}

/**
 * What checks store on this machine, under the account that they belong to. Every write of this machine raises
 * the generation of its account: a pass counts only in the generation in which its check began.
 */
export interface CheckStore {
  generation(account: string): number;
  /** A call is about to change something, or has. */
  touch(account: string): void;
  findPass(account: string, campaign: string): StoredPass | undefined;
  /** Does nothing where something has changed since that generation. */
  keepPass(account: string, campaign: string, generation: number, pass: StoredPass): void;
  findLeads(account: string, campaign: string): StoredLeads | undefined;
  keepLeads(account: string, campaign: string, leads: StoredLeads): void;
  /** What was seen last under this name, as JSON. */
  findLook(account: string, name: string): string | undefined;
  keepLook(account: string, name: string, found: string): void;
  dropLook(account: string, name: string): void;
  /** What checks found and looks saw where it holds one of these texts, whatever its ASCII case. */
  naming(texts: readonly string[], accounts: Accounts): NamingText[];
  /** The campaigns of an account whose stored leads include this one. */
  campaignsWith(account: string, leadId: string): string[];
  dropPass(account: string, campaign: string): void;
  /** Takes a lead out of every list of an account. */
  unlist(account: string, leadId: string): void;
  /** Clears from the file what is in none of its rows any more, see `Database.rewrite`. */
  rewrite(): void;
  /** Everything of the accounts that begin so. */
  forget(accounts: string): void;
  close(): void;
}

/** Those, or all of this machine. */
export type Accounts = readonly string[] | 'all';

interface NamingText {
  readonly table: 'pass' | 'look';
  readonly account: string;
  /** Of a pass, its campaign. */
  readonly name: string;
  /** Of a pass. */
  readonly at: number | null;
  readonly found: string;
}

/** Of `checks.db`. */
const checksVersion = 1;

const tables = `
CREATE TABLE IF NOT EXISTS account (account TEXT PRIMARY KEY, generation INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS pass (
  account TEXT NOT NULL, campaign TEXT NOT NULL, generation INTEGER NOT NULL, digest TEXT NOT NULL,
  at INTEGER NOT NULL, found TEXT NOT NULL, PRIMARY KEY (account, campaign)) STRICT;
CREATE TABLE IF NOT EXISTS campaign_leads (
  account TEXT NOT NULL, campaign TEXT NOT NULL, ids TEXT NOT NULL, whole_at INTEGER NOT NULL,
  PRIMARY KEY (account, campaign)) STRICT;
CREATE TABLE IF NOT EXISTS look (
  account TEXT NOT NULL, name TEXT NOT NULL, found TEXT NOT NULL, PRIMARY KEY (account, name)) STRICT;`;

const checkTables = ['account', 'pass', 'campaign_leads', 'look'];

/**
 * Opens it, or makes it; one that is damaged is made anew, as it only saves calls, and `renewed` is called. Throws
 * `usage` where it cannot be written.
 */
export async function openCheckStore(
  surroundings: Surroundings,
  renewed?: (file: string) => void,
): Promise<CheckStore> {
  const { state } = trustedFolders(surroundings);
  makePrivateFolder(state);
  const file = join(state, 'checks.db');
  const database = await openedAt(file).catch((error) => {
    if (!(error instanceof Failure && error.is('not_a_database', 'database_corrupt', 'database_io')))
      throw error;
    for (const part of ['', '-wal', '-shm']) rmSync(`${file}${part}`, { force: true });
    renewed?.(file);
    return openedAt(file);
  });
  return storeIn(database);
}

async function openedAt(file: string): Promise<Database> {
  const database = await openDatabase(file, { version: checksVersion });
  try {
    // What is removed must not stay readable in the file.
    database.exec(`PRAGMA secure_delete = ON; ${tables}`);
    // Of a file that can only be read, no write could drop a pass; and what is damaged shows here.
    database.prepare('DELETE FROM account WHERE generation < 0').run();
    for (const table of checkTables) database.prepare(`SELECT count(*) FROM ${table}`).get();
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** The same where there is one: a machine that has never checked anything has nothing to drop. */
export async function openExistingCheckStore(surroundings: Surroundings): Promise<CheckStore | undefined> {
  const { state } = trustedFolders(surroundings);
  return existsSync(join(state, 'checks.db')) ? openCheckStore(surroundings) : undefined;
}

function storeIn(database: Database): CheckStore {
  const generation = (account: string) =>
    database.prepare('SELECT generation FROM account WHERE account = ?').get<{ generation: number }>(account)
      ?.generation ?? 0;
  return {
    generation,
    touch(account) {
      database
        .prepare(
          'INSERT INTO account VALUES (?, 1) ON CONFLICT (account) DO UPDATE SET generation = generation + 1',
        )
        .run(account);
    },
    findPass: (account, campaign) =>
      database
        .prepare('SELECT digest, at, found FROM pass WHERE account = ? AND campaign = ? AND generation = ?')
        .get<StoredPass>(account, campaign, generation(account)),
    keepPass(account, campaign, began, { digest, at, found }) {
      database.transaction(() => {
        if (generation(account) !== began) return;
        database
          .prepare('INSERT OR REPLACE INTO pass VALUES (?, ?, ?, ?, ?, ?)')
          .run(account, campaign, began, digest, at, found);
      });
    },
    findLeads: (account, campaign) =>
      database
        .prepare('SELECT ids, whole_at AS wholeAt FROM campaign_leads WHERE account = ? AND campaign = ?')
        .get<StoredLeads>(account, campaign),
    keepLeads(account, campaign, { ids, wholeAt }) {
      database
        .prepare('INSERT OR REPLACE INTO campaign_leads VALUES (?, ?, ?, ?)')
        .run(account, campaign, ids, wholeAt);
    },
    findLook: (account, name) =>
      database
        .prepare('SELECT found FROM look WHERE account = ? AND name = ?')
        .get<{ found: string }>(account, name)?.found,
    keepLook(account, name, found) {
      database.prepare('INSERT OR REPLACE INTO look VALUES (?, ?, ?)').run(account, name, found);
    },
    dropLook(account, name) {
      database.prepare('DELETE FROM look WHERE account = ? AND name = ?').run(account, name);
    },
    naming(texts, accounts) {
      const held = texts.map(() => 'instr(lower(found), lower(?)) > 0').join(' OR ') || 'FALSE';
      return database
        .prepare(
          `SELECT 'pass' AS "table", account, campaign AS name, at, found FROM pass WHERE ${held}
           UNION ALL SELECT 'look', account, name, NULL, found FROM look WHERE ${held}`,
        )
        .all<NamingText>(...texts, ...texts)
        .filter(({ account }) => accounts === 'all' || accounts.includes(account));
    },
    campaignsWith: (account, leadId) =>
      database
        .prepare('SELECT campaign, ids FROM campaign_leads WHERE account = ? ORDER BY campaign')
        .all<{ campaign: string; ids: string }>(account)
        .filter(({ ids }) => (JSON.parse(ids) as string[]).includes(leadId))
        .map(({ campaign }) => campaign),
    dropPass(account, campaign) {
      database.prepare('DELETE FROM pass WHERE account = ? AND campaign = ?').run(account, campaign);
    },
    unlist(account, leadId) {
      database
        .prepare(
          `UPDATE campaign_leads SET ids = (SELECT json_group_array(value) FROM json_each(ids) WHERE value <> ?2)
           WHERE account = ?1`,
        )
        .run(account, leadId);
    },
    rewrite: () => database.rewrite(),
    forget(accounts) {
      for (const table of checkTables)
        database.prepare(`DELETE FROM ${table} WHERE substr(account, 1, length(?1)) = ?1`).run(accounts);
    },
    close: () => database.close(),
  };
}
