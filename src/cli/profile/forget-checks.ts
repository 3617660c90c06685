import type { World } from '../declare/world.ts';
import { accountOf } from './account.ts';
import type { SavedKey } from './profile-guards.ts';
import type { existing } from './settings.ts';

/** Removes what launch checks have stored of the accounts that begin so. */
export async function forgetChecks(world: World, accounts: string): Promise<void> {
  const { openExistingCheckStore } = await import('../../local/check-store.ts');
  const store = await openExistingCheckStore(world);
  store?.forget(accounts);
  store?.close();
}

/** The same of a profile, whose key is about to go. */
export async function forgetChecksOf(
  world: World,
  { baseUrl }: ReturnType<typeof existing>,
  key: SavedKey,
): Promise<void> {
  if (baseUrl === undefined || key === undefined) return;
  await forgetChecks(world, accountOf({ baseUrl, key: key.key, inProcess: false }));
}
