import { join } from 'node:path';
import { digest } from '../../base/digest.ts';
import { Failure } from '../../base/errors.ts';
import type { Spool } from '../../local/spool.ts';
import type { ExportProgress, TransferStore } from '../../local/transfer-store.ts';
import type { World } from '../declare/world.ts';
import { platformWords } from '../outside/platform-words.ts';
import { fileFailure } from './file-failure.ts';

/** What long imports and exports keep on this machine. Nothing is opened before it is asked for. */
export const transfersOf = (world: World) => ({
  /** A private file for what is too large for memory; to be closed by the caller. */
  spool: async (): Promise<Spool> => (await import('../../local/spool.ts')).openSpool(world, world.processes),
  /** Progress and mappings; `durable` even after a power cut. The opener closes it. */
  store: async (options?: { durable?: boolean }): Promise<TransferStore> =>
    (await import('../../local/transfer-store.ts')).openTransferStore(world, world.clock.now(), options),
  /**
   * Keeps every other process of this machine from the same transfer until what it gives is called; `what` says for
   * people what it is. Throws `conflict` where a running process works on it.
   */
  async hold(id: string, what: string): Promise<() => void> {
    const [{ holdFile }, { trustedFolders }] = await Promise.all([
      import('../../local/owners/hold-file.ts'),
      import('../../local/checks/trusted-folders.ts'),
    ]);
    const holder = { pid: world.processes.pid, since: new Date(world.clock.now()).toISOString() };
    const hold = await holdFile(join(trustedFolders(world).state, 'transfers', digest(id)), holder);
    if ('release' in hold) return hold.release;
    const { heldBy } = hold;
    const by = heldBy && `: process ${heldBy.pid} started it at ${heldBy.since}`;
    const end = heldBy && `, or end it (${platformWords(world.platform).endProcess(heldBy.pid)})`;
    throw new Failure('transfer_under_way', `${what} is already running${by ?? ''}.`, {
      hint: `Wait for it${end ?? ''} and run this line again: it continues where that one stopped.`,
      extra: { ...heldBy },
    });
  },
  /**
   * Keeps every other process, of any home, from the campaign files of a folder as long as this works; where there is no
   * such folder, it only works. Throws `conflict` where a running process works on them.
   */
  async alone<T>(folder: string, work: () => Promise<T>): Promise<T> {
    const [{ pathOf }, { lockFolder }] = await Promise.all([
      import('./room.ts'),
      import('../../local/owners/lock-file.ts'),
    ]);
    const release = await lockFolder(pathOf(world, folder)).catch((error) => {
      throw fileFailure('write', folder, error);
    });
    if (!release)
      throw new Failure(
        'transfer_under_way',
        `Another process applies the campaign files of ${folder}, or pulls them; nothing was sent.`,
        { hint: 'Wait for it to end, and run this line again.' },
      );
    try {
      return await work();
    } finally {
      release();
    }
  },
});

export type { ExportProgress, Spool, TransferStore };
