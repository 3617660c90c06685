import {
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  type Stats,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../base/errors.ts';
import { isDeviceName } from '../../base/text/windows-name.ts';

/** Letters, digits, dots, dashes and underscores, so that a name stays a file of this folder on every system. */
const names = /^[a-z0-9][a-z0-9._-]{0,63}$/iu;

const extension = '.db';
const unfinished = '.saving';
const hourMs = 3_600_000;

/** Throws `usage` for a name that could leave the folder, or that some system cannot have. */
function checkSnapshotName(name: string): void {
  if (names.test(name) && !isDeviceName(name) && !name.endsWith('.')) return;
  throw new Failure('invalid_snapshot_name', `'${name}' cannot be the name of a snapshot`, {
    hint: 'Letters, digits, dots, dashes and underscores, 64 at most, a letter or digit first: before-launch',
  });
}

const snapshotFile = (folder: string, name: string): string => join(folder, `${name}${extension}`);

export function isTaken(folder: string, name: string): boolean {
  checkSnapshotName(name);
  try {
    return lstatSync(snapshotFile(folder, name), { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    throw notSaved(folder, error);
  }
}

/** The snapshot that is there; throws `not-found` where there is none, `usage` where something else is in its place. */
export function existingSnapshot(folder: string, name: string): { file: string; found: Stats } {
  checkSnapshotName(name);
  refuseLink(folder);
  const file = snapshotFile(folder, name);
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (!found) throw new Failure('no_such_snapshot', `There is no snapshot '${name}'`);
  if (!found.isFile()) throw new Failure('unsafe_path', `${file} is not a plain file; it was not touched`);
  return { file, found };
}

/** Lets `write` fill a new file of its owner's alone, and puts it in its place only when it is whole and on the disk. */
export function writeSnapshot(
  folder: string,
  name: string,
  now: number,
  write: (file: string) => void,
): void {
  const file = join(folder, `.${name}-${now}-${extension.slice(1)}${unfinished}`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    refuseLink(folder);
    // What a save that was killed left behind.
    for (const entry of readdirSync(folder)) {
      if (!entry.startsWith('.') || !entry.endsWith(unfinished)) continue;
      const found = lstatSync(join(folder, entry), { throwIfNoEntry: false });
      if (found && now - found.mtimeMs > hourMs) rmSync(join(folder, entry), { force: true });
    }
    // SQLite writes into an empty file that is there, and leaves its mode alone.
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    throw error instanceof Failure ? error : notSaved(folder, error);
  }
  try {
    write(file);
    const written = openSync(file, 'r+');
    fsyncSync(written);
    closeSync(written);
    // Its date is the clock of the caller, which a test can set.
    utimesSync(file, now / 1000, now / 1000);
    renameSync(file, snapshotFile(folder, name));
  } catch (error) {
    rmSync(file, { force: true });
    if (error instanceof Failure) throw error;
    throw notSaved(folder, error);
  }
}

/** A link in the place of the folder could redirect what is written or loaded. */
function refuseLink(folder: string): void {
  if (!lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()) return;
  throw new Failure('unsafe_path', `${folder} is a symbolic link; it was not touched`, {
    hint: 'Put a real folder in its place, or name another folder in OUTREACH_HOME.',
  });
}

/** Names of what is there, in alphabetical order. */
export function snapshotNames(folder: string): string[] {
  refuseLink(folder);
  let entries: string[];
  try {
    entries = readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new Failure(
      'snapshots_unreadable',
      `The snapshots in ${folder} cannot be read: ${(error as Error).message}`,
      {
        cause: error,
      },
    );
  }
  const found: string[] = [];
  for (const entry of entries)
    if (entry.endsWith(extension) && names.test(entry)) found.push(entry.slice(0, -extension.length));
  return found.sort();
}

const notSaved = (folder: string, error: unknown): Failure =>
  new Failure('snapshot_not_saved', `No snapshot could be saved in ${folder}: ${(error as Error).message}`, {
    hint: 'The sandbox is as it was. Check the folder and its owner.',
    cause: error,
  });
