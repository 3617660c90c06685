import { dirname } from 'node:path';
import { Failure } from '../../base/errors.ts';
import { userId } from '../../local/runtime.ts';
import type { Context } from '../declare/command.ts';
import { fileFailure } from '../files/file-failure.ts';
import { withBlock, withoutBlock } from './block.ts';
import { ours, type ShellFile } from './shell-files.ts';

export interface ChangedFile {
  readonly file: string;
  readonly change: 'created' | 'changed' | 'unchanged' | 'removed';
}

/** What is to be done with one file, worked out before any of them is changed. */
interface Step extends ChangedFile {
  apply(): Promise<void>;
}

/** Puts what the shell needs where it looks; all files are looked at before the first is written. */
export const installFiles = (context: Context, files: readonly ShellFile[], dryRun: boolean) =>
  take(dryRun, files, (file) => install(context, file));

/** Takes away what `installFiles` put there, and nothing else. */
export const uninstallFiles = (context: Context, files: readonly ShellFile[], dryRun: boolean) =>
  take(dryRun, [...files].reverse(), (file) => uninstall(context, file));

async function take(
  dryRun: boolean,
  files: readonly ShellFile[],
  stepOf: (file: ShellFile) => Promise<Step>,
): Promise<ChangedFile[]> {
  const steps: Step[] = [];
  for (const file of files) steps.push(await stepOf(file));
  for (const { change, apply } of steps) if (!dryRun && change !== 'unchanged') await apply();
  return steps.map(({ file, change }) => ({ file, change }));
}

async function install(context: Context, file: ShellFile): Promise<Step> {
  const { path, form, lines } = file;
  const found = await existing(context, file);
  // Bytes stay what they are: the lines join them as bytes of UTF-8.
  const added = found?.encoding === 'utf16le' ? lines : lines.map((line) => asBytes(line, 'utf8'));
  const text = form === 'own' ? `${added.join('\n')}\n` : inFile(path, () => withBlock(found?.text, added));
  const change = found === undefined ? 'created' : found.text === text ? 'unchanged' : 'changed';
  return {
    file: path,
    change,
    apply: async () => {
      if (found === undefined) await makeFolders(path);
      await write(context, found ?? { path, encoding: 'latin1' }, text);
    },
  };
}

async function uninstall(context: Context, file: ShellFile): Promise<Step> {
  const { path, form } = file;
  const found = await existing(context, file);
  const rest =
    found === undefined || form === 'own' ? undefined : inFile(path, () => withoutBlock(found.text));
  if (found === undefined || rest === found.text)
    return { file: path, change: 'unchanged', apply: async () => {} };
  if (rest === undefined) return { file: path, change: 'removed', apply: () => remove(file) };
  return { file: path, change: 'changed', apply: () => write(context, found, rest) };
}

function inFile<T>(path: string, change: () => T): T {
  try {
    return change();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new Failure('malformed_file', `${path}: ${error.message}`, {
      hint: 'Move your own lines elsewhere in that file, delete those of outreach with their marks, and run this again.',
    });
  }
}

interface Found {
  /** Where links lead to: what is a link stays one. */
  readonly path: string;
  readonly text: string;
  readonly encoding: 'latin1' | 'utf16le';
}

/**
 * A file byte by byte, whatever its encoding; undefined where there is none. Throws `usage` where a whole file is by another
 * hand, or belongs to another user, who could not change it any more.
 */
async function existing(context: Context, { path, form }: ShellFile): Promise<Found | undefined> {
  const { lstat, realpath, readFile, stat } = await import('node:fs/promises');
  const isThere = await lstat(path).then(
    () => true,
    (error) => {
      if (['ENOENT', 'ENOTDIR'].includes(error.code)) return false;
      throw fileFailure('read', path, error);
    },
  );
  if (!isThere) return undefined;
  const real = await onDisk('read', path, () => realpath(path));
  await context.files.checkOutput(real);
  const { uid } = await onDisk('read', path, () => stat(real));
  const self = userId();
  if (self !== undefined && uid !== self)
    throw new Failure('foreign_owner', `${path} belongs to another user (${uid}); it was not changed`, {
      hint: 'Run this as that user.',
    });
  const bytes = await onDisk('read', path, () => readFile(real));
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf16le' : 'latin1';
  const text = bytes.toString(encoding);
  if (form === 'own' && !ours.test(text))
    throw new Failure('file_not_writable', `${path} is there, and outreach did not make it`, {
      hint: 'Move it away and run this again.',
    });
  return { path: real, text, encoding };
}

const asBytes = (text: string, encoding: BufferEncoding) => Buffer.from(text, encoding).toString('latin1');

async function write(
  context: Context,
  { path, encoding }: Pick<Found, 'path' | 'encoding'>,
  text: string,
): Promise<void> {
  async function* content() {
    yield Buffer.from(text, encoding);
  }
  await context.files.writeFile(path, content(), { inPlace: true });
}

async function makeFolders(path: string): Promise<void> {
  const { makeFolders } = await import('../../local/private-files.ts');
  await onDisk('write', path, () => makeFolders(dirname(path)));
}

/** With the folders above it that are empty then, up to the one that other programs use. */
async function remove({ path, base }: ShellFile): Promise<void> {
  const { rm, rmdir } = await import('node:fs/promises');
  await onDisk('write', path, () => rm(path));
  for (
    let folder = dirname(path);
    base !== undefined && folder.startsWith(`${base}/`);
    folder = dirname(folder)
  ) {
    const isEmpty = await rmdir(folder).then(
      () => true,
      () => false,
    );
    if (!isEmpty) return;
  }
}

async function onDisk<T>(verb: 'read' | 'write', path: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw fileFailure(verb, path, error);
  }
}
