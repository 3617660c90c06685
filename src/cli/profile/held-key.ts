import { describeKey, isSandboxKey } from '../../contract/keys.ts';
import { fingerprintOf } from '../../local/profile.ts';
import type { Files } from '../declare/command.ts';
import type { Settings } from '../declare/settings.ts';
import type { World } from '../declare/world.ts';

/** A key, or what is known of one that the keychain holds. */
export type HeldKey = Settings['key'];

export const isSameKey = (one: HeldKey, other: HeldKey): boolean =>
  typeof one === 'string' && typeof other === 'string'
    ? one === other
    : fingerprintOf(one) === fingerprintOf(other);

export const isOfSandbox = (key: HeldKey): boolean => isSandboxKey(typeof key === 'string' ? key : key.shown);

/** As much of it as may be shown. */
export const shownKey = (key: HeldKey): string => (typeof key === 'string' ? describeKey(key) : key.shown);

/** Where the key of a profile is saved. */
export const storageOf = (key: HeldKey): 'file' | 'keychain' =>
  typeof key === 'string' ? 'file' : 'keychain';

/** Where the key that commands use is. */
export function storageIn(
  { key }: Pick<Files['profiles'], 'key'>,
  { profile, keySource }: Pick<Settings, 'profile' | 'keySource'>,
): 'environment' | 'built-in' | 'file' | 'keychain' {
  if (keySource === 'environment' || keySource === 'built-in') return keySource;
  const saved = profile === null ? undefined : key(profile);
  return saved === undefined ? 'environment' : storageOf(saved.key);
}

interface KeyOwner {
  readonly key: HeldKey | undefined;
  readonly baseUrl: string;
  readonly profile?: string | null;
}

/** The same with the key itself: the keychain is asked for one that it holds, once in a process. */
export async function withKey<D extends KeyOwner>(
  destination: D,
  world: World,
): Promise<Omit<D, 'key'> & { readonly key: string | Extract<D['key'], undefined> }> {
  const { key: held, ...rest } = destination;
  const key =
    typeof held === 'object'
      ? await (await import('./keychain.ts')).readFromKeychain(
          world,
          held,
          new URL(destination.baseUrl).origin,
          destination.profile ?? undefined,
        )
      : (held as string | Extract<D['key'], undefined>);
  return { ...rest, key };
}
