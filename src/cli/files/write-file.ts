import { randomBytes } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Failure } from '../../base/errors.ts';
import type { Screen } from '../declare/command.ts';
import type { Content, WriteOptions } from '../declare/context-parts.ts';
import { isStandardOutput } from '../declare/file-limits.ts';
import type { Globals } from '../declare/globals.ts';
import type { World } from '../declare/world.ts';
import { safeBlock } from '../output/text/safe-text.ts';
import { sinkOf } from '../output/text/sink.ts';
import { fileFailure } from './file-failure.ts';
import { isNowhere, isThere, type OutputTarget, outputTarget, replacedText } from './output-target.ts';

/**
 * Writes a whole file, or standard output for `-`. It is written under a random name in the same folder and gets its own
 * when it is whole, so that nothing is ever half written or written through a symbolic link. Says that a file was replaced. Throws
 * `usage` with the path and the reason.
 */
export async function writeFile(
  world: World,
  path: string,
  content: Content,
  options: WriteOptions = {},
  note?: Screen['note'],
): Promise<void> {
  if (isStandardOutput(path)) return writeToStdout(world, content);
  if (isNowhere(world, path)) return;
  const { fresh, secret, ours, inPlace } = options;
  const target = await outputTarget(world, path, options);
  const { rm } = await import('node:fs/promises');
  const begun = join(dirname(target.path), `.outreach-${randomBytes(8).toString('hex')}.tmp`);
  try {
    await fill(world, begun, content, { ...target, ...(secret ? { mode: 0o600 } : {}) });
    if (fresh) await placeNew(world, begun, target);
    else await replaceFile(world, begun, target, inPlace);
    if (isThere(target) && !ours && !inPlace) note?.(replacedText(path));
  } finally {
    await rm(begun, { force: true });
  }
}

async function fill(
  { signal }: World,
  path: string,
  content: Content,
  { name, mode }: OutputTarget,
): Promise<void> {
  const failed = (error: unknown) => {
    throw fileFailure('write', name, error);
  };
  const file = await newFile(path, mode).catch(failed);
  try {
    for await (const piece of typeof content === 'string' ? [content] : content) {
      signal.throwIfAborted();
      await file.writeFile(piece).catch(failed);
    }
    await file.datasync().catch(failed);
  } finally {
    await file.close();
  }
}

/** A file that was not there, with these rights, or with the usual ones. */
export async function newFile(path: string, mode: number | undefined): Promise<FileHandle> {
  const { open } = await import('node:fs/promises');
  const file = await open(path, 'wx+', mode === undefined ? 0o666 : 0o600);
  if (mode !== undefined) await file.chmod(mode);
  return file;
}

/** Writes what a file would hold to standard output, which then holds nothing else: the result is not drawn. */
async function writeToStdout(world: World, content: Content): Promise<void> {
  const { stdout } = world;
  const sink = sinkOf(stdout);
  const decoder = new TextDecoder();
  sink.isTaken = true;
  for await (const piece of typeof content === 'string' ? [content] : content) {
    const text = typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true });
    await sink.write(stdout.isTTY ? safeBlock(text) : text, world);
  }
}

/** Throws `usage` where both a file and the result should go to standard output. */
export function refuseTakenStdout(path: string, { json, ndjson, csv, fields }: Globals): void {
  if (!isStandardOutput(path) || !(json || ndjson || csv || fields)) return;
  const option = json ? '--json' : ndjson ? '--ndjson' : csv ? '--csv' : '--fields';
  throw new Failure(
    'contradicting_options',
    `standard output can hold the file or the result of ${option}, not both`,
    { hint: 'Write the file elsewhere, or leave out the option.' },
  );
}

/** What Windows says while another program has the file open: a virus scanner often only for a moment. */
const busy = new Set(['EBUSY', 'EPERM', 'EACCES']);

/**
 * Puts a finished file in its place, over the plain file that is there; `inPlace` keeps that one under all its names, with
 * what is in the finished one. Throws `usage` with the name of the place.
 */
export async function replaceFile(
  { cwd, clock, platform, room }: Pick<World, 'cwd' | 'clock' | 'platform' | 'room'>,
  finished: string,
  { name, path }: OutputTarget,
  inPlace = false,
): Promise<void> {
  const { copyFile, rename } = await import('node:fs/promises');
  // It may have changed since the writing began.
  const { isLinked } = await outputTarget({ cwd, platform }, path);
  const put = inPlace && isLinked ? copyFile : rename;
  for (let tries = 1; ; tries++) {
    try {
      await put(finished, path);
      return room?.wrote(name);
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      const isBusy = platform === 'win32' && busy.has(code);
      if (!isBusy) throw fileFailure('write', name, error);
      if (tries === 4) throw fileFailure('write', name, { code: 'EBUSY' });
      await clock.sleep(100 * tries);
    }
  }
}

/** Gives a finished file its name where nothing has it yet. */
async function placeNew(
  { room }: Pick<World, 'room'>,
  finished: string,
  { name, path }: OutputTarget,
): Promise<void> {
  const { copyFile, link, constants } = await import('node:fs/promises');
  const withoutLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV']);
  try {
    await link(finished, path).catch((error) => {
      if (!withoutLinks.has(error.code)) throw error;
      return copyFile(finished, path, constants.COPYFILE_EXCL);
    });
    room?.wrote(name);
  } catch (error) {
    throw fileFailure('write', name, error);
  }
}
