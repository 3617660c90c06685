import { Failure } from '../../../base/errors.ts';
import type { StoredLeads, StoredPass } from '../../../local/check-store.ts';
import type { Context } from '../../declare/command.ts';
import { accountOf } from '../../profile/account.ts';

/** What checks of this account have stored on this machine. */
export interface StoredChecks {
  /** The generation in which a check begins: what it passes counts as long as that lasts. */
  readonly generation: number;
  findPass(campaign: string): StoredPass | undefined;
  keepPass(campaign: string, pass: StoredPass): void;
  findLeads(campaign: string): StoredLeads | undefined;
  keepLeads(campaign: string, leads: StoredLeads): void;
}

const nothing: StoredChecks = {
  generation: 0,
  findPass: () => undefined,
  keepPass: () => undefined,
  findLeads: () => undefined,
  keepLeads: () => undefined,
};

/** Neither is a folder that merely cannot be written: what is stored there could be someone else's. */
const unsafe = ['foreign_owner', 'open_folder', 'open_file', 'unsafe_path'] as const;

/** Opens what is stored for `work`. In a home that cannot be written nothing is, and one note says so. */
export async function withStoredChecks<T>(
  context: Pick<Context, 'world' | 'settings' | 'note'>,
  work: (stored: StoredChecks) => Promise<T>,
): Promise<T> {
  const { world, settings, note } = context;
  const { openCheckStore } = await import('../../../local/check-store.ts');
  const store = await openCheckStore(world).catch((error) => {
    if (!(error instanceof Failure) || error.kind !== 'usage' || error.is(...unsafe)) throw error;
    note(`Nothing of this check is stored for the next one: ${error.message}`);
    return undefined;
  });
  if (store === undefined) return work(nothing);
  const account = accountOf(settings);
  const generation = store.generation(account);
  try {
    return await work({
      generation,
      findPass: (campaign) => store.findPass(account, campaign),
      keepPass: (campaign, pass) => store.keepPass(account, campaign, generation, pass),
      findLeads: (campaign) => store.findLeads(account, campaign),
      keepLeads: (campaign, leads) => store.keepLeads(account, campaign, leads),
    });
  } finally {
    store.close();
  }
}
