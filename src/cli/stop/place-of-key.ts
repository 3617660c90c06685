import { Failure, isStop } from '../../base/errors.ts';
import { workspaces } from '../../contract/areas/workspaces.ts';
import type { PlaceOfKey } from '../../domain/blocklist.ts';
import { whyOf } from '../answer/fact.ts';
import type { Screen } from '../declare/command.ts';
import type { Reached } from './accounts.ts';

/** Only the key of a main workspace lists others than its own. Where it cannot be read, no workspace is known. */
export async function placeOfKey(
  { api, baseUrl }: Pick<Reached, 'api' | 'baseUrl'>,
  { warn }: Pick<Screen, 'warn'>,
): Promise<PlaceOfKey> {
  const { origin } = new URL(baseUrl);
  try {
    const { workspaces: listed } = await api(workspaces.list);
    const isMain = listed.length > 1 || listed.some(({ isMain }) => isMain === true);
    return { origin, workspaces: listed.map(({ id }) => String(id)), isMain };
  } catch (error) {
    if (!(error instanceof Failure) || isStop(error)) throw error;
    if (error.kind !== 'forbidden')
      warn(`Could not read the workspaces of this account, so they are left out: ${whyOf(error)}`);
    return { origin, workspaces: [], isMain: false };
  }
}
