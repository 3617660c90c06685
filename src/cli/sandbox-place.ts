import { join } from 'node:path';
import { foldersOf, sandboxDatabasePath } from '../local/folders.ts';
import type { World } from './world.ts';

/** Where the sandbox of this machine keeps itself; nothing is made by asking. */
export const sandboxPlace = (world: World): { readonly file: string; readonly snapshots: string } => ({
  file: sandboxDatabasePath(world),
  snapshots: join(foldersOf(world).sandbox, 'snapshots'),
});
