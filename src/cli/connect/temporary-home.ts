import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { World } from '../declare/world.ts';

/** A home of its own for a rehearsal that leaves nothing behind and touches no profile, journal or sandbox of this machine. */
export async function temporaryHome({ env, platform, cwd }: World) {
  const [{ openDatabase }, { sandboxDatabasePath, sandboxVersion }] = await Promise.all([
    import('../../local/database.ts'),
    import('../../local/folders.ts'),
  ]);
  const folder = await mkdtemp(join(tmpdir(), 'outreach-exec-'));
  const clear = () => rm(folder, { recursive: true, force: true, maxRetries: 3 });
  const path = sandboxDatabasePath({ env: { ...env, OUTREACH_HOME: folder }, platform, cwd });
  const database = await openDatabase(path, { version: sandboxVersion }).catch(async (error) => {
    await clear();
    throw error;
  });
  return {
    /** What `OUTREACH_HOME` may name: its sandbox is the one of `database`. Open to its owner alone. */
    folder,
    database,
    /** Closes and removes everything. */
    async remove() {
      database.close();
      await clear();
    },
  };
}
