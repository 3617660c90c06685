import { Failure } from '../base/errors.ts';
import { type KnownJournal, nowhere, type Origin } from '../local/journal/known-journals.ts';
import { sealWith } from '../local/journal/row.ts';
import { isRefused } from './troubles.ts';

export interface FoundJournal {
  readonly version: number;
  /** Undefined where the table of its secret is empty. */
  readonly identity: string | undefined;
  /** The highest number that a call in it has, or had. */
  readonly newest: number;
  /** When it was written down; null where it was taken out. */
  readonly newestAt: number | null;
  readonly origin: Origin;
  /** Why the server takes no changes; undefined where it does. */
  readonly readOnly: string | undefined;
  /** How it differs from what this machine knows; undefined where it does not, or where nothing is known. */
  readonly difference: Difference | undefined;
}

/** No tables; another journal; an older state; the same up to a call number that another took; or the same elsewhere. */
type Difference = 'emptied' | 'other' | 'behind' | 'forked' | 'elsewhere';

/** Where this machine knows a journal, and there are no tables. */
export const emptied: FoundJournal = {
  version: 0,
  identity: undefined,
  newest: 0,
  newestAt: null,
  origin: nowhere,
  readOnly: undefined,
  difference: 'emptied',
};

interface Row {
  readonly version: number;
  readonly secret: { readonly value: string; readonly forgotten?: number } | null;
  readonly newest: number | null;
  readonly newest_at: number | null;
  readonly written_at: number | null;
  readonly database: string;
  readonly row: string | null;
  readonly is_standby: boolean;
  readonly is_read_only: boolean;
}

/** One statement, of all versions of the tables. */
const look = `SELECT number AS version, (SELECT to_jsonb(secret) FROM secret) AS secret,
  (SELECT max(id) FROM intent) AS newest,
  (SELECT started_at FROM intent ORDER BY id DESC LIMIT 1) AS newest_at, (SELECT started_at FROM intent WHERE id = $1) AS written_at,
  (SELECT oid::text FROM pg_database WHERE datname = current_database()) AS database,
  (SELECT claim || ':' || xmin FROM slot WHERE slot = 'origin') AS row,
  pg_is_in_recovery() AS is_standby, current_setting('transaction_read_only') = 'on' AS is_read_only
  FROM version`;

/** No dedupe key is called so, and its lease never ends: nothing updates this row. In `slot`, because every login may write there. */
export const addOrigin = `INSERT INTO slot (slot, generation, claim, lease_until)
  VALUES ('origin', 0, gen_random_uuid(), 'infinity') ON CONFLICT DO NOTHING`;

/** An ordinary login may ask this; some hosts refuse the second part, or all of it. */
const system = 'system_identifier::text AS system';
const timeline = `CASE WHEN pg_is_in_recovery() THEN NULL ELSE left(pg_walfile_name(pg_current_wal_lsn()), 8) END AS timeline`;
const serverLooks = [
  `SELECT ${system}, ${timeline} FROM pg_control_system()`,
  `SELECT ${system}, NULL AS timeline FROM pg_control_system()`,
];

type Ask = <Found>(
  sql: string,
  values?: readonly (number | string | null)[],
) => Promise<{ readonly rows: Found[] }>;

async function serverOf(ask: Ask): Promise<Pick<Origin, 'system' | 'timeline'>> {
  for (const sql of serverLooks)
    try {
      const [row] = (await ask<Pick<Origin, 'system' | 'timeline'>>(sql)).rows;
      if (row) return row;
    } catch (error) {
      if (!isRefused(error)) throw error;
    }
  return nowhere;
}

