import type { AnyOperation } from '../../contract/operation.ts';
import { touchesChecked } from '../../contract/touches.ts';
import type { Settings } from '../declare/settings.ts';
import type { World } from '../declare/world.ts';
import { accountOf } from '../profile/account.ts';

/**
 * Drops what launch checks have passed, where a call may change what they read. Called before a write and after it: a
 * check that reads meanwhile passes for nothing either.
 */
export const touchChecks =
  (world: World, settings: Pick<Settings, 'baseUrl' | 'inProcess' | 'key'>) =>
  async (operation: AnyOperation): Promise<void> => {
    if (!touchesChecked(operation)) return;
    const { openExistingCheckStore } = await import('../../local/check-store.ts');
    const store = await openExistingCheckStore(world);
    try {
      store?.touch(accountOf(settings));
    } finally {
      store?.close();
    }
  };
