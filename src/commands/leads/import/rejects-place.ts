import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import { Failure } from '../../../base/errors.ts';
import type { Context, Files } from '../../../cli/declare/command.ts';
import type { World } from '../../../cli/declare/world.ts';
import { fileFailure } from '../../../cli/files/file-failure.ts';
import { pathOf } from '../../../cli/files/room.ts';
import { isSameFile } from '../../../cli/files/same-file.ts';
import type { FirstPass } from './first-pass.ts';
import type { ImportOptions } from './import-options.ts';

/**
 * Writes the rejected rows and gives the name of their file: the one that was said, else one of their own. Work of
 * a person who fixes the rejects of an earlier run is never lost: a file that is there with other content stays, and the
 * next name is taken.
 */
export async function writeRejects(
  { files }: Context,
  { file, rejects, objects }: Pick<ImportOptions, 'file' | 'rejects'> & { readonly objects: boolean },
  pass: FirstPass,
): Promise<string> {
  const pieces = () => pass.rejects.pieces(pass.mapping);
  if (rejects !== undefined) {
    await files.writeFile(rejects, pieces());
    return rejects;
  }
  return writeUnderFreeName(files, (number) => besideName(file, 'rejects', objects, number), pieces);
}

/**
 * Under the first name that is free, for the owner alone, so that it outlives a power cut; a file of exactly this content is
 * it already.
 */
export async function writeUnderFreeName(
  files: Files,
  nameOf: (number: number) => string,
  pieces: () => AsyncIterable<Uint8Array | string>,
): Promise<string> {
  for (let number = 1; ; number++) {
    const name = nameOf(number);
    try {
      await files.writeFile(name, pieces(), { fresh: true, secret: true });
      await syncFolderOf(files.world, name);
      return name;
    } catch (error) {
      const isThere = error instanceof Failure && (error.cause as NodeJS.ErrnoException)?.code === 'EEXIST';
      if (!isThere) throw error;
      if (await holds(files.world, name, pieces())) return name;
    }
  }
}

async function syncFolderOf(world: World, name: string): Promise<void> {
  const { open } = await import('node:fs/promises');
  const folder = await open(dirname(pathOf(world, name)), 'r').catch(() => undefined);
  // Windows does not sync folders.
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}

/** Checks the place of a file before the other one is read: it may not be that one itself. Throws `usage`. */
export async function checkPlace(
  { files }: Context,
  file: string,
  place: string,
  option: 'rejects' | 'fix',
): Promise<void> {
  await files.checkOutput(place);
  const code = option === 'fix' ? 'fix_over_input' : 'rejects_over_input';
  if (await isSameFile(files.world, file, place))
    throw new Failure(code, `${place} is the file that is read: it is not replaced.`, {
      hint: `Name another file with --${option}.`,
    });
}

async function holds(
  world: World,
  name: string,
  pieces: AsyncIterable<Uint8Array | string>,
): Promise<boolean> {
  const { createReadStream } = await import('node:fs');
  try {
    return (await hashOf(createReadStream(pathOf(world, name)))) === (await hashOf(pieces));
  } catch (error) {
    throw fileFailure('write', name, error);
  }
}

async function hashOf(pieces: AsyncIterable<Uint8Array | string>): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
}

/** The name of a file that goes with another: `prospects.fixed.csv`, then `prospects.fixed-2.csv`; in the present folder. */
export function besideName(file: string, what: string, objects: boolean, number = 1): string {
  const name = isNameless(file) ? 'leads' : (file.split(/[\\/]/).at(-1) ?? file);
  const again = number === 1 ? '' : `-${number}`;
  return `${name.replace(/(?<=.)\.[^.]+$/, '')}.${what}${again}.${objects ? 'ndjson' : 'csv'}`;
}

/** Standard input, or what a shell made for this run. */
export const isNameless = (file: string): boolean => file === '-' || /^\/(?:dev|proc)\//.test(file);
