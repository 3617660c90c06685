import { digest } from '../../base/digest.ts';
import { Failure } from '../../base/errors.ts';
import { say } from '../../base/text/advice.ts';
import { describeKey, isKey, redactKeys, rememberKey } from '../../contract/keys.ts';
import type { KeychainKey } from '../../local/profile.ts';
import { advise } from '../advice/advise.ts';
import type { ProgramAnswer, World } from '../declare/world.ts';
import { underCi } from '../declare/world.ts';
import { notInstalled } from '../outside/ask-program.ts';
import { type KeychainTool, keychainTool, type Question, service } from '../outside/keychain-tools.ts';

/** Enough for a person to unlock the keychain; a program that hangs ends then. */
const patienceMs = 20_000;

const inFile = say`To save the key in a file instead: ${advise('login', { storage: 'file' })}`;

/** The program that is asked here. Throws `usage` where the keychain is not used. */
function requireKeychain({ env, platform }: Pick<World, 'env' | 'platform'>): KeychainTool {
  const tool = keychainTool(platform);
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
