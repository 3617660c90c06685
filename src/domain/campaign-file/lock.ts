import { createHash } from 'node:crypto';
import { Failure } from '../../base/errors.ts';
import { isRecord } from '../../base/is-record.ts';
import { jsonProblemAt } from '../../base/text/json-problem.ts';
import type { CampaignFields, FieldName, FieldValue } from './campaign-fields.ts';

export const lockName = 'outreach.lock.json';

const version = 1;

/** Which campaign a file is of, and what was applied to it last. */
export interface LockEntry {
  readonly id: number;
  /** Tells the campaign from another one that has its id after a reset. */
  readonly createdAt: string | null;
  /** Values as {@link storedValue} has them. */
  readonly base: CampaignFields;
}

export type LockedFiles = ReadonlyMap<string, LockEntry>;

/** What `outreach.lock.json` holds: by account, its files. The service is the truth: without it no data is lost. */
export type Lock = ReadonlyMap<string, LockedFiles>;

export function withEntry(lock: Lock, account: string, file: string, entry: LockEntry | undefined): Lock {
  const files = new Map(lock.get(account));
  if (entry) files.set(file, entry);
  else files.delete(file);
  return new Map(lock).set(account, files);
}

const longest = 80;

/** A value as the base has it: of a long text the digest, which is enough to see whether it changed. */
export const storedValue = (value: FieldValue): FieldValue =>
  typeof value === 'string' && (value.length > longest || /^sha256:[0-9a-f]{64}$/.test(value))
    ? `sha256:${createHash('sha256').update(value).digest('hex')}`
    : value;

/** Keys are sorted, so that the same lock is the same text and two branches rarely touch the same line. */
export function lockText(lock: Lock): string {
  const accounts = sorted(lock).map(([account, files]) => [
    account,
    {
      files: Object.fromEntries(
        sorted(files).map(([file, { id, createdAt, base }]) => [
          file,
          { id, createdAt, base: Object.fromEntries(sorted(base)) },
        ]),
      ),
    },
  ]);
  return `${JSON.stringify({ version, accounts: Object.fromEntries(accounts) }, null, 2)}\n`;
}

const sorted = <K extends string, V>(map: ReadonlyMap<K, V>): [K, V][] =>
  [...map].sort(([a], [b]) => (a < b ? -1 : 1));

/** Throws `usage` with the line of what is wrong; `name` is what the person calls the file. */
export function parseLock(name: string, text: string): Lock {
  const plain = text.replace(/^\uFEFF/, '');
  const marker = /^(?:<{7}|={7}|>{7}|\|{7})/m.exec(plain);
  if (marker) throw badLock(name, lineAt(plain, marker.index), 'there are merge markers');
  const problem = jsonProblemAt(plain);
  if (problem !== undefined) throw badLock(name, lineAt(plain, problem), 'this is not JSON');
  const whole: unknown = JSON.parse(plain);
  const lineOf = (key: string) => lineAt(plain, Math.max(0, plain.indexOf(JSON.stringify(key))));
  const fail = (key: string, what: string) => badLock(name, lineOf(key), what);
  if (!isRecord(whole)) throw badLock(name, 1, 'this is not a JSON object');
  if (typeof whole.version === 'number' && whole.version > version)
    throw new Failure(
      'newer_format',
      `${name}, line ${lineOf('version')}: this was written by a newer version of outreach`,
      { hint: 'Update outreach, and run this again.' },
    );
  if (whole.version !== version) throw fail('version', `the version is not ${version}`);
  if (!isRecord(whole.accounts)) throw fail('accounts', 'accounts is not an object');
  return new Map(
    Object.entries(whole.accounts).map(([account, value]) => {
      if (!isRecord(value) || !isRecord(value.files)) throw fail(account, 'an account has no files');
      return [account, filesIn(value.files, fail)];
    }),
  );
}

const filesIn = (files: JsonObject, fail: (key: string, what: string) => Failure): LockedFiles =>
  new Map(
    Object.entries(files).map(([file, entry]) => {
      if (!isRecord(entry) || !Number.isSafeInteger(entry.id)) throw fail(file, 'a file has no id');
      const { id, createdAt, base } = entry;
      if (createdAt !== null && typeof createdAt !== 'string')
        throw fail(file, 'a file has a malformed createdAt');
      if (!isRecord(base) || !Object.values(base).every(isValue))
        throw fail(file, 'a file has a malformed base');
      return [
        file,
        { id: id as number, createdAt, base: new Map(Object.entries(base)) as Map<FieldName, FieldValue> },
      ];
    }),
  );

const isValue = (value: unknown): boolean =>
  value === null ||
  ['string', 'number', 'boolean'].includes(typeof value) ||
  (Array.isArray(value) && value.every((one) => typeof one === 'string'));

type JsonObject = Readonly<Record<string, unknown>>;

const lineAt = (text: string, at: number): number => text.slice(0, at).split('\n').length;

const badLock = (name: string, line: number, what: string): Failure =>
  new Failure('bad_lock_file', `${name}, line ${line}: ${what}`, {
    hint: 'Take one side, or delete the file: the next plan finds the campaigns by their names.',
  });
