import { hostname, userInfo } from 'node:os';
import type { Journal, Owner } from '../client/guard/journal.ts';
import { journalAddress, shownAddress } from '../local/journal/journal-address.ts';
import { SharedJournal, type SharedJournalOptions } from './shared-journal.ts';
import { Store, type StoreOptions } from './store.ts';

export interface OpeningOptions extends StoreOptions {
  readonly self: Owner;
  readonly flag: SharedJournalOptions['flag'];
  readonly now: SharedJournalOptions['now'];
  readonly leaseMs?: number;
}

/** Makes its tables where there are none. Throws `unreachable`, or `usage` where address, login or version is wrong. */
export async function openSharedJournal(
  address: string,
  { self, flag, now, leaseMs, ...options }: OpeningOptions,
): Promise<{ readonly journal: Journal; close(): Promise<void> }> {
  const known = journalAddress(address);
  if (known === undefined) throw new Error('this is the journal on this machine');
  const store = new Store(known, options);
  await store.open();
  const journal = new SharedJournal(store, {
    self: { ...self, host: hostname(), user: userName() },
    flag,
    now,
    ...(leaseMs !== undefined && { leaseMs }),
  });
  return { journal, close: () => journal.close() };
}

/** Or this machine has seen one there: then opening makes no tables. Throws as {@link openSharedJournal} does. */
export async function hasSharedJournal(address: string, options: StoreOptions): Promise<boolean> {
  const place = journalAddress(address);
  if (place === undefined) return false;
  return options.known?.of(shownAddress(place)) !== undefined || new Store(place, options).isMade();
}

/** A process of a container may have a user without a name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return '';
  }
}
