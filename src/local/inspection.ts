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

/** Looks at Node, the folders and the files of this machine, and changes nothing. */
export async function inspect(profiles: ProfileStore, surroundings: Surroundings): Promise<Finding[]> {
  const { node, openssl, undici } = runtime();
  return [
    nodeVersion(node),
    ok(
      'libraries of Node',
      `openssl ${openssl ?? 'unknown'}, undici ${undici ?? 'unknown'}, database ${preferredEngine()}`,
    ),
    ...places(profiles, surroundings),
    ...(await databases(profiles, surroundings)),
  ];
}

/** Opens what is there, as commands do before they send anything. */
async function databases(profiles: ProfileStore, surroundings: Surroundings): Promise<Finding[]> {
  let folders: Folders;
  try {
    folders = profiles.folders;
  } catch (error) {
    return [failedBy('databases', error)];
  }
  const journal = journalPath(folders.state);
  const checks = {
    journal: {
      path: journal,
      open: (path: string) => inspectJournal(surroundings, path),
      before: () => refuseMissing(surroundings, journal),
    },
    transfers: { path: transfersPath(folders.state), open: inspectTransfers, before: () => undefined },
  };
  const findings = Object.entries(checks).map(async ([check, { path, open, before }]): Promise<Finding> => {
    try {
      before();
      if (!look(path)) return ok(check, `${path} (none yet)`);
      const known = await open(path);
      return ok(check, known ? `${path}, ${known}` : path);
    } catch (error) {
      return failedBy(check, error);
    }
  });
  return Promise.all(findings);
}

/** `engines` of the package. */
const oldest = [20, 19] as const;

function nodeVersion(node: string): Finding {
  const [major = 0, minor = 0] = node.split('.').map(Number);
  if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return ok('node', node);
  return failed('node', node, `Install Node ${oldest.join('.')} or later.`);
}

function places(profiles: ProfileStore, surroundings: Surroundings): Finding[] {
  const { platform } = surroundings;
  return guarded('folders', () => {
    const { config, state, sandbox } = profiles.folders;
    const folders = { 'config folder': config, 'state folder': state, 'sandbox folder': sandbox };
    return [
      ...Object.entries(folders).flatMap(([check, path]) =>
        guarded(check, () => [folder(check, path, platform)]),
      ),
      ...(platform === 'win32' ? guarded('rights', () => [rights(config, surroundings)]) : []),
      ...guarded('disk space', () => [space(config)]),
      ...guarded('settings file', () => [
        file('settings file', profiles.settingsFile, platform, profiles.names),
      ]),
      ...guarded('keys file', () => {
        const path = profiles.keysFile;
        return [file('keys file', path, platform, () => readJsonFile(path))];
      }),
      ...guarded('profiles', () => [everyProfile(profiles)]),
    ];
  });
}

function folder(check: string, path: string, platform: string): Finding {
  const found = look(path);
  if (!found) {
    const parent = nearest(path);
    if (mayWrite(parent)) return ok(check, `${path} (made at first use)`);
    return failed(
      check,
      `${path} cannot be made: ${parent} is not writable`,
      'Name another folder in OUTREACH_HOME.',
    );
  }
  if (!found.isDirectory())
    return failed(check, `${path} is not a folder`, 'Move it away, or set OUTREACH_HOME.');
  refuseOthers(path, found);
  if (!mayWrite(path))
    return failed(check, `${path} is not writable`, 'Check its owner, or set OUTREACH_HOME.');
  return modeFinding(check, path, found, platform);
}

function file(check: string, path: string, platform: string, read: () => unknown): Finding {
  const found = look(path);
  if (!found) return ok(check, `${path} (none yet)`);
  read();
  return modeFinding(check, path, found, platform);
}

/** Windows has rights of another kind, and Node makes up a mode. */
function modeFinding(check: string, path: string, found: Stats, platform: string): Finding {
  if (platform === 'win32') return ok(check, path);
  const mode = (found.mode & 0o777).toString(8);
  if (!isOpenToOthers(found)) return ok(check, `${path} (mode ${mode})`);
  return {
    check,
    state: 'warning',
    detail: `${path} is open to other users (mode ${mode})`,
    hint: `chmod ${found.isDirectory() ? 700 : 600} '${path}'`,
  };
}

/** What is in the folder of a user, Windows closes to others; elsewhere, everyone may be able to read it. */
function rights(path: string, { env, platform }: Surroundings): Finding {
  const check = 'rights';
  const home = homeOf(env, platform);
  const way = win32.relative(home, path);
  if (!way.startsWith('..') && !win32.isAbsolute(way)) return ok(check, `${path} is in your user folder`);
  return {
    check,
    state: 'warning',
    detail: `${path} is not in your user folder: others may be able to read your keys`,
    hint: `Set OUTREACH_HOME to a folder in ${home}, or check who may read it: icacls "${path}"`,
  };
}

function everyProfile(profiles: ProfileStore): Finding {
  const names = profiles.names();
  for (const name of names) {
    profiles.get(name);
    profiles.key(name);
  }
  return ok('profiles', `${names.join(', ')}; chosen: ${profiles.chosen() ?? 'none'}`);
}

function space(path: string): Finding {
  const { bavail, bsize } = statfsSync(nearest(path));
  const free = bavail * bsize;
  const detail = `${Math.floor(free / 1024 / 1024).toLocaleString('en')} MB free`;
  return free < littleSpace ? failed('disk space', detail, 'Free some space.') : ok('disk space', detail);
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

function guarded(check: string, work: () => Finding[]): Finding[] {
  try {
    return work();
  } catch (error) {
    return [failedBy(check, error)];
  }
}

function failedBy(check: string, error: unknown): Finding {
  if (!(error instanceof Failure)) throw error;
  return { ...failed(check, error.message), failure: error };
}

const ok = (check: string, detail: string): Finding => ({ check, state: 'ok', detail });

const failed = (check: string, detail: string, hint?: string): Finding => ({
  check,
  state: 'failed',
  detail,
  ...(hint !== undefined && { hint }),
});
