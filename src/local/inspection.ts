import { accessSync, constants, existsSync, type Stats, statfsSync } from 'node:fs';
import { dirname, win32 } from 'node:path';
import { Failure } from '../base/errors.ts';
import { refuseOthers } from './checks/trusted-folders.ts';
import { preferredEngine } from './database.ts';
import { errno } from './file-failure.ts';
import { type Folders, homeOf, type Surroundings } from './folders.ts';
import { inspectJournal, journalPath, refuseMissing } from './journal/open-journal.ts';
import { readJsonFile } from './json-file.ts';
import { isOpenToOthers, look } from './private-files.ts';
import type { Finding, ProfileStore } from './profile-store.ts';
import { runtime } from './runtime.ts';
import { inspectTransfers, transfersPath } from './transfer-store.ts';

/** Below this a database may fail in the middle of its work. */
const littleSpace = 50 * 1024 * 1024;

/** What one check found; the list says what it is called. */
type Found = Omit<Finding, 'check'>;

type Checks = Readonly<Record<string, () => Found | Promise<Found>>>;

/** Looks at Node, the folders and the files of this machine, and changes nothing. */
export async function inspect(profiles: ProfileStore, surroundings: Surroundings): Promise<Finding[]> {
  const { node, openssl = 'unknown', undici = 'unknown' } = runtime();
  const machine: Checks = {
    node: () => {
      const [major = 0, minor = 0] = node.split('.').map(Number);
      if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return ok(node);
      return failed(node, `Install Node ${oldest.join('.')} or later.`);
    },
    'libraries of Node': () => ok(`openssl ${openssl}, undici ${undici}, database ${preferredEngine()}`),
  };
  let folders: Folders;
  try {
    folders = profiles.folders;
  } catch (error) {
    const without = () => failedBy(error);
    return foundBy({ ...machine, folders: without, databases: without });
  }
  return foundBy({
    ...machine,
    ...places(profiles, folders, surroundings),
    ...databases(folders, surroundings),
  });
}

const foundBy = (checks: Checks): Promise<Finding[]> =>
  Promise.all(
    Object.entries(checks).map(async ([check, look]) => {
      try {
        return { check, ...(await look()) };
      } catch (error) {
        return { check, ...failedBy(error) };
      }
    }),
  );

/** Opens what is there, as commands do before they send anything. */
function databases({ state }: Folders, surroundings: Surroundings): Checks {
  const [journal, transfers] = [journalPath(state), transfersPath(state)];
  const opened = async (path: string, open: (path: string) => Promise<unknown>) => {
    if (!look(path)) return ok(`${path} (none yet)`);
    const known = await open(path);
    return ok(known ? `${path}, ${known}` : path);
  };
  return {
    journal: () => {
      refuseMissing(surroundings, journal);
      return opened(journal, (path) => inspectJournal(surroundings, path));
    },
    transfers: () => opened(transfers, inspectTransfers),
  };
}

/** `engines` of the package. */
const oldest = [20, 19] as const;

function places(profiles: ProfileStore, folders: Folders, surroundings: Surroundings): Checks {
  const { config, state, sandbox } = folders;
  const { platform } = surroundings;
  const { settingsFile, keysFile } = profiles;
  return {
    'config folder': () => folder(config, platform),
    'state folder': () => folder(state, platform),
    'sandbox folder': () => folder(sandbox, platform),
    ...(platform === 'win32' && { rights: () => rights(config, surroundings) }),
    'disk space': () => {
      const { bavail, bsize } = statfsSync(nearest(config));
      const free = bavail * bsize;
      const detail = `${Math.floor(free / 1024 / 1024).toLocaleString('en')} MB free`;
      return free < littleSpace ? failed(detail, 'Free some space.') : ok(detail);
    },
    'settings file': () => file(settingsFile, platform, profiles.names),
    'keys file': () => file(keysFile, platform, () => readJsonFile(keysFile)),
    profiles: () => {
      const names = profiles.names();
      for (const name of names) {
        profiles.get(name);
        profiles.key(name);
      }
      return ok(`${names.join(', ')}; chosen: ${profiles.chosen() ?? 'none'}`);
    },
  };
}

function folder(path: string, platform: string): Found {
  const found = look(path);
  if (!found) {
    const parent = nearest(path);
    if (mayWrite(parent)) return ok(`${path} (made at first use)`);
    return failed(
      `${path} cannot be made: ${parent} is not writable`,
      'Name another folder in OUTREACH_HOME.',
    );
  }
  if (!found.isDirectory()) return failed(`${path} is not a folder`, 'Move it away, or set OUTREACH_HOME.');
  refuseOthers(path, found);
  if (!mayWrite(path)) return failed(`${path} is not writable`, 'Check its owner, or set OUTREACH_HOME.');
  return modeFinding(path, found, platform);
}

function file(path: string, platform: string, read: () => unknown): Found {
  const found = look(path);
  if (!found) return ok(`${path} (none yet)`);
  read();
  return modeFinding(path, found, platform);
}

/** Windows has rights of another kind, and Node makes up a mode. */
function modeFinding(path: string, found: Stats, platform: string): Found {
  if (platform === 'win32') return ok(path);
  const mode = (found.mode & 0o777).toString(8);
  if (!isOpenToOthers(found)) return ok(`${path} (mode ${mode})`);
  return {
    state: 'warning',
    detail: `${path} is open to other users (mode ${mode})`,
    hint: `chmod ${found.isDirectory() ? 700 : 600} '${path}'`,
  };
}

/** What is in the folder of a user, Windows closes to others; elsewhere, everyone may be able to read it. */
function rights(path: string, { env, platform }: Surroundings): Found {
  const home = homeOf(env, platform);
  const way = win32.relative(home, path);
  if (!way.startsWith('..') && !win32.isAbsolute(way)) return ok(`${path} is in your user folder`);
  return {
    state: 'warning',
    detail: `${path} is not in your user folder: others may be able to read your keys`,
    hint: `Set OUTREACH_HOME to a folder in ${home}, or check who may read it: icacls "${path}"`,
  };
}

/** The path itself or the nearest folder above it that is there. */
function nearest(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearest(dirname(path));
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK | constants.X_OK);
    return true;
  } catch (error) {
    if (errno(error)) return false;
    throw error;
  }
}

function failedBy(error: unknown): Found {
  if (!(error instanceof Failure)) throw error;
  return { ...failed(error.message), failure: error };
}

const ok = (detail: string): Found => ({ state: 'ok', detail });

const failed = (detail: string, hint?: string): Found => ({
  state: 'failed',
  detail,
  ...(hint !== undefined && { hint }),
});
