import { closeSync, constants, lstatSync, openSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { Failure } from '../../base/errors.ts';
import type { OwnPlaces } from '../../local/folders.ts';
import { pattern } from '../advice/line-of.ts';
import type { Room, World } from '../declare/world.ts';
import { fileFailure } from './file-failure.ts';

/** Where a file that was named on the line is. Throws `usage` where this world may not touch it. */
export const pathOf = ({ cwd, room }: Pick<World, 'cwd' | 'room'>, name: string): string =>
  room ? room.place(name) : resolve(cwd, name);

interface RoomOptions {
  /** Files and folders that no one else may touch, and folders in which all files are such. */
  readonly own?: OwnPlaces;
  /** What this session wrote, by its path, as it was then: it may replace that. Where it is absent, anything may be replaced. */
  readonly written?: Map<string, string | undefined>;
}

interface OpenRoom extends Room {
  /** Lets go of the folders that places are in. */
  close(): void;
}

/**
 * One folder and what is in it, by whatever links. A place is a name in a folder that is open, so that a link which takes
 * the place of a folder after the check leads nowhere else; it is good until `close`. Where the system has no
 * /proc, it is checked only at that moment.
 */
export function openRoom(
  folder: string,
  platform: NodeJS.Platform,
  { own = { places: [], folders: [] }, written }: RoomOptions = {},
): OpenRoom {
  const open = new Map<string, number>();
  const pinned = (real: string): string => {
    if (platform !== 'linux') return real;
    const known = open.get(real);
    const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = constants;
    const descriptor = known ?? openSync(real, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
    open.set(real, descriptor);
    const path = `/proc/self/fd/${descriptor}`;
    // A folder above it may have become a link between the check and the opening.
    if (known === undefined && !isIn(folder, readlinkSync(path))) throw new OutsideRoom();
    return path;
  };
  return {
    place(name) {
      const path = resolve(folder, name);
      try {
        const { above, rest } = existing(path);
        if (!isIn(folder, path) || !isIn(folder, above)) throw new OutsideRoom();
        const real = join(above, ...rest);
        if (isHidden(folder, path) || isHidden(folder, real))
          throw closed(name, 'its path has a name that begins with a dot');
        if (isOwn(own, real)) throw closed(name, 'this program keeps its own files there');
        if (rest.length > 0) return join(pinned(above), ...rest);
        if (lstatSync(above).isDirectory()) return `${pinned(above)}${sep}.`;
        return join(pinned(dirname(above)), basename(above));
      } catch (error) {
        if (error instanceof Failure) throw error;
        if (!(error instanceof OutsideRoom)) throw fileFailure('read', name, error);
        throw new Failure('outside_folder', `${name} is outside of the folder that is open to the agent`, {
          hint: 'Name a file in that folder, relative to it.',
        });
      }
    },
    mayReplace(name) {
      const path = resolve(folder, name);
      return written === undefined || (written.has(path) && written.get(path) === stateOf(path));
    },
    wrote(name) {
      const path = resolve(folder, name);
      written?.set(path, stateOf(path));
    },
    close() {
      for (const descriptor of open.values()) closeSync(descriptor);
      open.clear();
    },
  };
}

/** No file at all. */
export const noRoom: OpenRoom = {
  place() {
    throw new Failure('no_folder', 'No file is read or written: no folder is open to the agent', {
      hint: `The person who starts the server opens one: ${pattern('mcp serve', { folder: '<dir>' })}`,
    });
  },
  mayReplace: () => false,
  wrote: () => {},
  close: () => {},
};

const closed = (name: string, why: string): Failure =>
  new Failure('outside_folder', `${name} is not open to the agent: ${why}`, {
    hint: 'Name another file in the folder.',
  });

/** `.git`, `.env`: what is in them belongs to other programs. */
const isHidden = (folder: string, path: string): boolean =>
  relative(folder, path)
    .split(sep)
    .some((part) => part.startsWith('.') && part !== '..');

const isOwn = ({ places, folders }: OwnPlaces, real: string): boolean =>
  places.some((place) => isIn(realOf(place), real)) ||
  (folders.some((folder) => dirname(real) === realOf(folder)) &&
    lstatSync(real, { throwIfNoEntry: false })?.isDirectory() !== true);

/** Another one after every change by others; undefined where it is gone. */
function stateOf(path: string): string | undefined {
  const found = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return found && [found.dev, found.ino, found.size, found.mtimeNs].join(' ');
}

function realOf(place: string): string {
  const { above, rest } = existing(place);
  return join(above, ...rest);
}

class OutsideRoom extends Error {}

/** How much of a path is there, with every link resolved, and the names behind it that are not. */
function existing(path: string): { readonly above: string; readonly rest: readonly string[] } {
  try {
    return { above: realpathSync(path), rest: [] };
  } catch (error) {
    const parent = dirname(path);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === path) throw error;
    const { above, rest } = existing(parent);
    return { above, rest: [...rest, basename(path)] };
  }
}

function isIn(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && resolve(folder, way) === path;
}
