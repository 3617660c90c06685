import type { BigIntStats, Stats } from 'node:fs';
import { Failure } from '../../base/errors.ts';
import { lostOnWindows } from '../../base/text/windows-name.ts';
import type { WriteOptions } from '../declare/context-parts.ts';
import { isStandardOutput } from '../declare/file-limits.ts';
import type { World } from '../declare/world.ts';
import { safeLine } from '../output/text/safe-text.ts';
import { fileFailure } from './file-failure.ts';
import { pathOf } from './room.ts';

/** The place of a file that is written: free, or taken by a plain file that may be replaced. */
export interface OutputTarget {
  /** As the person named it. */
  readonly name: string;
  readonly path: string;
  /** The rights of the file that is there. */
  readonly mode: number | undefined;
  /** Another name of the same file would keep what was in it before, were it replaced. */
  readonly isLinked?: boolean;
}

export type Place = Pick<World, 'cwd' | 'room' | 'platform'>;

export const isThere = ({ mode }: OutputTarget): boolean => mode !== undefined;

/** People may have meant another name. */
export const replacedText = (name: string): string => `Replaced ${name}, which was there already.`;

/** Looks at a place without following links. Throws `usage` where no file can be written there. */
export async function outputTarget(
  world: Place,
  name: string,
  { fresh, ours, ofCampaign, begins = '' }: WriteOptions = {},
): Promise<OutputTarget> {
  const { lstat } = await import('node:fs/promises');
  const path = pathOf(world, name);
  if (!ours) (ofCampaign ? refuseOddName : refuseEnding)(world, name);
  const found = await lstat(path).catch((error) => {
    if (error.code === 'ENOENT') return undefined;
    throw fileFailure('write', name, error);
  });
  if (found === undefined) return { name, path, mode: undefined };
  const reason = oddity(found);
  if (reason !== undefined) throw refused(name, reason);
  const elsewhere = { hint: 'Name another file, or move this one away.' };
  if (fresh) throw fileFailure('write', name, { code: 'EEXIST' }).with(elsewhere);
  if (!ours && world.room?.mayReplace(name) === false)
    throw new Failure(
      'file_not_writable',
      `cannot write ${name}: it is there, and this session did not write it, or it was changed since`,
      { hint: 'Name a new file.' },
    );
  if (begins !== '' && found.size > 0 && !(await beginsWith(path, begins)))
    throw refused(name, 'it is there, and holds something else').with(elsewhere);
  return { name, path, mode: found.mode & 0o777, isLinked: found.nlink > 1 };
}

async function beginsWith(path: string, text: string): Promise<boolean> {
  const { open } = await import('node:fs/promises');
  const file = await open(path);
  try {
    const wanted = Buffer.from(text);
    const { buffer } = await file.read(Buffer.alloc(wanted.length), 0, wanted.length, 0);
    return wanted.equals(buffer);
  } finally {
    await file.close();
  }
}

/** A name that Windows takes for something else, or one of an agent that a shell does. Throws `usage` for them. */
export function refuseOddName({ room, platform }: Omit<Place, 'cwd'>, name: string): void {
  const lost = platform === 'win32' ? lostOnWindows(name) : undefined;
  if (lost !== undefined) throw refused(name, lost);
  if (room === undefined || (safeLine(name) === name && !/(?:^|[\\/])-/.test(name))) return;
  throw new Failure(
    'file_not_writable',
    `cannot write ${name}: a name in it begins with a dash, or has characters that are not visible`,
    { hint: 'Name a new file with letters and digits.' },
  );
}

/** An agent writes data and pages, never what another program does as it says. Throws `usage` for all else. */
function refuseEnding(world: Place, name: string): void {
  refuseOddName(world, name);
  if (world.room === undefined || /\.(?:csv|tsv|ndjson|jsonl|html|eml)$/i.test(name)) return;
  throw new Failure('file_not_writable', `cannot write ${name}: an agent writes only data files and pages`, {
    hint: 'Name a new file that ends in .csv, .tsv, .ndjson, .jsonl or .html.',
  });
}

/** Why nothing is written to what is there; undefined for a plain file. */
export function oddity(found: Stats | BigIntStats): string | undefined {
  if (found.isFile()) return undefined;
  if (found.isSymbolicLink()) return 'it is a symbolic link, and links are not followed';
  if (found.isDirectory()) return 'it is a folder';
  if (found.isFIFO()) return 'it is a named pipe';
  return found.isSocket() ? 'it is a socket' : 'it is a device';
}

/** The same as `outputTarget` for a place that may also be standard output. */
export async function checkOutput(world: Place, name: string, options?: WriteOptions): Promise<void> {
  if (!isStandardOutput(name) && !isNowhere(world, name)) await outputTarget(world, name, options);
}

/** What is written there is not wanted. */
export const isNowhere = ({ platform }: Pick<World, 'platform'>, name: string): boolean =>
  name === '/dev/null' || (platform === 'win32' && /^nul$/i.test(name));

export const refused = (name: string, reason: string): Failure =>
  new Failure('file_not_writable', `cannot write ${name}: ${reason}`, {
    hint: 'Name a plain file or a new one, or - for standard output.',
  });
