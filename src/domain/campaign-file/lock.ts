import { createHash } from 'node:crypto';
import { Failure } from '../../base/errors.ts';
import { isRecord } from '../../base/is-record.ts';
import { jsonProblemAt } from '../../base/text/json-problem.ts';
import { firstProblemOf } from '../../contract/schema/problems-of.ts';
import * as s from '../../contract/schema/schema.ts';
import type { CampaignFields, FieldValue } from './campaign-fields.ts';

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
  const accounts: [account: string, held: object][] = [];
  for (const [account, files] of sorted(lock)) {
    const entries: [file: string, entry: object][] = [];
    for (const [file, { id, createdAt, base }] of sorted(files))
      entries.push([file, { id, createdAt, base: Object.fromEntries(sorted(base)) }]);
    accounts.push([account, { files: Object.fromEntries(entries) }]);
  }
  return `${JSON.stringify({ version, accounts: Object.fromEntries(accounts) }, null, 2)}\n`;
}

const sorted = <K extends string, V>(map: ReadonlyMap<K, V>): [K, V][] =>
  [...map].sort(([a], [b]) => (a < b ? -1 : 1));

const value = s.either(s.string(), s.number(), s.boolean(), s.array(s.string()));
const base = s.map(s.nullable(value));
const entry = s.record({
  id: s.integer(0, Number.MAX_SAFE_INTEGER),
  createdAt: s.nullable(s.string()),
  base,
});
const account = s.record({ files: s.map(entry) });
const document = s.record({ version: s.oneOf([version]), accounts: s.map(account) });

/** Throws `usage` with what is wrong, and where; `name` is what the person calls the file. */
export function parseLock(name: string, text: string): Lock {
  const plain = text.replace(/^\uFEFF/, '');
  const lineAt = (at: number) => `${name}, line ${plain.slice(0, at).split('\n').length}`;
  const marker = /^(?:<{7}|={7}|>{7}|\|{7})/m.exec(plain);
  if (marker) throw badLock(lineAt(marker.index), 'there are merge markers');
  const problem = jsonProblemAt(plain);
  if (problem !== undefined) throw badLock(lineAt(problem), 'this is not JSON');
  const whole: unknown = JSON.parse(plain);
  if (isRecord(whole) && typeof whole.version === 'number' && whole.version > version)
    throw new Failure('newer_format', `${name}: this was written by a newer version of outreach`, {
      hint: 'Update outreach, and run this again.',
    });
  const check = (schema: s.Schema, held: unknown, at = 'the whole') => {
    const wrong = firstProblemOf(schema, held);
    if (wrong) throw badLock(name, `${wrong.field || at} ${wrong.reason}`);
  };
  check(document, whole);
  // The check of the whole passes over names that every object has: `__proto__`, `constructor`.
  const mapped = <T, R>(record: Readonly<Record<string, T>>, of: s.Schema, to: (one: T) => R) => {
    const found = new Map<string, R>();
    for (const [key, one] of Object.entries(record)) {
      check(of, one, key);
      found.set(key, to(one));
    }
    return found;
  };
  const { accounts } = whole as s.DocumentOf<typeof document>;
  return mapped(accounts, account, ({ files }) =>
    mapped(files, entry, (one) => ({ ...one, base: mapped(one.base, s.nullable(value), (held) => held) })),
  ) as Lock;
}

const badLock = (where: string, what: string): Failure =>
  new Failure('bad_lock_file', `${where}: ${what}`, {
    hint: 'Take one side, or delete the file: the next plan finds the campaigns by their names.',
  });
