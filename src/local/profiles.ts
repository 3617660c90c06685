import { join } from 'node:path';
import { isRecord } from '../base/is-record.ts';
import { trustedFolders } from './checks/trusted-folders.ts';
import { fileFailure } from './file-failure.ts';
import { type Folders, foldersOf, type Surroundings } from './folders.ts';
import { brokenConfig, type JsonObject, type ReadJson, readJsonFile } from './json-file.ts';
import { fileMode, look, makePrivateFile, makePrivateFolder, refuseUnlessFile } from './private-files.ts';
import {
  checkProfileName,
  checkSettings,
  readProfile,
  readProtection,
  readSavedKey,
  sandboxProfile,
  writtenKey,
} from './profile.ts';
import type { ProfileStore } from './profile-store.ts';

type Data = Record<string, unknown>;

/** Settings and keys are in two files, so that the first can be shown, copied and backed up without the second. */
export function openProfiles(surroundings: Surroundings): ProfileStore {
  const files = new ProfileFiles(surroundings);
  const profileIn = (name: string) => own(files.section('settings', 'profiles'), name);
  const get = (name: string) => {
    if (name === sandboxProfile) return {};
    const found = profileIn(name);
    return found === undefined ? undefined : readProfile(files.settings, name, found);
  };
  const keyOf = (name: string) => own(files.section('keys', 'keys'), name);
  /** A profile that was saved before stays one, whatever new ones may be called. */
  const checkName = (name: string) => {
    if (name === sandboxProfile || profileIn(name) === undefined) checkProfileName(name);
  };
  const forgetKey = async (name: string): Promise<boolean> => {
    if (keyOf(name) === undefined) return false;
    await files.change('keys', (data) => {
      data.keys = without(files.section('keys', 'keys'), name);
    });
    return true;
  };

  const store: ProfileStore = {
    get folders() {
      return files.folders;
    },
    get settingsFile() {
      return files.settings;
    },
    get keysFile() {
      return files.keys;
    },
    names: () => [sandboxProfile, ...Object.keys(files.section('settings', 'profiles')).sort()],
    get,
    chosen: () => files.load('settings').data.profile as string | undefined,
    key: (name) => {
      const found = keyOf(name);
      return found === undefined ? undefined : readSavedKey(files.keys, name, found);
    },
    warnings: () => (['settings', 'keys'] as const).flatMap((which) => files.load(which).warning ?? []),
    checkName,
    inspect: async () => (await import('./inspection.ts')).inspect(store, surroundings),
    async change(name, edit) {
      checkName(name);
      return files.change('settings', async (data) => {
        const profile = await edit(get(name) ?? {});
        data.profiles = { ...files.section('settings', 'profiles'), [name]: profile };
        return profile;
      });
    },
    choose: (name) =>
      files.change('settings', (data) => {
        data.profile = name;
      }),
    async saveKey(name, saved) {
      checkName(name);
      await files.change('keys', (data) => {
        data.keys = { ...files.section('keys', 'keys'), [name]: writtenKey(saved) };
      });
    },
    forgetKey,
    async remove(name) {
      checkName(name);
      await forgetKey(name);
      await files.change('settings', (data) => {
        data.profiles = without(files.section('settings', 'profiles'), name);
        if (data.profile === name) delete data.profile;
      });
    },
    protection: () => readProtection(files.keys, files.load('keys').data.approvals),
    protect: (protection) =>
      files.change('keys', (data) => {
        if (protection) data.approvals = protection;
        else delete data.approvals;
      }),
  };
  return store;
}

/** The two files. Each is read once, and checked before anything is believed. */
class ProfileFiles {
  readonly #surroundings: Surroundings;
  readonly #read = new Map<string, ReadJson>();
  #folders: Folders | undefined;
  #trusted: Folders | undefined;

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings;
  }

  get folders(): Folders {
    this.#folders ??= foldersOf(this.#surroundings);
    return this.#folders;
  }

  get settings(): string {
    return join(this.folders.config, 'config.json');
  }

  get keys(): string {
    return join(this.folders.config, 'keys.json');
  }

  load(which: 'settings' | 'keys'): ReadJson {
    const path = this[which];
    const known = this.#read.get(path);
    if (known) return known;
    this.#trust();
    const found = readJsonFile(path);
    if (which === 'settings') checkSettings(path, found.data);
    this.#read.set(path, found);
    return found;
  }

  section(which: 'settings' | 'keys', name: string): JsonObject {
    const found = this.load(which).data[name] ?? {};
    if (!isRecord(found)) throw brokenConfig(this[which], `: ${name} must be an object`);
    return found;
  }

  /** The file is read again under the lock, so that no other change is lost. */
  async change<T>(which: 'settings' | 'keys', edit: (data: Data) => T | Promise<T>): Promise<T> {
    const [{ default: Conf }, { locked }] = await Promise.all([import('conf'), import('./lock.ts')]);
    const { config, state } = this.#trust();
    const path = this[which];
    makePrivateFolder(config);
    return locked(state, async () => {
      this.#read.delete(path);
      const data = structuredClone(this.load(which).data) as Data;
      const result = await edit(data);
      this.#read.delete(path);
      const found = look(path);
      if (found) refuseUnlessFile(path, found);
      try {
        const file = new Conf<Data>({
          cwd: config,
          configName: which === 'keys' ? 'keys' : 'config',
          projectName: 'outreach',
          projectSuffix: '',
          configFileMode: fileMode,
          accessPropertiesByDotNotation: false,
        });
        file.store = data;
      } catch (error) {
        throw fileFailure(error, path, 'write');
      }
      makePrivateFile(path);
      return result;
    });
  }

  #trust(): Folders {
    this.#trusted ??= trustedFolders(this.#surroundings);
    return this.#trusted;
  }
}

/** A name may be `constructor`. */
const own = (object: JsonObject, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined;

const without = (object: JsonObject, name: string): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));
