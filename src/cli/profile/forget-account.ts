import { Failure } from '../../base/errors.ts';
import type { Context } from '../declare/command.ts';
import type { World } from '../declare/world.ts';
import { accountOf } from './account.ts';
import type { SavedKey } from './profile-guards.ts';
import type { existing } from './settings.ts';

/** Removes what looks and completion have stored of the accounts that begin so. */
export async function forgetStored(world: World, accounts: string): Promise<void> {
  await forgetNamesOf(world, accounts);
  const { openExistingLookStore } = await import('../../local/look-store.ts');
  const store = await openExistingLookStore(world);
  store?.forget(accounts);
  store?.close();
}

const forgetNamesOf = async (world: World, accounts: string) =>
  (await import('../../local/names/name-memory.ts')).forgetNames(world, accounts);

type Place = Pick<Context, 'files' | 'screen'>;

/** Removes a key from the keychain, and warns where that failed. What keys.json says of it stays. */
export async function forgetInKeychain({ files, screen }: Place, saved: SavedKey): Promise<void> {
  if (typeof saved?.key !== 'object') return;
  const left = await (await import('./keychain.ts')).removeFromKeychain(files.world, saved.key);
  if (left !== undefined) screen.warn(left);
}

/** Removes what is stored of the account of a profile, but for its calls, and then its key by `removeKey`. */
export async function forgetAccount<T>(
  { files, screen }: Place,
  { baseUrl }: ReturnType<typeof existing>,
  key: SavedKey,
  removeKey: () => Promise<T>,
): Promise<T> {
  await forgetInKeychain({ files, screen }, key);
  if (baseUrl === undefined || key === undefined) return removeKey();
  const account = accountOf({ baseUrl, key: key.key, inProcess: false });
  await forgetStored(files.world, account);
  try {
    // Those in a journal of several machines are of the others as well.
    const { replies, approvals, budgets } = await files.world.journal.open(null);
    await replies.forget(account);
    await approvals.forget(account);
    await budgets.forget(account);
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== 'usage') throw error;
    screen.warn(
      `what was done with its replies, its approvals and budgets are still stored: ${error.message}`,
    );
  }
  const removed = await removeKey();
  // Until then, a Tab could begin to read them with the key.
  await forgetNamesOf(files.world, account);
  return removed;
}
