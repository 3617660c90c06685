import type { Owner } from '../client/guard/journal.ts';
import { trustedFolders } from './checks/trusted-folders.ts';
import { openDatabase } from './database.ts';
import type { Surroundings } from './folders.ts';
import { openOwners, type Processes } from './owners/owners.ts';
import { makePrivateFolder } from './private-files.ts';
import { transfersPath, transfersVersion } from './transfer-store.ts';

/** The process that is at a transfer, and since when: milliseconds of wall time. */
export interface Holder {
  readonly pid: number;
  readonly since: number;
}

/** Ours until it is released, or another's. */
export type Hold = { release(): void } | { readonly heldBy: Holder };

const table = `
CREATE TABLE IF NOT EXISTS transfer_owner (
  id TEXT PRIMARY KEY, pid INTEGER NOT NULL, started TEXT NOT NULL, since INTEGER NOT NULL) STRICT;`;

/** Whether a process of another container or machine still runs is not known here: it is believed for so long. */
const believedMs = 3_600_000;

/**
 * Makes this process the only one of this machine at a transfer. A process that died while holding it, at kill -9 or
 * with the machine, does not block it.
 */
export async function holdTransfer(
  surroundings: Surroundings,
  id: string,
  { processes, now }: { processes: Processes; now: number },
): Promise<Hold> {
  const { state } = trustedFolders(surroundings);
  makePrivateFolder(state);
  const database = await openDatabase(transfersPath(state), { version: transfersVersion });
  const owners = await openOwners(state, processes);
  const { self } = owners;
  const isRunning = (owner: Owner & Holder) =>
    owners.lives(owner) && (owners.isNear(owner) || owner.since > now - believedMs);
  const close = () => {
    database.close();
    owners.close();
  };
  try {
    database.exec(table);
    const heldBy = database.transaction(() => {
      const found = database
        .prepare('SELECT pid, started, since FROM transfer_owner WHERE id = ?')
        .get<Owner & Holder>(id);
      if (found !== undefined && isRunning(found)) return found;
      database
        .prepare('INSERT OR REPLACE INTO transfer_owner VALUES (?, ?, ?, ?)')
        .run(id, self.pid, self.started, now);
      return undefined;
    });
    if (heldBy !== undefined) {
      close();
      return { heldBy };
    }
  } catch (error) {
    close();
    throw error;
  }
  return {
    release() {
      database
        .prepare('DELETE FROM transfer_owner WHERE id = ? AND pid = ? AND started = ?')
        .run(id, self.pid, self.started);
      close();
    },
  };
}
