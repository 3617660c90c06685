import type { Spool } from '../local/spool.ts';
import type { TransferStore } from '../local/transfer-store.ts';
import type { World } from './world.ts';

/** What long imports and exports keep on this machine. Nothing is opened before it is asked for. */
export interface Transfers {
  /** A nameless file for what is too large for memory. Whoever opens it closes it. */
  spool(): Promise<Spool>;
  /** Progress and mappings; `durable` even after a power cut. Whoever opens it closes it. */
  store(options?: { durable?: boolean }): Promise<TransferStore>;
}

export const transfersOf = (world: World): Transfers => ({
  spool: async () => (await import('../local/spool.ts')).openSpool(world),
  store: async (options) =>
    (await import('../local/transfer-store.ts')).openTransferStore(world, world.clock.now(), options),
});

export type { Spool, TransferStore };
