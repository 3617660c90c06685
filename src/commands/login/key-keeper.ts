import type { Context } from '../../cli/declare/command.ts';
import { forgetInKeychain } from '../../cli/profile/forget-account.ts';
import { storageOf } from '../../cli/profile/held-key.ts';

interface Given {
  readonly key: string;
  readonly origin: string;
}

/**
 * Where the key of a profile is saved: as said, else where its key is now, else in the file. Throws `usage` where that is
 * the keychain and it cannot be used here, before anything is asked or sent.
 */
export async function keyKeeper(context: Context, profile: string, said: 'file' | 'keychain' | undefined) {
  const { files } = context;
  const before = files.profiles.key(profile);
  const storage = said ?? (before === undefined ? 'file' : storageOf(before.key));
  if (storage === 'keychain')
    await (await import('../../cli/profile/keychain.ts')).checkKeychain(files.world);

  /** What the keychain does not take is not saved at all, and what it has taken is removed where the rest fails. */
  async function save<T>({ key, origin }: Given, saveProfile: () => Promise<T>): Promise<T> {
    const saved = { key: storage === 'file' ? key : await inKeychain({ key, origin }), origin };
    let made: T;
    try {
      made = await saveProfile();
      await files.profiles.saveKey(profile, saved);
    } catch (error) {
      if (!isSameEntry(saved)) await forgetInKeychain(context, saved);
      throw error;
    }
    if (!isSameEntry(saved)) await forgetInKeychain(context, before);
    return made;
  }

  async function inKeychain({ key, origin }: Given) {
    const { saveInKeychain } = await import('../../cli/profile/keychain.ts');
    return saveInKeychain(files.world, { profile, folder: files.profiles.folders.config, origin }, key);
  }

  const isSameEntry = ({ key }: NonNullable<typeof before>): boolean =>
    typeof key === 'object' && typeof before?.key === 'object' && key.entry === before.key.entry;

  return { storage, save };
}
