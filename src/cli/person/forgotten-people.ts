import { createHmac, randomBytes } from 'node:crypto';
import { Failure } from '../../base/errors.ts';
import { addressKey } from '../../contract/checks/email-address.ts';
import type { LookStore } from '../../local/look-store.ts';
import { type StoringPlace, withLooks, withStoredLooks } from '../answer/stored-looks.ts';
import type { World } from '../declare/world.ts';
import { accountOf } from '../profile/account.ts';

/** Whom an account has forgotten, under this name: no address, but its hash with a salt, to know it when it comes back. */
const look = 'forgotten people';

interface Kept {
  readonly salt: string;
  readonly hashes: readonly string[];
}

const hashOf = (address: string, salt: string): string =>
  createHmac('sha256', salt).update(addressKey(address)).digest('base64url').slice(0, 22);

const keptIn = (found: string | undefined): Kept =>
  found === undefined ? { salt: randomBytes(16).toString('base64url'), hashes: [] } : JSON.parse(found);

export const keepForgotten = (place: StoringPlace, address: string): Promise<void> =>
  withStoredLooks(place, async (stored) =>
    stored.changeLook(look, (found) => {
      const { salt, hashes } = keptIn(found);
      return JSON.stringify({ salt, hashes: [...new Set([...hashes, hashOf(address, salt)])] });
    }),
  );

/** Those whom an account has forgotten on this machine, under an id that is another one where someone was forgotten since. */
export type ForgottenPeople = NonNullable<ReturnType<typeof forgottenIn>>;

export function forgottenIn(store: LookStore, account: string) {
  const found = store.findLook(account, look);
  if (found === undefined) return undefined;
  const { salt, hashes } = keptIn(found);
  const known = new Set(hashes);
  return { id: `${salt} ${known.size}`, has: (address: string) => known.has(hashOf(address, salt)) };
}

/** Undefined where the account has forgotten no one, or where that cannot be read, which a note says. */
export const forgottenPeople = ({ world, settings, note }: StoringPlace) =>
  readForgotten(world, note, (store) => forgottenIn(store, accountOf(settings)));

/** The same of every account of this machine, for a line that asks for none. */
export const forgottenAnywhere = (world: World, note: StoringPlace['note']) =>
  readForgotten(world, note, (store) => {
    const all = store
      .naming(['"hashes"'], 'all')
      .flatMap(({ account, name }) => (name === look ? (forgottenIn(store, account) ?? []) : []));
    return all.length === 0 ? undefined : { has: (address: string) => all.some((one) => one.has(address)) };
  });

async function readForgotten<T>(
  world: World,
  note: StoringPlace['note'],
  read: (store: LookStore) => T | undefined,
): Promise<T | undefined> {
  try {
    return await withLooks(world, undefined, read);
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== 'usage') throw error;
    note(`Can't tell who was forgotten on this machine: ${error.message}`);
    return undefined;
  }
}
