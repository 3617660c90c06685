import { join } from 'node:path';
import { trustedFolders } from './checks/trusted-folders.ts';
import { fileFailure } from './file-failure.ts';
import { foldersOf, type Surroundings } from './folders.ts';
import { brokenConfig, isObject, type JsonObject, type ReadJson, readJsonFile } from './json-file.ts';
import { fileMode, look, makePrivateFile, makePrivateFolder, refuseUnlessFile } from './private-files.ts';
import { checkProfileName, checkSettings, readProfile, readSavedKey, sandboxProfile } from './profile.ts';
import type { ProfileStore } from './profile-store.ts';

type Data = Record<string, unknown>;

/** Settings and keys lie in two files, so that the first can be shown, copied and backed up without the second. */
export function openProfiles(surroundings: Surroundings): ProfileStore {
  const folders = lazy(() => foldersOf(surroundings));
  const trusted = lazy(() => trustedFolders(surroundings));
  const settingsFile = () => join(folders().config, 'config.json');
  const keysFile = () => join(folders().config, 'keys.json');
  const read = new Map<string, ReadJson>();
  const load = (path: string): ReadJson => {
    const known = read.get(path);
    if (known) return known;
    trusted();
    const found = readJsonFile(path);
    if (path === settingsFile()) checkSettings(path, found.data);
    read.set(path, found);
    return found;
  };
  const section = (path: string, name: string): JsonObject => {
    const found = load(path).data[name] ?? {};
    if (!isObject(found)) throw brokenConfig(path, `: ${name} must be an object`);
    return found;
  };
  const profileIn = (name: string) => own(section(settingsFile(), 'profiles'), name);
  const get = (name: string) => {
    if (name === sandboxProfile) return {};
    const found = profileIn(name);
    return found === undefined ? undefined : readProfile(settingsFile(), name, found);
  };

  /** A profile that was saved before stays one, whatever new ones may be called. */
  const checkName = (name: string) => {
    if (name === sandboxProfile || profileIn(name) === undefined) checkProfileName(name);
  };

  /** The file is read again under the lock, so that no other change is lost. */
  const write = async <T>(path: string, edit: (data: Data) => T): Promise<T> => {
    const [{ default: Conf }, { locked }] = await Promise.all([import('conf'), import('./lock.ts')]);
    const { config, state } = trusted();
    makePrivateFolder(config);
    return locked(state, () => {
      read.delete(path);
      const data = structuredClone(load(path).data) as Data;
      const result = edit(data);
      read.delete(path);
      const found = look(path);
      if (found) refuseUnlessFile(path, found);
      try {
        const file = new Conf<Data>({
          cwd: config,
          configName: path === keysFile() ? 'keys' : 'config',
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
  };

  const store: ProfileStore = {
    get folders() {
      return folders();
    },
    get settingsFile() {
      return settingsFile();
    },
    get keysFile() {
      return keysFile();
    },
    names: () => [sandboxProfile, ...Object.keys(section(settingsFile(), 'profiles')).sort()],
    get,
    chosen() {
      return load(settingsFile()).data.profile as string | undefined;
    },
    key(name) {
      const found = own(section(keysFile(), 'keys'), name);
      return found === undefined ? undefined : readSavedKey(keysFile(), name, found);
    },
    warnings: () => [settingsFile(), keysFile()].flatMap((path) => load(path).warning ?? []),
    checkName,
    async inspect() {
      return (await import('./inspection.ts')).inspect(store);
    },
    async change(name, edit) {
      checkName(name);
      return write(settingsFile(), (data) => {
        const profile = edit(get(name) ?? {});
        data.profiles = { ...section(settingsFile(), 'profiles'), [name]: profile };
        return profile;
      });
    },
    async choose(name) {
      await write(settingsFile(), (data) => {
        data.profile = name;
      });
    },
    async saveKey(name, { key, origin }) {
      checkName(name);
      await write(keysFile(), (data) => {
        data.keys = { ...section(keysFile(), 'keys'), [name]: { key, origin } };
      });
    },
    async forgetKey(name) {
      return forget(name);
    },
    async remove(name) {
      checkName(name);
      await forget(name);
      await write(settingsFile(), (data) => {
        data.profiles = without(section(settingsFile(), 'profiles'), name);
        if (data.profile === name) delete data.profile;
      });
    },
  };
  return store;

  async function forget(name: string): Promise<boolean> {
    if (own(section(keysFile(), 'keys'), name) === undefined) return false;
    await write(keysFile(), (data) => {
      data.keys = without(section(keysFile(), 'keys'), name);
    });
    return true;
  }
}

/** A name may be `constructor`. */
const own = (object: JsonObject, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined;

const without = (object: JsonObject, name: string): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));

function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
