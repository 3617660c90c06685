import { homedir } from 'node:os';
import { join, posix, win32 } from 'node:path';
import { Failure } from '../base/errors.ts';

export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  readonly cwd: string;
}

/** Where Outreach keeps what it keeps. None of them is made before something is written. */
export interface Folders {
  /** Settings and keys. */
  readonly config: string;
  /** What should survive but matters on this machine only: journal, pace, locks. */
  readonly state: string;
  /** The sandbox and its snapshots. */
  readonly sandbox: string;
}

/** `OUTREACH_HOME`; else the XDG folders, where set, or the platform's. Throws `usage` without a home folder. */
export function foldersOf({ env, platform, cwd }: Surroundings): Folders {
  const { join, resolve, isAbsolute } = platform === 'win32' ? win32 : posix;
  if (env.OUTREACH_HOME) {
    const home = resolve(cwd, env.OUTREACH_HOME);
    return { config: home, state: join(home, 'state'), sandbox: join(home, 'sandbox') };
  }
  // The XDG specification has relative paths ignored.
  const given = (name: string) => (isAbsolute(env[name] ?? '') ? env[name] : undefined);
  const under = (xdg: string, fallback: () => string) => join(given(xdg) ?? fallback(), 'outreach');
  const home = (...parts: string[]) => join(homeOf(env, platform), ...parts);
  if (platform === 'win32') {
    const roaming = () => env.APPDATA ?? home('AppData', 'Roaming');
    const local = () => env.LOCALAPPDATA ?? home('AppData', 'Local');
    return {
      config: under('XDG_CONFIG_HOME', roaming),
      state: join(under('XDG_STATE_HOME', local), 'state'),
      sandbox: join(under('XDG_DATA_HOME', local), 'sandbox'),
    };
  }
  const support = () => home('Library', 'Application Support');
  const mac = platform === 'darwin';
  return {
    config: under('XDG_CONFIG_HOME', mac ? support : () => home('.config')),
    state: join(under('XDG_STATE_HOME', mac ? support : () => home('.local', 'state')), 'state'),
    sandbox: join(under('XDG_DATA_HOME', mac ? support : () => home('.local', 'share')), 'sandbox'),
  };
}

/** Of the file. What is in it says by itself which world it holds. */
export const sandboxVersion = 1;

export const sandboxDatabasePath = (surroundings: Surroundings): string =>
  join(foldersOf(surroundings).sandbox, 'sandbox.db');

/** All that the program keeps, and runs: no one else's files are in the places, nor directly in the folders. */
export interface OwnPlaces {
  readonly places: readonly string[];
  readonly folders: readonly string[];
}

export function ownPlaces(surroundings: Surroundings): OwnPlaces {
  const { env, platform } = surroundings;
  const { config, state, sandbox } = foldersOf(surroundings);
  const places = [state, sandbox];
  if (env.OUTREACH_HOME) places.push(join(config, 'cache'));
  else {
    for (const folder of [env.XDG_CACHE_HOME, env.LOCALAPPDATA])
      if (folder) places.push(join(folder, 'outreach'));
    for (const folder of ['.cache', 'Library/Caches', 'AppData/Local'])
      places.push(join(homeOf(env, platform), folder, 'outreach'));
  }
  return { places, folders: [config] };
}

export function homeOf(env: Surroundings['env'], platform: string): string {
  const home = (platform === 'win32' ? env.USERPROFILE : env.HOME) || systemHome();
  if (home) return home;
  throw new Failure('no_home', 'There is no home folder to keep settings in', {
    hint: 'Name a folder in OUTREACH_HOME.',
  });
}

function systemHome(): string {
  try {
    return homedir();
  } catch {
    return '';
  }
}
