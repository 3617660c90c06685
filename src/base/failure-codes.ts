import { dataTable } from './data-table.ts';
import type meanings from './failure-codes.json';
import table from './failure-codes.tsv';
import { words } from './text/words.ts';

/**
 * Every way to fail, as a person or a script has to tell it apart: the kinds with their exit codes. 13 is left to Node, 126
 * and above to the shell.
 *
 * The codes that scripts read in `error.code` are listed under each kind in `failure-codes.tsv`, and with their meaning in
 * `failure-codes.json`, which only types and documentation read. A code that is listed under several kinds has the first
 * one, unless the place that fails names another.
 */
export const failureKinds = {
  internal: { exit: 1, meaning: 'a fault of this program' },
  usage: {
    exit: 2,
    meaning: 'the command line, the input or the configuration is wrong (400); nothing was done',
  },
  'not-confirmed': { exit: 3, meaning: 'not confirmed, or over the limit you set; nothing was done' },
  unauthenticated: { exit: 4, meaning: 'no key, or a key that the service does not accept (401)' },
  forbidden: { exit: 5, meaning: 'the key is read-only, or the plan does not allow it (403)' },
  'not-found': { exit: 6, meaning: 'not found (404)' },
  conflict: {
    exit: 7,
    meaning:
      'in conflict or impossible now, the price rose, or the same command ran just before (409, 410, 422)',
  },
  'still-running': { exit: 8, meaning: 'still running when the wait ended' },
  'rate-limited': { exit: 9, meaning: 'rate limited for longer than the wait allowed (429)' },
  payment: { exit: 10, meaning: 'payment needed, or not enough credits, seats or plan allowance (402)' },
  service: { exit: 11, meaning: 'the service failed after retries, or its answer cannot be read' },
  unreachable: { exit: 12, meaning: 'could not connect; nothing was done' },
  'unknown-outcome': { exit: 14, meaning: 'outcome unknown: it may have happened, do not repeat it' },
  partial: { exit: 15, meaning: 'partly done; the output lists what failed' },
  'ended-badly': { exit: 16, meaning: 'a bad result: an import or a check failed, or a signature is wrong' },
  differs: { exit: 20, meaning: 'a comparison found differences' },
  interrupted: { exit: 130, meaning: 'interrupted (Ctrl-C)' },
  terminated: { exit: 143, meaning: 'terminated' },
} as const;

export type FailureKind = keyof typeof failureKinds;

export type FailureCode = { [Kind in FailureKind]: keyof (typeof meanings)[Kind] }[FailureKind];

declare const sentByService: unique symbol;

/** A code as the service sent it. The table does not list it, unless a command acts on it. */
export type ServiceCode = string & { readonly [sentByService]: true };

export type AnyCode = FailureCode | ServiceCode;

export const serviceCode = (code: string): ServiceCode => code as ServiceCode;

interface Listed {
  readonly kind: FailureKind;
  readonly codes: readonly FailureCode[];
}

let rows: readonly Listed[] | undefined;

/** Read at the first failure: most commands have none. */
const listed = (): readonly Listed[] =>
  (rows ??= dataTable(table, ['kind', 'codes']).map(({ kind, codes }) => ({
    kind: kind as FailureKind,
    codes: codes.split(' ') as FailureCode[],
  })));

export const codesOf = (of: FailureKind): FailureCode[] =>
  listed().flatMap(({ kind, codes }) => (kind === of ? codes : []));

export const kindOf = (code: FailureCode): FailureKind =>
  listed().find(({ codes }) => codes.includes(code))?.kind ?? 'internal';

/** What this machine, or the database of a shared journal, could not store. */
export const ofStorage: readonly FailureCode[] = [
  ...words(
    'constraint_failed database_cannot_open database_corrupt database_error database_io database_locked',
  ),
  ...words('database_read_only disk_full file_error file_not_writable journal_unreachable not_a_database'),
];

/** Whether the table has a code that reads so. */
export const isOwnCode = (word: string): boolean =>
  listed().some(({ codes }) => (codes as string[]).includes(word));

type Snake<T extends string> = T extends `${infer Head}-${infer Tail}` ? `${Head}_${Snake<Tail>}` : T;

export const snake = <T extends string>(text: T): Snake<T> => text.replaceAll('-', '_') as Snake<T>;

/** The code of a failure that says no more than its kind: `not_found`, `still_running`. */
export const plainCode = (kind: FailureKind): FailureCode => snake(kind);

export const exitCodeOf = (kind: FailureKind): number => failureKinds[kind].exit;
