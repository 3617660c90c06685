import {
  chmodSync,
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  openSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs';
import { platform } from 'node:os';
import { dirname } from 'node:path';
import { Failure } from '../base/errors.ts';
import { refuseOthers, unsafe } from './checks/trusted-folders.ts';
import { elsewhere, errno, fileFailure } from './file-failure.ts';

/** Only the owner may read, change or look into what is stored on this machine. */
const folderMode = 0o700;
export const fileMode = 0o600;

/** Makes a folder, with its parents, for the owner alone. One that is there already keeps its mode. */
export function makeFolder(path: string): void {
  try {
    makeFolders(path);
  } catch (error) {
    if (errno(error) !== 'ENOENT') throw fileFailure(error, path, 'make the folder');
    throw new Failure('file_error', `Could not make the folder ${path}: no folder can be made there`, {
      hint: elsewhere,
      cause: error,
    });
  }
}

/** One step at a time: Node's own way tries for ever where a folder is there and takes no other, as under /proc. */
export function makeFolders(path: string): void {
  try {
    mkdirSync(path, { mode: folderMode });
  } catch (error) {
    if (isFolder(path)) return;
    const parent = dirname(path);
    if (errno(error) !== 'ENOENT' || parent === path || isFolder(parent)) throw error;
    makeFolders(parent);
    makeFolders(path);
  }
}

/** Links are followed; whatever keeps it from being seen is a no. */
export const isFolder = (path: string): boolean => {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
};

/** Closes one of ours that others could look into; refuses symlinks, and what others own or could write to. */
export function makePrivateFolder(path: string): void {
  const before = look(path);
  if (!before) makeFolder(path);
  const found = before ?? look(path);
  if (!found?.isDirectory()) throw unsafe(path, found?.isSymbolicLink() ? 'a symbolic link' : 'not a folder');
  if (before) refuseOthers(path, found);
  tighten(path, found, folderMode);
}

/** Makes an empty file for the owner alone, or closes to others the one that is there. Symlinks are refused. */
export function makePrivateFile(path: string): void {
  const found = look(path);
  if (found) {
    refuseUnlessFile(path, found);
    tighten(path, found, fileMode);
    return;
  }
  try {
    const { O_CREAT, O_RDWR, O_NOFOLLOW } = constants;
    closeSync(openSync(path, O_CREAT | O_RDWR | (O_NOFOLLOW ?? 0), fileMode));
  } catch (error) {
    throw fileFailure(error, path, 'create');
  }
}

/** Whether or not it is there. */
export function removeFile(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch (error) {
    throw fileFailure(error, path, 'remove');
  }
}

/** Throws where `path` is a symlink, a folder or a device: another user could redirect our files with it. */
export function refuseUnlessFile(path: string, found: Stats): void {
  if (!found.isFile()) throw unsafe(path, found.isSymbolicLink() ? 'a symbolic link' : 'not a plain file');
}

/** What is at `path`, links not followed; undefined where nothing is. */
export function look(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (errno(error) === 'ENOTDIR') return undefined;
    throw fileFailure(error, path, 'read');
  }
}

/** True where others than the owner may do anything with it. Windows keeps its rights elsewhere. */
export const isOpenToOthers = (found: Stats): boolean => platform() !== 'win32' && (found.mode & 0o077) !== 0;

function tighten(path: string, found: Stats, mode: number): void {
  if (!isOpenToOthers(found)) return;
  try {
    chmodSync(path, mode);
  } catch (error) {
    throw fileFailure(error, path, 'close to others');
  }
}
