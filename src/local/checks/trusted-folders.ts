import { type Stats, statSync } from 'node:fs';
import { platform } from 'node:os';
import { Failure } from '../../base/errors.ts';
import { type Folders, foldersOf, type Surroundings } from '../folders.ts';
import { userId } from '../runtime.ts';

/** The folders of this machine. Throws `usage` where another user could put something else in their place. */
export function trustedFolders(surroundings: Surroundings): Folders {
  const folders = foldersOf(surroundings);
  for (const path of new Set(Object.values(folders))) {
    let found: Stats | undefined;
    try {
      found = statSync(path, { throwIfNoEntry: false });
    } catch {
      // What cannot be looked at is left to its users.
    }
    if (found?.isDirectory()) refuseOthers(path, found);
  }
  return folders;
}

const writableByOthers = 0o022;
/** On `/tmp` and its like, which are not ours to close. A folder of one's own may have it, too. */
const stickyBit = 0o1000;

/** Throws `usage` for a folder or file of another user, or one that others can write to. Windows has no such modes. */
export function refuseOthers(path: string, found: Stats, self = userId()): void {
  if (platform() === 'win32' || self === undefined) return;
  const isOpen = (found.mode & writableByOthers) !== 0;
  if (found.uid !== self && self !== 0)
    throw new Failure('foreign_owner', `${path} belongs to another user (${found.uid}); it was not used`, {
      hint: 'Name a folder of your own in OUTREACH_HOME.',
    });
  if (!isOpen) return;
  const shown = (found.mode & 0o1777).toString(8).padStart(4, '0');
  const message = `Other users can write to ${path} (mode ${shown}); it was not used`;
  if (found.isDirectory() && found.mode & stickyBit)
    throw new Failure('unsafe_path', message, { hint: 'Name a folder of your own in OUTREACH_HOME.' });
  const [what, mode] = found.isDirectory() ? (['folder', '700'] as const) : (['file', '600'] as const);
  throw new Failure(`open_${what}`, message, {
    hint: `Close it: chmod ${mode} '${path}'. Before that, look at what others may have put there.`,
  });
}

/** Where another user could redirect what is kept. */
export function unsafe(path: string, what: string): Failure {
  return new Failure('unsafe_path', `${path} is ${what}; it was not touched`, {
    hint: 'Outreach keeps its files only in real folders and plain files. Move it away, or name another folder in OUTREACH_HOME.',
  });
}
