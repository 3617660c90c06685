import { Failure } from '../base/errors.ts';
import type { KnownJournal } from '../local/journal/known-journals.ts';
import { sealWith } from '../local/journal/row.ts';

/** What a connection has found at its address. */
export interface FoundJournal {
  readonly version: number;
  /** Undefined where the table of its secret is empty. */
  readonly identity: string | undefined;
  /** The highest number that a call in it has, or had. */
  readonly newest: number;
  /** When it was written down; null where it was taken out. */
  readonly newestAt: number | null;
  /** Why the server takes no changes; undefined where it does. */
  readonly readOnly: string | undefined;
  /** How it differs from what this machine knows; undefined where it does not, or where nothing is known. */
  readonly difference: Difference | undefined;
}

/** No tables; another journal; an older state of the same; or the same up to a call that another one has taken the number of. */
type Difference = 'emptied' | 'other' | 'behind' | 'forked';

/** Where this machine knows a journal, and there are no tables. */
export const emptied: FoundJournal = {
  version: 0,
  identity: undefined,
  newest: 0,
  newestAt: null,
  readOnly: undefined,
  difference: 'emptied',
};

interface Row {
  readonly version: number;
  readonly secret: { readonly value: string; readonly forgotten?: number } | null;
  readonly newest: number | null;
  readonly newest_at: number | null;
  readonly written_at: number | null;
  readonly is_standby: boolean;
  readonly is_read_only: boolean;
}

/** One statement, of all versions of the tables. */
const look = `SELECT number AS version, (SELECT to_jsonb(secret) FROM secret) AS secret,
  (SELECT max(id) FROM intent) AS newest,
  (SELECT started_at FROM intent ORDER BY id DESC LIMIT 1) AS newest_at, (SELECT started_at FROM intent WHERE id = $1) AS written_at,
  pg_is_in_recovery() AS is_standby, current_setting('transaction_read_only') = 'on' AS is_read_only
  FROM version`;

type Ask = <Found>(sql: string, values: readonly (number | null)[]) => Promise<{ readonly rows: Found[] }>;

export async function findJournal(ask: Ask, known: KnownJournal | undefined): Promise<FoundJournal> {
  const [row] = (await ask<Row>(look, [known?.newest ?? null])).rows;
  if (row === undefined) throw new Failure('journal_emptied', 'The shared journal has lost its version');
  const { version, secret, written_at } = row;
  const found = {
    version,
    identity: secret === null ? undefined : sealWith(secret.value, 'journal'),
    newest: Math.max(row.newest ?? 0, secret?.forgotten ?? 0),
    newestAt: (row.newest ?? 0) >= (secret?.forgotten ?? 0) ? row.newest_at : null,
    readOnly: row.is_standby
      ? 'its server is a standby'
      : row.is_read_only
        ? 'default_transaction_read_only is on there'
        : undefined,
  };
  return { ...found, difference: known && differenceOf(known, found, written_at) };
}

function differenceOf(
  known: KnownJournal,
  { identity, newest }: Pick<FoundJournal, 'identity' | 'newest'>,
  writtenAt: number | null,
): Difference | undefined {
  if (identity !== known.identity) return 'other';
  if (newest < known.newest) return 'behind';
  // An entry that was taken out says nothing.
  const isAnother = writtenAt !== null && known.writtenAt !== null && writtenAt !== known.writtenAt;
  return isAnother ? 'forked' : undefined;
}

/** Why nothing guarded may be done with it. */
export function replacedBy(where: string, known: KnownJournal, found: FoundJournal): Failure {
  const { difference } = found;
  const name = (identity: string | undefined) => identity?.slice(0, 8) ?? 'without a name';
  const what =
    difference === 'emptied'
      ? `was emptied: it was ${name(known.identity)} with call ${known.newest}, and its tables are gone`
      : difference === 'other'
        ? `is not the one that this machine knows: it was ${name(known.identity)} with call ${known.newest}, and there is ${name(found.identity)} with ${lastOf(found)}`
        : difference === 'behind'
          ? `has lost calls: this machine has seen call ${known.newest}, and there is ${lastOf(found)}`
          : `has lost calls: its call ${known.newest} is not the one that this machine has seen`;
  return new Failure('journal_replaced', `The shared journal (${where}) ${what}. Nothing was sent`, {
    subject: { is: 'replaced-journal' },
  });
}

const lastOf = ({ newest }: FoundJournal): string => (newest === 0 ? 'no call' : `call ${newest}`);
