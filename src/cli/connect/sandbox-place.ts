import { join } from 'node:path';
import { trustedFolders } from '../../local/checks/trusted-folders.ts';
import { foldersOf, type Surroundings, sandboxDatabasePath } from '../../local/folders.ts';
import { makePrivateFolder } from '../../local/private-files.ts';
import type { World } from '../declare/world.ts';

/** Where the sandbox of this machine keeps itself; nothing is made by asking. */
export const sandboxPlace = (world: Surroundings): { readonly file: string; readonly snapshots: string } => ({
  file: sandboxDatabasePath(world),
  snapshots: join(foldersOf(world).sandbox, 'snapshots'),
});

/** The folder of it, made where it is missing. */
export function makeSandboxFolder(world: World): string {
  const { sandbox } = trustedFolders(world);
  makePrivateFolder(sandbox);
  return sandbox;
}
