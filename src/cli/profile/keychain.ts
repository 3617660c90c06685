import { digest } from '../../base/digest.ts';
import { Failure } from '../../base/errors.ts';
import { say } from '../../base/text/advice.ts';
import { describeKey, isKey, redactKeys, rememberKey } from '../../contract/keys.ts';
import type { KeychainKey } from '../../local/profile.ts';
import { advise } from '../advice/advise.ts';
import { type ProgramAnswer, underCi, type World } from '../declare/world.ts';
import { notInstalled } from '../outside/ask-program.ts';

/** Enough for a person to unlock the keychain; a program that hangs ends then. */
const patienceMs = 20_000;

const inFile = say`To save the key in a file instead: ${advise('login', { storage: 'file' })}`;

/** The program that is asked here. Throws `usage` where the keychain is not used. */
function requireKeychain({ env, platform }: Pick<World, 'env' | 'platform'>): KeychainTool {
  // None where the system has no program that takes a secret from standard input.
  const tool = platform === 'win32' ? undefined : platform === 'darwin' ? security : secretTool;
  const without =
    (env.OUTREACH_HOME && 'where OUTREACH_HOME is set: that folder holds everything') ||
    (underCi(env) && 'where CI is set: no one can unlock it') ||
    (tool === undefined && 'on this system: only on macOS and Linux') ||
    undefined;
  if (tool !== undefined && without === undefined) return tool;
  throw new Failure('no_keychain', `The keychain is not used ${without}`, {
    hint: say`${inFile}; or set OUTREACH_API_KEY`,
  });
}

/** Throws `usage` where a key could not be saved: asks for an entry that is not there, as far as one can know. */
export async function checkKeychain(world: World): Promise<void> {
  const tool = requireKeychain(world);
  const answer = await ask(world, tool, tool.read('none'));
  if (answer.code !== 0 && !tool.isGone(answer)) throw failed(tool, 'The keychain cannot be used', answer);
}

/** Where a key is saved: one entry for each profile of a folder and each key. */
interface Place {
  readonly profile: string;
  readonly folder: string;
  readonly origin: string;
}

/** Saves a key, and reads it back: a program may say that it did what it did not do. */
export async function saveInKeychain(world: World, place: Place, key: string): Promise<KeychainKey> {
  const { profile, folder, origin } = place;
  const tool = requireKeychain(world);
  const account = digest(origin, key);
  const entry = digest(folder, profile, account);
  const label = `Outreach: profile ${profile.replace(/[^\w-]/g, '_')}`;
  const saved = await ask(world, tool, tool.save(entry, label, key));
  if (saved.code !== 0) throw failed(tool, 'The keychain did not take the key', saved);
  const read = await ask(world, tool, tool.read(entry));
  if (read.code !== 0 || trimmed(read) !== key) {
    await removeFromKeychain(world, { entry });
    const reason = read.code === 0 ? { ...read, failed: 'answers something else when it is asked' } : read;
    throw failed(tool, 'The keychain did not keep the key', reason);
  }
  return { entry, shown: describeKey(key), fingerprint: digest(key), account };
}

/** Of each process, by its way to ask: what several lines and accounts need at the same time is asked once. */
const asked = new WeakMap<World['askProgram'], Map<string, Promise<string>>>();

/** A key for this origin. Throws where the keychain does not give the very one that was saved. */
export function readFromKeychain(
  world: World,
  key: KeychainKey,
  origin: string,
  profile?: string,
): Promise<string> {
  const known = asked.get(world.askProgram) ?? new Map<string, Promise<string>>();
  asked.set(world.askProgram, known);
  const before = known.get(`${origin} ${key.entry}`);
  if (before) return before;
  const reading = readNow(world, key, origin, profile);
  known.set(`${origin} ${key.entry}`, reading);
  // A keychain that was locked may be open when it is asked again.
  reading.catch(() => known.delete(`${origin} ${key.entry}`));
  return reading;
}

async function readNow(
  world: World,
  { entry, shown, account }: KeychainKey,
  origin: string,
  profile: string | undefined,
): Promise<string> {
  const tool = requireKeychain(world);
  const answer = await ask(world, tool, tool.read(entry));
  const what = `The key ${shown} could not be read from the keychain`;
  if (await isGone(world, tool, { answer, entry }))
    throw new Failure('no_key', `${what}: it is not there`, {
      hint: say`Save it again: ${advise('login', { profile, storage: 'keychain' })}`,
    });
  if (answer.code !== 0) throw failed(tool, what, answer);
  const key = trimmed(answer);
  rememberKey(key);
  if (isKey(key) && digest(origin, key) === account && describeKey(key) === shown) return key;
  throw failed(tool, what, { ...answer, failed: 'answered something that is not this key' });
}