export async function findJournal(ask: Ask, known: KnownJournal | undefined): Promise<FoundJournal> {
  const [row] = (await ask<Row>(look, [known?.newest ?? null])).rows;
  if (row === undefined) throw new Failure('journal_emptied', 'The shared journal has lost its version');
  const { version, secret, written_at, database } = row;
  const found = {
    version,
    identity: secret === null ? undefined : sealWith(secret.value, 'journal'),
    newest: Math.max(row.newest ?? 0, secret?.forgotten ?? 0),
    origin: { ...(await serverOf(ask)), database, row: row.row },
    newestAt: (row.newest ?? 0) >= (secret?.forgotten ?? 0) ? row.newest_at : null,
    readOnly: row.is_standby
      ? 'its server is a standby'
      : row.is_read_only
        ? 'default_transaction_read_only is on there'
        : undefined,
  };
  const difference = known && differenceOf(known, found, written_at);
  const isTaken = difference === 'elsewhere' && (await isAccepted(ask, known, found.origin));
  return { ...found, difference: isTaken ? undefined : difference };
}

/** What a person accepts for every machine that knows no newer call. */
export const acceptanceOf = ({ system, database, row }: Origin): string =>
  `journal.choice ${system} ${database} ${row}`;

async function isAccepted(ask: Ask, known: KnownJournal | undefined, origin: Origin): Promise<boolean> {
  const { rows } = await ask<{ id: number }>(
    "SELECT id FROM intent WHERE likeness = $1 AND operation = 'journal.choice' ORDER BY id DESC LIMIT 1",
    [acceptanceOf(origin)],
  );
  return rows[0] !== undefined && known !== undefined && known.newest < rows[0].id;
}

/** Compares what both know, but for the timeline. */
const isElsewhere = (known: Origin, found: Origin): boolean =>
  (['system', 'database', 'row'] as const).some(
    (part) => known[part] !== null && differs(known, found, part),
  );

const differs = (known: Origin, found: Origin, part: keyof Origin): boolean =>
  known[part] !== found[part] && (found[part] !== null || part === 'row');

/** Its server was replaced by a standby, or was put back to a moment after all that this machine knows. */
export const hasFailedOver = (known: KnownJournal, { origin, difference }: FoundJournal): boolean =>
  difference === undefined &&
  known.origin.timeline !== null &&
  differs(known.origin, origin, 'timeline') &&
  !isElsewhere(known.origin, origin);

function differenceOf(
  known: KnownJournal,
  { identity, newest, origin }: Pick<FoundJournal, 'identity' | 'newest' | 'origin'>,
  writtenAt: number | null,
): Difference | undefined {
  if (identity !== known.identity) return 'other';
  if (newest < known.newest) return 'behind';
  // An entry that was taken out says nothing.
  const isAnother = writtenAt !== null && known.writtenAt !== null && writtenAt !== known.writtenAt;
  if (isAnother) return 'forked';
  return isElsewhere(known.origin, origin) ? 'elsewhere' : undefined;
}

/** Why nothing guarded may be done with it. */
export function replacedBy(where: string, known: KnownJournal, found: FoundJournal): Failure {
  const { difference } = found;
  const name = (identity: string | undefined) => identity?.slice(0, 8) ?? 'without a name';
  const what =
    difference === 'emptied'
      ? `was emptied: it was ${name(known.identity)} with request ${known.newest}, and its tables are gone`
      : difference === 'other'
        ? `is not the one that this machine knows: ${name(known.identity)} with request ${known.newest}, now ${name(found.identity)} with ${lastOf(found)}`
        : difference === 'behind'
          ? `has lost requests: this machine has seen request ${known.newest}, and there is ${lastOf(found)}`
          : difference === 'forked'
            ? `has lost requests: its request ${known.newest} is not the one that this machine has seen`
            : `was restored or moved: this machine knows another database with request ${known.newest}, and there is ${lastOf(found)}`;
  return new Failure('journal_replaced', `The shared journal (${where}) ${what}. Nothing was sent`, {
    subject: { is: 'replaced-journal' },
  });
}

const lastOf = ({ newest }: FoundJournal): string => (newest === 0 ? 'no request' : `request ${newest}`);
