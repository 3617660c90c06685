import { randomUUID } from 'node:crypto';
import { readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { trustedFolders } from '../checks/trusted-folders.ts';
import { errno, fileFailure } from '../file-failure.ts';
import type { Surroundings } from '../folders.ts';
import { readJsonFile } from '../json-file.ts';
import { fileMode, makePrivateFolder } from '../private-files.ts';
import { replaceJsonFile } from '../state-file.ts';

/** What completion remembers of the service, in one file for each kind in a folder for each account. It never names a person. */
export interface NamePlace {
  readonly surroundings: Surroundings;
  readonly account: string;
  readonly kind: string;
}

export interface RememberedNames {
  readonly at: number;
  /** What a command takes, and the parts that describe it. */
  readonly items: readonly (readonly string[])[];
}

/** Undefined where nothing is remembered, or it cannot be read. */
export function readNames(place: NamePlace): RememberedNames | undefined {
  const { at, items } = readOurs(fileOf(place, 'json'));
  if (typeof at !== 'number' || !Array.isArray(items)) return undefined;
  const isItem = (item: unknown) => Array.isArray(item) && item.every((part) => typeof part === 'string');
  return items.every(isItem) ? { at, items } : undefined;
}

/** A word for `storeNames`; undefined where another process reads them, or failed within this time. Throws where unwritable. */
export function claimNames(place: NamePlace, now: number, retryAfterMs: number): string | undefined {
  const { state } = trustedFolders(place.surroundings);
  for (const folder of [state, rootOf(place.surroundings), folderOf(place)]) makePrivateFolder(folder);
  const file = fileOf(place, 'claim');
  if (isWithin(readOurs(file).at, now, retryAfterMs)) return undefined;
  rmSync(file, { force: true });
  const claim = randomUUID();
  try {
    writeFileSync(file, JSON.stringify({ claim, at: now }), { mode: fileMode, flag: 'wx' });
  } catch (error) {
    if (errno(error) === 'EEXIST') return undefined;
    throw error;
  }
  return claim;
}

/** Whether a process has begun to read them within this time, and has not failed. */
export function areBeingRead(place: NamePlace, now: number, withinMs: number): boolean {
  const { at, failed } = readOurs(fileOf(place, 'claim'));
  return failed !== true && isWithin(at, now, withinMs);
}

/** Remembers them, unless the account was forgotten since they were claimed. */
export function storeNames(
  place: NamePlace,
  claim: string,
  { at, items }: RememberedNames,
  keptForMs: number,
): void {
  if (!isClaimed(place, claim)) return;
  replaceJsonFile(fileOf(place, 'json'), { at, items });
  rmSync(fileOf(place, 'claim'), { force: true });
  // Accounts without a completion for so long: their key may have been replaced.
  const before = at - keptForMs;
  const root = rootOf(place.surroundings);
  const own = folderOf(place);
  for (const name of namesIn(root)) {
    const path = join(root, name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (path !== own && found && found.mtimeMs < before) removeFolder(path);
  }
}

/** They could not be read: for a while no process tries it again. */
export function failNames(place: NamePlace, claim: string, now: number): void {
  if (isClaimed(place, claim)) replaceJsonFile(fileOf(place, 'claim'), { claim, at: now, failed: true });
}

/** Forgets the accounts that begin so. */
export function forgetNames(surroundings: Surroundings, accounts: string): void {
  const root = rootOf(surroundings);
  for (const name of namesIn(root)) if (name.startsWith(folderName(accounts))) removeFolder(join(root, name));
}

const isClaimed = (place: NamePlace, claim: string): boolean =>
  readOurs(fileOf(place, 'claim')).claim === claim;

const isWithin = (at: unknown, now: number, ms: number): boolean =>
  typeof at === 'number' && at <= now && now - at < ms;

/** Moved away first, so that a process which is about to store something there finds no place for it. */
function removeFolder(path: string): void {
  const gone = `${path}.${randomUUID()}`;
  try {
    renameSync(path, gone);
    rmSync(gone, { recursive: true, force: true, maxRetries: 3 });
  } catch (error) {
    if (errno(error) !== 'ENOENT') throw fileFailure(error, path, 'remove');
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Empty where it is not there, or is not ours: it is only a memory. */
function readOurs(file: string): Readonly<Record<string, unknown>> {
  try {
    return readJsonFile(file).data;
  } catch {
    return {};
  }
}

const rootOf = (surroundings: Surroundings): string => join(trustedFolders(surroundings).state, 'names');
const folderOf = ({ surroundings, account }: NamePlace): string =>
  join(rootOf(surroundings), folderName(account));
const fileOf = (place: NamePlace, type: 'json' | 'claim'): string =>
  join(folderOf(place), `${place.kind}.${type}`);
/** Windows takes no colon in the name of a file. */
const folderName = (account: string): string => account.replace(':', '-');
