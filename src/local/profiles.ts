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
  fingerprintOf,
  isGuarding,
  type Profile,
  readFormerKeys,
  readProfile,
  readProtection,
  readSavedKey,
  type SavedKey,
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
  const keys = keysIn(files, get);
  /** A profile that was saved before stays one, whatever new ones may be called. */
  const checkName = (name: string) => {
    if (name === sandboxProfile || profileIn(name) === undefined) checkProfileName(name);
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
    key: keys.key,
    hadKey: keys.had,
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
      await keys.save(name, saved);
    },
    forgetKey: keys.forget,
    async remove(name) {
      checkName(name);
      await keys.forget(name);
      await keys.forgetFormer(name);
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

/** The keys of the profiles, and digests of those that a profile with guards had before: its guards hold for them still. */
function keysIn(files: ProfileFiles, profileOf: (name: string) => Profile | undefined) {
  const keyOf = (name: string) => own(files.section('keys', 'keys'), name);
  const key = (name: string): SavedKey | undefined => {
    const found = keyOf(name);
    return found === undefined ? undefined : readSavedKey(files.keys, name, found);
  };
  const former = (name: string) =>
    readFormerKeys(files.keys, name, own(files.section('keys', 'former'), name));
  const keepFormer = (data: Data, name: string, next?: SavedKey) => {
    const before = key(name);
    if (before === undefined || !isGuarding(profileOf(name) ?? {})) return;
    const gone = fingerprintOf(before.key);
    if (next !== undefined && fingerprintOf(next.key) === gone) return;
    data.former = { ...files.section('keys', 'former'), [name]: [...new Set([...former(name), gone])] };
  };
  return {
    key,
    had(name: string, other: SavedKey['key']): boolean {
      const known = former(name);
      return known.length > 0 && known.includes(fingerprintOf(other));
    },
    save: (name: string, saved: SavedKey) =>
      files.change('keys', (data) => {
        keepFormer(data, name, saved);
        data.keys = { ...files.section('keys', 'keys'), [name]: writtenKey(saved) };
      }),
    async forget(name: string): Promise<boolean> {
      if (keyOf(name) === undefined) return false;
      await files.change('keys', (data) => {
        keepFormer(data, name);
        data.keys = without(files.section('keys', 'keys'), name);
      });
      return true;
    },
    async forgetFormer(name: string): Promise<void> {
      if (former(name).length === 0) return;
      await files.change('keys', (data) => {
        data.former = without(files.section('keys', 'former'), name);
      });
    },
  };
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

function without(object: JsonObject, name: string): JsonObject {
  const { [name]: _, ...others } = object;
  return others;
}
