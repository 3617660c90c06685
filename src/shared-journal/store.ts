import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client, ClientConfig } from 'pg';
import { atMost } from '../base/at-most.ts';
import { Failure } from '../base/errors.ts';
import { type JournalAddress, shownAddress } from '../local/journal/journal-address.ts';
import type { KnownJournal, KnownJournals, Origin } from '../local/journal/known-journals.ts';
import type { ChangeOptions, JournalStore, Work } from '../local/journal/work.ts';
import { passwordOf } from './password.ts';
import {
  acceptanceOf,
  addOrigin,
  emptied,
  type FoundJournal,
  findJournal,
  hasFailedOver,
  replacedBy,
} from './recognised.ts';
import { tables, version } from './tables.ts';
import { failureOf, isConflict, isRefused, isTrouble, isUnclear, ReadOnly, Unclear } from './troubles.ts';

type Query = <Row>(
  sql: string,
  values?: readonly unknown[],
) => Promise<{ readonly rows: Row[]; readonly count: number }>;

/** The time of the database, in milliseconds. */
export const databaseMs = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';

export interface StoreOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** For messages: how long a lost connection is looked for before a change is given up. */
  readonly patienceMs?: number;
  readonly known?: KnownJournals | undefined;
}

type Environment = StoreOptions['env'];

const connectTimeoutMs = 5000;
const statementTimeoutMs = 5000;
/** How long a change that has begun looks for the database again. */
const usualPatienceMs = 5000;
/** Of changes that met another one; each repeat waits a little longer. */
const mostRepeats = 60;
const lock = 7_320_113;

/** Each change is one serializable transaction, repeated where it met another or lost its connection before the commit. */
export class Store implements JournalStore {
  readonly #address: JournalAddress;
  readonly #env: Environment;
  readonly #patienceMs: number;
  readonly #memory: KnownJournals | undefined;
  readonly #inTurn = atMost(1);
  /** It was looked for in vain: from then on one try has to do, until it is there again. */
  #isOut = false;
  #client: Client | undefined;
  #known: KnownJournal | undefined;
  #found: FoundJournal | undefined;
  #isNew = false;
  #mayBegin = false;
  #isClosed = false;

  constructor(address: JournalAddress, { env, patienceMs = usualPatienceMs, known }: StoreOptions) {
    this.#address = address;
    this.#env = env;
    this.#patienceMs = patienceMs;
    this.#memory = known;
  }

  /** This process has made its tables. */
  get isNew(): boolean {
    return this.#isNew;
  }

  /** Why the server takes no changes, as the connection found it. */
  get readOnly(): string | undefined {
    return this.#found?.readOnly;
  }

