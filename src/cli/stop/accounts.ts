import { Failure } from '../../base/errors.ts';
import type { Api } from '../../client/api/api.ts';
import type { Context } from '../declare/command.ts';
import type { Settings } from '../declare/settings.ts';
import { resolveSettings } from '../profile/settings.ts';

/** One account to stop in: a way to it, or why there is none. */
export type Account = { readonly profile: string | null } & (
  | { readonly api: Api }
  | { readonly failure: Failure }
);

/**
 * Every profile of this machine with its own key and address, whatever the environment says; the key of the environment
 * is one more account. Two profiles with one key are one account.
 */
export async function allAccounts({ world, profiles, connect }: Context): Promise<Account[]> {
  const { platform, cwd } = world;
  const { OUTREACH_API_KEY, OUTREACH_BASE_URL: _, OUTREACH_PROFILE: __, ...env } = world.env;
  const ways = [
    ...profiles.names().map((profile) => ({
      profile,
      settings: () => resolveSettings({ platform, cwd, env }, { profile }, profiles),
    })),
    ...(OUTREACH_API_KEY
      ? [{ profile: null, settings: () => resolveSettings(world, { profile: undefined }, profiles) }]
      : []),
  ];
  const known = new Set<string>();
  const accounts: Account[] = [];
  let refused: Failure | undefined;
  for (const { profile, settings } of ways)
    try {
      const found = settings();
      if (known.has(accountKey(found))) continue;
      known.add(accountKey(found));
      accounts.push({ profile, api: await connect(found) });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      // Where a live target is demanded, campaigns of the sandbox are left alone.
      if (error.is('live_required')) refused ??= error;
      else accounts.push({ profile, failure: error });
    }
  if (accounts.length === 0 && refused) throw refused;
  return accounts;
}

/** In memory only. */
const accountKey = ({ baseUrl, key }: Settings): string => `${new URL(baseUrl).origin} ${key}`;
