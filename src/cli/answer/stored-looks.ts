import { Failure } from '../../base/errors.ts';
import type { LookStore, StoredLeads } from '../../local/look-store.ts';
import type { Surroundings } from '../declare/command.ts';
import type { Settings } from '../declare/settings.ts';
import type { World } from '../declare/world.ts';
import { accountOf } from '../profile/account.ts';

/** What looks at this account have stored on this machine. */
export interface StoredLooks {
  findLeads(campaign: string): StoredLeads | undefined;
  keepLeads(campaign: string, leads: StoredLeads): void;
  /** What was seen last under this name, as JSON. */
  findLook(name: string): string | undefined;
  keepLook(name: string, found: string): void;
  /** Both at once: no other process comes between. `change` is called at least once, also where nothing can be stored. */
  changeLook(name: string, change: (found: string | undefined) => string): void;
}

/** For whom, and where. */
export interface StoringPlace {
  readonly world: World;
  readonly settings: Settings;
  note(line: string): void;
}

export const storingPlace = (
  { service, files, screen }: Surroundings,
  settings: Settings = service.settings,
): StoringPlace => ({ world: files.world, settings, note: screen.note });

/** Opens what is stored for `work`. Where it cannot be opened, or written, nothing is read or stored, and one note says so. */
export async function withStoredLooks<T>(
  { world, settings, note }: StoringPlace,
  work: (stored: StoredLooks) => Promise<T>,
): Promise<T> {
  const { openLookStore } = await import('../../local/look-store.ts');
  let store: LookStore | undefined;
  /** Without an answer where the file fails, which costs calls and nothing else. */
  const attempt = <T>(act: (store: LookStore) => T): T | undefined => {
    try {
      return store && act(store);
    } catch (error) {
      store?.close();
      store = undefined;
      note(notStored(error));
      return undefined;
    }
  };
  try {
    store = await openLookStore(world, (file) =>
      note(`What earlier looks had stored was damaged, and is made anew: ${file}`),
    );
  } catch (error) {
    note(notStored(error));
  }
  const account = accountOf(settings);
  try {
    return await work({
      findLeads: (campaign) => attempt((open) => open.findLeads(account, campaign)),
      keepLeads: (campaign, leads) => attempt((open) => open.keepLeads(account, campaign, leads)),
      findLook: (name) => attempt((open) => open.findLook(account, name)),
      keepLook: (name, found) => attempt((open) => open.keepLook(account, name, found)),
      changeLook: (name, change) => {
        let isCalled = false;
        const once = (found: string | undefined) => {
          isCalled = true;
          return change(found);
        };
        attempt((open) => open.changeLook(account, name, once));
        if (!isCalled) once(undefined);
      },
    });
  } finally {
    store?.close();
  }
}

/** Throws what is not the fault of the file. */
function notStored(error: unknown): string {
  if (!(error instanceof Failure) || error.kind !== 'usage') throw error;
  return `Nothing of this look is stored for the next one: ${error.message}`;
}

/** `otherwise` where this machine has stored no look yet. */
export async function withLooks<T>(world: World, otherwise: T, use: (store: LookStore) => T): Promise<T> {
  const { openExistingLookStore } = await import('../../local/look-store.ts');
  const store = await openExistingLookStore(world);
  try {
    return store === undefined ? otherwise : use(store);
  } finally {
    store?.close();
  }
}
