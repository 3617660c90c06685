import { dirname } from 'node:path';
import { digest } from '../../base/digest.ts';
import { Failure } from '../../base/errors.ts';
import { userId } from '../../local/runtime.ts';
import type { Context } from '../declare/command.ts';
import { fileFailure } from '../files/file-failure.ts';
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
  take(dryRun, files, async (file) => {
    const { path, form, lines } = file;
    const found = await existing(context, file);
    // Bytes stay what they are: the lines join them as bytes of UTF-8.
    const added = lines.map((line) => Buffer.from(line).toString('latin1'));
    const text = form === 'own' ? `${added.join('\n')}\n` : inFile(path, () => withBlock(found?.text, added));
    const change = found === undefined ? 'created' : found.text === text ? 'unchanged' : 'changed';
    return {
      file: path,
      change,
      apply: async () => {
        if (found === undefined) await makeFolders(path);
        await write(context, found?.path ?? path, text);
      },
    };
  });

/** Takes away what `installFiles` put there, and nothing else. */
export const uninstallFiles = (context: Context, files: readonly ShellFile[], dryRun: boolean) =>
  take(dryRun, [...files].reverse(), async (file) => {
    const { path, form } = file;
    const found = await existing(context, file);
    const rest =
      found === undefined || form === 'own' ? undefined : inFile(path, () => withoutBlock(found.text));
    if (found === undefined || rest === found.text)
      return { file: path, change: 'unchanged', apply: async () => {} };
    if (rest === undefined) return { file: path, change: 'removed', apply: () => remove(file) };
    return { file: path, change: 'changed', apply: () => write(context, found.path, rest) };
  });

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
  const real = await onDisk('read', path, realpath(path));
  await context.files.checkOutput(real);
  const { uid } = await onDisk('read', path, stat(real));
  const self = userId();
  if (self !== undefined && uid !== self)
    throw new Failure('foreign_owner', `${path} belongs to another user (${uid}); it was not changed`, {
      hint: 'Run this as that user.',
    });
  const text = await onDisk('read', path, readFile(real, 'latin1'));
  if (form === 'own' && !ours.test(text))
    throw new Failure('file_not_writable', `${path} is there, and outreach did not make it`, {
      hint: 'Move it away and run this again.',
    });
  return { path: real, text };
}

async function write(context: Context, path: string, text: string): Promise<void> {
  async function* content() {
    yield Buffer.from(text, 'latin1');
  }
  await context.files.writeFile(path, content(), { inPlace: true });
}

async function makeFolders(path: string): Promise<void> {
  const { makeFolders } = await import('../../local/private-files.ts');
  try {
    makeFolders(dirname(path));
  } catch (error) {
    throw fileFailure('write', path, error);
  }
}

/** With the folders above it that are empty then, up to the one that other programs use. */
async function remove({ path, base }: ShellFile): Promise<void> {
  const { rm, rmdir } = await import('node:fs/promises');
  await onDisk('write', path, rm(path));
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

async function onDisk<T>(verb: 'read' | 'write', path: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw fileFailure(verb, path, error);
  }
}

/** What the first mark says about the file before, so that it can be put back byte for byte. */
const notes = { whole: '', made: ', in a new file', cut: ', after a line without end' } as const;
const program = 'outreach';
const name = `${program} completion`;
const end = `# <<< ${name} <<<`;
const begin = new RegExp(`# >>> ${name}(?: ([0-9a-f]{8}))?(${Object.values(notes).join('|')}) >>>`);
const block = new RegExp(`${begin.source}\\r?\\n((?:(?!# >>> ${name})[^\\n]*\\n)*?)${end}\\r?\\n?`);

/** The text with these lines in it between two marks: where they are already, else at its end. Its line ends stay. */
export function withBlock(text: string | undefined, lines: readonly string[]): string {
  const note = find(text ?? '')?.note;
  const eol = text?.includes('\r\n') ? '\r\n' : '\n';
  const written = (said: string) => [`# >>> ${name} ${sumOf(lines)}${said} >>>`, ...lines, end, ''].join(eol);
  if (text === undefined) return written(notes.made);
  if (note !== undefined) return text.replace(block, () => written(note));
  return text === '' || text.endsWith('\n') ? text + written(notes.whole) : text + eol + written(notes.cut);
}

/** The text before `withBlock`; undefined where there was no file, and nothing was added to it since. */
export function withoutBlock(text: string): string | undefined {
  const found = find(text);
  if (found === undefined) return text;
  const { before, after, note } = found;
  if (after !== '') return before + after;
  if (note === notes.made && before === '') return undefined;
  return note === notes.cut ? before.replace(/\r?\n$/, '') : before;
}

/** The first mark says which lines were written: those of an older version are known, and those of a person are. */
const sumOf = (lines: readonly string[]): string => digest(...lines).slice(0, 8);

interface Block {
  readonly before: string;
  readonly after: string;
  readonly note: string;
}

/**
 * Throws `usage` where one mark is without the other, or there are several, because what lies between them cannot be known;
 * and where it was changed since, because that was a person.
 */
function find(text: string): Block | undefined {
  const found = text.match(block);
  const rest = text.replace(block, '');
  if (begin.test(rest) || rest.includes(end))
    throw new Failure('malformed_file', `the marks '# >>> ${name} >>>' and '${end}' are not one pair`);
  if (found === null) return undefined;
  const [whole, sum, note = '', between = ''] = found;
  const before = text.slice(0, found.index);
  if (sumOf(between.split(/\r?\n/).slice(0, -1)) !== sum) {
    const line = before.split('\n').length;
    const last = line + between.split('\n').length;
    throw new Failure('malformed_file', `lines ${line} to ${last}, of outreach, were changed by hand`);
  }
  return { before, after: text.slice(before.length + whole.length), note };
}