  /** Why it is not the journal that this machine knows; asked of what the connection found when it was made. */
  get replaced(): Failure | undefined {
    if (this.#known === undefined || this.#found?.difference === undefined) return undefined;
    return replacedBy(this.where, this.#known, this.#found);
  }

  /** This machine knows it, up to this call or the newest one there is. */
  remember(call?: { readonly id: number; readonly startedAt: number }): void {
    const { identity, newest, newestAt, origin } = this.#found ?? emptied;
    if (this.#memory === undefined || identity === undefined) return;
    const known = this.#memory.of(this.where);
    const before = known?.identity === identity ? known : undefined;
    const isLast = call !== undefined && call.id >= newest;
    const seen = {
      identity,
      newest: isLast ? call.id : newest,
      writtenAt: isLast ? call.startedAt : newestAt,
    };
    // Another process of this machine may have come further.
    const last = before && before.newest >= seen.newest ? before : seen;
    const next = { ...last, origin: stillKnown(before?.origin, origin) };
    if (last !== before || JSON.stringify(next) !== JSON.stringify(before))
      this.#memory.remember(this.where, next);
  }

  /** True once for each machine: its server has another timeline than this machine knew, and from now on it knows that. */
  failedOver(): boolean {
    const [known, found] = [this.#memory?.of(this.where), this.#found];
    if (known === undefined || found === undefined || !hasFailedOver(known, found)) return false;
    const { timeline } = found.origin;
    this.#unlessUnwritable(() =>
      this.#memory?.remember(this.where, { ...known, origin: { ...known.origin, timeline } }),
    );
    return true;
  }

  get acceptance(): string {
    return acceptanceOf((this.#found ?? emptied).origin);
  }

  /** It takes the place of the one that this machine knows. */
  accept(): void {
    if (this.#found?.identity === undefined) return;
    const { identity, newest, origin } = this.#found;
    this.#memory?.remember(this.where, { identity, newest, writtenAt: null, origin });
    this.#found = { ...this.#found, difference: undefined };
  }

  get where(): string {
    return shownAddress(this.#address);
  }

  /** Makes missing tables, unless this machine knows a journal that was emptied: then `replaced` says so. */
  async open(): Promise<void> {
    await this.#inTurn(async () => {
      try {
        await this.#connected();
      } catch (error) {
        this.#drop();
        if (!(error instanceof Failure && error.is('journal_replaced')))
          throw failureOf(error, this.#address);
      }
    });
  }

  /** Makes the tables also there. */
  async begin(): Promise<void> {
    this.#mayBegin = true;
    await this.open();
  }

  /** Whether its tables are there. Makes none, and leaves no connection. */
  async isMade(): Promise<boolean> {
    try {
      const { default: pg } = await import('pg');
      const client = new pg.Client(settingsOf(this.#address, this.#env, pg.types));
      client.on('error', () => undefined);
      try {
        await client.connect();
        return (await client.query(made)).rowCount !== 0;
      } finally {
        this.#destroy(client);
      }
    } catch (error) {
      throw failureOf(error, this.#address);
    }
  }

  /** Without a transaction: each statement is one. */
  read<T>(work: () => Work<T>): Promise<T> {
    return this.#patiently((client) => run(client, work()), true);
  }

  /** One serializable transaction; `alone`: one statement is one. Without `once` it must be one that may be made twice. */
  change<T>(
    work: () => Work<T>,
    { once = false, alone = false, undoes = () => false }: ChangeOptions<T> = {},
  ): Promise<T> {
    const change = (client: Client) =>
      alone ? this.#statement(client, work) : this.#transaction(client, work, undoes);
    return this.#patiently(change, !once);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const client = this.#client;
    this.#client = undefined;
    await Promise.race([client?.end().catch(() => undefined), pause(1000, undefined, { ref: false })]);
    this.#destroy(client);
  }

  #patiently<T>(work: (client: Client) => Promise<T>, again: boolean): Promise<T> {
    return this.#inTurn(async () => {
      const since = performance.now();
      for (let repeats = 0; ; repeats += 1) {
        try {
          const result = await work(await this.#connected());
          this.#isOut = false;
          return result;
        } catch (error) {
          const isMeeting = isConflict(error);
          if (!isMeeting && !isTrouble(error)) throw failureOf(error, this.#address);
          if (!isMeeting) this.#drop();
          const isLate = this.#isOut || performance.now() - since > this.#patienceMs;
          if (
            this.#isClosed ||
            (isMeeting ? repeats >= mostRepeats : isLate || (isUnclear(error) && !again))
          ) {
            this.#isOut = isLate && !isMeeting;
            throw failureOf(error, this.#address);
          }
          await pause(isMeeting ? randomInt(5 * Math.min(repeats + 1, 20)) : 100);
        }
      }
    });
  }

  async #statement<T>(client: Client, work: () => Work<T>): Promise<T> {
    try {
      return await run(client, work());
    } catch (error) {
      throw isTrouble(error) ? new Unclear(error) : error;
    }
  }

  async #transaction<T>(client: Client, work: () => Work<T>, undoes: (result: T) => boolean): Promise<T> {
    const query = queryOf(client);
    if (this.readOnly !== undefined) throw new ReadOnly(this.readOnly);
    await query('BEGIN');
    let result: T;
    try {
      result = await run(client, work());
    } catch (error) {
      if (!isTrouble(error)) await query('ROLLBACK');
      throw error;
    }
    if (undoes(result)) {
      await query('ROLLBACK');
      return result;
    }
    try {
      await query('COMMIT');
    } catch (error) {
      throw isConflict(error) ? error : new Unclear(error);
    }
    return result;
  }

  async #connected(): Promise<Client> {
    if (this.#client) return this.#client;
    const { default: pg } = await import('pg');
    const client = new pg.Client(settingsOf(this.#address, this.#env, pg.types));
    client.on('error', () => {
      if (this.#client === client) this.#client = undefined;
    });
    try {
      // Before anything is read there: other processes of this machine go on meanwhile.
      this.#known = this.#memory?.of(this.where);
      await client.connect();
      const { found, isNew } = await prepare(client, this.#known, this.#mayBegin);
      this.#found = found;
      this.#isNew ||= isNew;
      // Its connection is not kept: what is restored meanwhile is seen at the next use.
      if (found === emptied) refuseReplaced(this);
    } catch (error) {
      this.#destroy(client);
      throw error;
    }
    this.#client = client;
    // Also where this machine only reads: what it saw there must not be made again elsewhere.
    if (this.#found?.difference === undefined) this.#unlessUnwritable(() => this.remember());
    return client;
  }

  /** A home that cannot be written remembers nothing. */
  #unlessUnwritable(remember: () => void): void {
    try {
      remember();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
    }
  }

  #drop(): void {
    this.#destroy(this.#client);
    this.#client = undefined;
  }

  #destroy(client: Client | undefined): void {
    client?.connection.stream.destroy();
  }
}

/** Throws where it is not the journal that this machine knows: what was done is not known there. */
export function refuseReplaced({ replaced }: Pick<Store, 'replaced'>): void {
  if (replaced) throw replaced;
}

/** What could not be read this time, and a timeline of which nothing was said yet, stay as they were. */
const stillKnown = (before: Origin | undefined, found: Origin): Origin => ({
  system: found.system ?? before?.system ?? null,
  database: found.database,
  row: found.row,
  timeline: (before?.row === found.row ? before.timeline : null) ?? found.timeline,
});

async function run<T>(client: Client, work: Work<T>): Promise<T> {
  const query = queryOf(client);
  for (let step = work.next(); ; ) {
    if (step.done) return step.value;
    step = work.next(await query(step.value.sql, step.value.values));
  }
}

const queryOf =
  (client: Client): Query =>
  async <Row>(sql: string, values: readonly unknown[] = []) => {
    const { rows, rowCount } = await client.query(sql, [...values]);
    return { rows: rows as Row[], count: rowCount ?? 0 };
  };

/** Whole numbers come as numbers: none of ours is larger than JavaScript holds. */
const wholeNumber = 20;

function settingsOf(
  { host, port, database, user, isEncrypted, rootCertificate }: JournalAddress,
  env: Environment,
  types: { getTypeParser(oid: number, format?: 'text'): unknown },
): ClientConfig {
  const login = { host, port, database, user: user ?? (env.PGUSER || userInfo().username) };
  return {
    ...login,
    password: async () => passwordOf(login, env),
    ssl: isEncrypted && {
      rejectUnauthorized: true,
      ...(rootCertificate && { ca: certificates(rootCertificate) }),
    },
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: statementTimeoutMs,
    application_name: 'outreach',
    types: {
      getTypeParser: ((oid: number, format?: 'text') =>
        oid === wholeNumber ? Number : types.getTypeParser(oid, format)) as never,
    },
  };
}

function certificates(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Failure('file_not_readable', `sslrootcert of the shared journal cannot be read: ${path}`, {
      cause: error,
    });
  }
}

/**
 * A commit that is not on the disk would be no claim. Whole tables are not read where an index will do: serializable
 * transactions would then meet all others; a standby, which takes no changes, knows none of them. The price that puts on a whole table makes PostgreSQL compile the statement,
 * which takes longer than to run it.
 */
const session = `
SET search_path = outreach, pg_catalog;
SET statement_timeout = ${statementTimeoutMs};
SET enable_seqscan = off;
SET jit = off;
SELECT set_config('default_transaction_isolation', 'serializable', false) WHERE NOT pg_is_in_recovery();
SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') IN ('off', 'local');
`;

async function prepare(
  client: Client,
  known: KnownJournal | undefined,
  mayBegin: boolean,
): Promise<{ found: FoundJournal; isNew: boolean }> {
  // In one exchange; its last result counts.
  const results = (await client.query(session + made)) as unknown as readonly { rowCount: number }[];
  if (results.at(-1)?.rowCount) {
    const found = await findWhole(client, known);
    if (found.version === version) return { found, isNew: false };
  } else if (known && !mayBegin) return { found: emptied, isNew: false };
  const isNew = await makeTables(client);
  return { found: await findWhole(client, known), isNew };
}

/** With the row by which it is recognised, which tables of an earlier build do not have yet. */
async function findWhole(client: Client, known: KnownJournal | undefined): Promise<FoundJournal> {
  const found = await findJournal(queryOf(client), known);
  if (found.origin.row !== null || found.readOnly !== undefined) return found;
  try {
    await client.query(addOrigin);
  } catch (error) {
    if (isRefused(error)) return found;
    // Another machine adds it at this moment.
    if (!isConflict(error)) throw error;
  }
  return findJournal(queryOf(client), known);
}

async function makeTables(client: Client): Promise<boolean> {
  // What another process made while this one waited for the lock is seen.
  await client.query('BEGIN ISOLATION LEVEL READ COMMITTED');
  await client.query('SELECT pg_advisory_xact_lock($1)', [lock]);
  const before = await versionIn(client);
  if (before === 0) {
    await client.query('CREATE SCHEMA IF NOT EXISTS outreach');
    await client.query('CREATE TABLE outreach.version (number INTEGER NOT NULL)');
    await client.query(`INSERT INTO version VALUES (${version})`);
    await client.query(tables);
  } else if (before !== version) throw otherVersion(before);
  await client.query('COMMIT');
  return before === 0;
}

const otherVersion = (found: number): Failure =>
  found > version
    ? new Failure('newer_format', 'The shared journal was made by a newer version of outreach', {
        hint: 'Update outreach on this machine.',
      })
    : new Failure('invalid_journal', 'The shared journal was made by a version that was never released', {
        hint: 'Name another database.',
      });

/** Looked up in the catalogue itself: what a session remembers of it may be older than another one's tables. */
const made = `SELECT 1 FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
  WHERE nspname = 'outreach' AND relname = 'version'`;

async function versionIn(client: Client): Promise<number> {
  if ((await client.query(made)).rowCount === 0) return 0;
  return (await client.query('SELECT number FROM outreach.version')).rows[0].number;
}
