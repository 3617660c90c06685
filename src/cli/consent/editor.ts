import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Failure } from '../../base/errors.ts';
import { say } from '../../base/text/advice.ts';
import { wordsIn } from '../advice/shell-words.ts';
import { DryRun } from '../declare/early-end.ts';
import type { World } from '../declare/world.ts';
import { startProgram } from '../outside/start-program.ts';

type Place = Pick<World, 'env' | 'platform' | 'signal'>;

/** What the person chose, as a shell would read it: `code --wait` has an argument. */
export const editorOf = ({ env, platform }: Pick<World, 'env' | 'platform'>): string =>
  env.VISUAL?.trim() || env.EDITOR?.trim() || (platform === 'win32' ? 'notepad' : 'vi');

/**
 * Saves the text as the person's editor left it. It lies in a folder that only its owner can open. What was changed stays
 * there, and the failure names it, until it is saved: whatever ends the editor or the saving, nothing written is lost.
 * Throws `usage` where the editor does not start or ends with anything but 0.
 *
 * The prompt library also has an editor, but hides how it ended, and guesses the encoding of what it wrote.
 */
export async function editText<T>(
  initial: string,
  place: Place,
  save: (text: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'outreach-'));
  const file = join(folder, 'text.txt');
  let changed = false;
  let kept = false;
  try {
    await writeFile(file, initial, { mode: 0o600 });
    const ended = await runEditor(file, place);
    const text = (await readFile(file, 'utf8').catch(gone)).replace(/^\uFEFF/, '');
    changed = text !== initial && text.trim() !== '';
    place.signal.throwIfAborted();
    // The editor may hear of Ctrl-C before this program does; a shell around it makes a number of it.
    if (ended === 'SIGINT' || ended === 130) throw new Failure('interrupted', 'Interrupted');
    if (nothingRan.includes(ended)) throw notStarted(editorOf(place), 'there is no such program');
    if (ended !== 0) {
      const how = `The editor (${editorOf(place)}) ended with ${ended}`;
      throw new Failure('editor_failed', `${how}, so nothing was changed`);
    }
    return await save(text);
  } catch (error) {
    kept = changed && !(error instanceof DryRun);
    if (!kept) throw error;
    const saved = `Your text is saved in ${file}`;
    if (!(error instanceof Failure))
      throw new Error(`${(error as Error).message}; ${saved}`, { cause: error });
    const hint = error.hint ? say`${error.hint}\n${saved}` : saved;
    throw error.with({ hint, extra: { ...error.extra, file } });
  } finally {
    if (!kept) await rm(folder, { recursive: true, force: true });
  }
}

/** Some editors remove a file that was emptied. */
function gone(error: NodeJS.ErrnoException): never {
  if (error.code !== 'ENOENT') throw error;
  throw new Failure('editor_failed', 'The editor has removed its file, so nothing was changed');
}

/** On the terminal that questions are asked on: stdout may go to a file. Resolves to the exit code, or the signal. */
function runEditor(file: string, { env, platform, signal }: Place): Promise<number | string> {
  const editor = editorOf({ env, platform });
  const options = { env: { ...env }, stdio: [0, 2, 2] as [number, number, number] };
  const [command = '', ...args] = commandOf(editor, platform);
  const child: ChildProcess = startProgram(command, [...args, file], options);
  const terminate = () => {
    // Ctrl-C the editor hears itself, and it may mean something else there.
    if (signal.reason instanceof Failure && signal.reason.kind !== 'interrupted') child.kill();
  };
  signal.addEventListener('abort', terminate, { once: true });
  return new Promise<number | string>((resolve, reject) => {
    child.once('error', (error) => reject(notStarted(editor, error.message)));
    child.once('exit', (code, by) => resolve(code ?? by ?? 1));
  }).finally(() => signal.removeEventListener('abort', terminate));
}

/** Before the name of the file. Paths hold blanks on Windows and on a Mac, and are often set without quotes. */
function commandOf(editor: string, platform: string): string[] {
  const isFile = existsSync(editor);
  if (platform === 'win32') return isFile ? [editor] : wordsIn(editor);
  return ['sh', '-c', `${isFile ? '"$0"' : editor} "$@"`, editor];
}

const hint =
  'Set VISUAL or EDITOR to an editor that waits until the file is closed, or give the text by options.';

/** A shell's own: it found nothing to run. 9009 is that of cmd.exe. */
const nothingRan: readonly unknown[] = [126, 127, 9009];

const notStarted = (editor: string, why: string): Failure =>
  new Failure('no_editor', `The editor (${editor}) does not start: ${why}`, { hint });
