import { Failure, isStop } from '../../base/errors.ts';
import { workspaces } from '../../contract/areas/workspaces.ts';
import type { PlaceOfKey } from '../../domain/blocklist.ts';
import { whyOf } from '../answer/fact.ts';
import type { Context, Screen } from '../declare/command.ts';
import type { Connected } from '../declare/context-parts.ts';
import type { Settings } from '../declare/settings.ts';
import { accountOf } from '../profile/account.ts';
import { resolveSettings } from '../profile/settings.ts';
import { type RowError, rowError } from './not-all.ts';

/** One account to work in: a way to it, or why there is none. */
export type Account = {
  readonly profile: string | null;
  /** Other profiles with the same key and address. */
  readonly also: readonly string[];
} & (Reached | { readonly failure: Failure });

export interface Reached extends Connected, Pick<Settings, 'target' | 'baseUrl'> {
  readonly settings: Settings;
}

/**
 * Every profile of this machine with its own key and address, whatever the environment says; the key of the environment
 * is one more account. Two profiles with one key are one account.
 */
export async function allAccounts({ service, files }: Context): Promise<Account[]> {
  const { platform, cwd } = files.world;
  const { OUTREACH_API_KEY, OUTREACH_BASE_URL: _, OUTREACH_PROFILE: __, ...env } = files.world.env;
  const ways = [
    ...files.profiles.names().map((profile) => ({
      profile,
      settings: () => resolveSettings({ platform, cwd, env }, { profile }, files.profiles),
    })),
    { profile: null, settings: () => resolveSettings(files.world, { profile: undefined }, files.profiles) },
  ].slice(0, OUTREACH_API_KEY ? undefined : -1);
  const known = new Map<string, string[]>();
  const accounts: Account[] = [];
  let refused: Failure | undefined;
  for (const { profile, settings } of ways)
    try {
      const found = settings();
      const same = known.get(accountOf(found));
      if (same) {
        if (profile !== null) same.push(profile);
        continue;
      }
      const also: string[] = [];
      known.set(accountOf(found), also);
      const { target, baseUrl } = found;
      accounts.push({ profile, also, target, baseUrl, settings: found, ...(await service.connect(found)) });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      // Where a live target is demanded, the sandbox is left alone.
      if (error.is('live_required')) refused ??= error;
      else accounts.push({ profile, also: [], failure: error });
    }
  if (accounts.length === 0 && refused) throw refused;
  return accounts;
}

/** The account of the profile that this command has. */
export function ownAccount({ service, consent }: Context): Account & Reached {
  const { profile, target, baseUrl } = service.settings;
  return {
    profile,
    also: [],
    target,
    baseUrl,
    settings: service.settings,
    api: service.api,
    approve: consent.approve,
  };
}

/** Reads each; what cannot be read has a row of its own, and its failure is among those that {@link notAll} takes. */
export async function rowsOf<T>(
  accounts: readonly Account[],
  read: (account: Account & Reached) => Promise<readonly T[]>,
  failed: (profile: string | null, error: RowError) => T,
): Promise<{ readonly items: T[]; readonly failures: readonly Failure[] }> {
  const failures: Failure[] = [];
  const readOne = async (account: Account) => {
    try {
      if ('failure' in account) throw account.failure;
      return await read(account);
    } catch (error) {
      if (!(error instanceof Failure) || isStop(error)) throw error;
      failures.push(error);
      return [failed(account.profile, rowError(error))];
    }
  };
  const rows = await Promise.all(accounts.map(readOne));
  return { items: rows.flat(), failures };
}

/** Only the key of a main workspace lists others than its own. Where it cannot be read, no workspace is known. */
export async function placeOfKey(
  { api, baseUrl }: Pick<Reached, 'api' | 'baseUrl'>,
  { warn }: Pick<Screen, 'warn'>,
): Promise<PlaceOfKey> {
  const { origin } = new URL(baseUrl);
  try {
    const { workspaces: listed } = await api(workspaces.list);
    const isMain = listed.length > 1 || listed.some(({ isMain }) => isMain === true);
    return { origin, workspaces: listed.map(({ id }) => String(id)), isMain };
  } catch (error) {
    if (!(error instanceof Failure) || isStop(error)) throw error;
    if (error.kind !== 'forbidden')
      warn(`Could not read the workspaces of this account, so they are left out: ${whyOf(error)}`);
    return { origin, workspaces: [], isMain: false };
  }
}