/** Undefined where the entry is gone; else what keeps it there. */
export async function removeFromKeychain(
  world: World,
  { entry }: Pick<KeychainKey, 'entry'>,
): Promise<string | undefined> {
  try {
    const tool = requireKeychain(world);
    const answer = await ask(world, tool, tool.remove(entry));
    if (answer.code === 0 || (await isGone(world, tool, { answer, entry }))) return undefined;
    return left(entry, failed(tool, 'The keychain did not remove the key', answer));
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== 'usage') throw error;
    return left(entry, error);
  }
}

const left = (entry: string, { message }: Failure): string =>
  `The key is still in the keychain, under ${service} and ${entry}. ${message}`;

/** Some answer the same of an entry that is locked as of none: they are asked which. */
async function isGone(
  world: World,
  tool: KeychainTool,
  { answer, entry }: { readonly answer: ProgramAnswer; readonly entry: string },
): Promise<boolean> {
  if (!tool.isGone(answer)) return false;
  if (tool.search === undefined) return true;
  const { code, out, err } = await ask(world, tool, tool.search(entry));
  return code === 0 && `${out}${err}`.trim() === '';
}

const ask = (
  { askProgram, env }: World,
  { command }: KeychainTool,
  { args, input = '' }: Question,
): Promise<ProgramAnswer> => askProgram({ command, args, env, input, timeoutMs: patienceMs });

/** On macOS a line break follows. */
const trimmed = ({ out }: ProgramAnswer): string => out.replace(/\r?\n$/, '');

/** What a program said, without anything that may be a part of a key. */
function failed({ command }: KeychainTool, what: string, answer: ProgramAnswer): Failure {
  const said = redactKeys(answer.err)
    .replace(/[\w+/=-]{24,}/g, '…')
    .replace(`${command}: `, '')
    .trim()
    .slice(0, 300);
  const how =
    answer.failed ?? (said === '' ? 'failed without a word, as where it is locked' : `said: ${said}`);
  const first =
    answer.failed === notInstalled
      ? `Install ${command} (package libsecret-tools or libsecret)`
      : 'Unlock the keychain';
  return new Failure('keychain_failed', `${what}: ${command} ${how}`, {
    hint: say`${first}, and run this again. ${inFile}`,
  });
}

/** How the program of a system is asked about one entry. The key is in `input`, never in `args`: other users see those. */
interface KeychainTool {
  readonly command: string;
  save(entry: string, label: string, key: string): Question;
  read(entry: string): Question;
  remove(entry: string): Question;
  /** True where the answer to `read` or `remove` says that there is no such entry, as far as it says why. */
  isGone(answer: ProgramAnswer): boolean;
  /** Prints something where there is an entry, also a locked one, for a system whose other answers do not tell. */
  readonly search?: (entry: string) => Question;
}

interface Question {
  readonly args: readonly string[];
  readonly input?: string;
}

/** What every entry of ours is under. */
const service = 'outreach-cli';

/** secret-tool(1): the secret is all of standard input; a failure without a word is an entry that is not there, or is locked. */
const secretTool: KeychainTool = (() => {
  const of = (entry: string) => ['service', service, 'account', entry];
  return {
    command: 'secret-tool',
    save: (entry, label, key) => ({ args: ['store', '--label', label, ...of(entry)], input: key }),
    read: (entry) => ({ args: ['lookup', ...of(entry)] }),
    remove: (entry) => ({ args: ['clear', ...of(entry)] }),
    isGone: ({ code, out, err }) => code === 1 && out === '' && err.trim() === '',
    search: (entry) => ({ args: ['search', ...of(entry)] }),
  };
})();

/**
 * security(1): it takes a password as an argument, or in a command on standard input (`-i`), whose words are split at
 * blanks. Neither an entry nor a key has any, nor quotes. 44 is errSecItemNotFound.
 */
const security: KeychainTool = (() => {
  const of = (entry: string) => ['-s', service, '-a', entry];
  return {
    // In a fixed place: what the PATH has first would be given the key.
    command: '/usr/bin/security',
    save: (entry, label, key) => {
      const words = ['add-generic-password', '-U', ...of(entry), '-l', `"${label}"`, '-w', key];
      return { args: ['-i'], input: `${words.join(' ')}\n` };
    },
    read: (entry) => ({ args: ['find-generic-password', ...of(entry), '-w'] }),
    remove: (entry) => ({ args: ['delete-generic-password', ...of(entry)] }),
    isGone: ({ code }) => code === 44,
  };
})();
