import { Failure, messageOf } from '../../base/errors.ts';
import type { AroundWrite } from '../../client/client.ts';
import type { AnyOperation } from '../../contract/operation.ts';
import { touchesChecked } from '../../contract/touches.ts';
import type { CheckStore } from '../../local/check-store.ts';
import type { Settings } from '../declare/settings.ts';
import type { World } from '../declare/world.ts';
import { accountOf } from '../profile/account.ts';

const unwritable = ['database_read_only', 'database_cannot_open', 'database_io', 'disk_full'] as const;

/**
 * Drops what launch checks have passed, where a call may change what they read. Called before a write and after it: a
 * check that reads meanwhile passes for nothing either.
 */
export const touchChecks =
  (world: World, settings: Pick<Settings, 'baseUrl' | 'inProcess' | 'key'>) =>
  async (operation: AnyOperation): Promise<void> => {
    if (!touchesChecked(operation)) return;
    const { openExistingCheckStore } = await import('../../local/check-store.ts');
    let store: CheckStore | undefined;
    try {
      store = await openExistingCheckStore(world);
      store?.touch(accountOf(settings));
    } catch (error) {
      // No check takes a pass from a file that cannot be written.
      if (!(error instanceof Failure) || !error.is(...unwritable)) throw error;
    } finally {
      store?.close();
    }
  };

/** Around a write. How that ended counts for more than that the checks of before it could not be dropped once more. */
export function touchingAround(
  world: World,
  settings: Parameters<typeof touchChecks>[1],
  warn: (line: string) => void,
): AroundWrite {
  const touch = touchChecks(world, settings);
  return async (operation, make) => {
    await touch(operation);
    try {
      return await make();
    } finally {
      await touch(operation).catch((error: unknown) =>
        warn(`${messageOf(error)}. Launch checks of before may count: --fresh makes them again.`),
      );
    }
  };
}
