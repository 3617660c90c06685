import { randomBytes } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Screen } from '../declare/command.ts';
import type { Content, WriteOptions } from '../declare/context-parts.ts';
import { isStandardOutput } from '../declare/file-limits.ts';
import type { World } from '../declare/world.ts';
import { fileFailure } from './file-failure.ts';
import { isNowhere, isThere, type OutputTarget, outputTarget, replacedText } from './output-target.ts';
import { placeNew, replaceFile } from './replace-file.ts';
import { writeToStdout } from './write-to-stdout.ts';

/**
 * Writes a whole file, or standard output for `-`. It is written under a random name in the same folder and gets its own
 * when it is whole, so that nothing is ever half written or written through a symbolic link. Says that a file was replaced. Throws
 * `usage` with the path and the reason.
 */
export async function writeFile(
  world: World,
  path: string,
  content: Content,
  { fresh = false, secret = false, ours = false, ofCampaign = false, inPlace = false }: WriteOptions = {},
  note?: Screen['note'],
): Promise<void> {
  if (isStandardOutput(path)) return writeToStdout(world, content);
  if (isNowhere(world, path)) return;
  const target = await outputTarget(world, path, { fresh, ours, ofCampaign });
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
