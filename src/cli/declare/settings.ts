import type { Routes } from '../../client/request/build-request.ts';
import type { KeychainKey, KnownScope } from '../../local/profile.ts';
import type { Globals } from './globals.ts';
import type { World } from './world.ts';

/** Where this command goes and as whom: flag > environment > profile > default. */
export interface Settings {
  /** Null where the key of the environment belongs to no profile. */
  readonly profile: string | null;
  readonly target: 'live' | 'sandbox';
  /** Ends in `/r`. A placeholder where `inProcess` is set. */
  readonly baseUrl: string;
  /** The embedded sandbox, without a network: `world.sandbox()` instead of `world.network(baseUrl)`. */
  readonly inProcess: boolean;
  /** Never printed. One that the keychain holds is read by `withKey`, before the first call. */
  readonly key: string | KeychainKey;
  /** `profile prod`, `environment`, `built-in`. */
  readonly keySource: string;
  readonly scope: KnownScope;
  readonly routes: Routes;
  /** What the person calls the workspace. */
  readonly workspace?: string | undefined;
  readonly mcpUrl?: string | undefined;
  readonly siteUrl?: string | undefined;
  /** `local`, or the address of a journal of several machines. */
  readonly journal?: string | undefined;
  /** Whose each guard is: another profile with the same key may have a stricter one. */
  readonly guardsOf?: Readonly<Partial<Record<string, readonly string[]>>> | undefined;
  readonly maxCredits?: number | undefined;
  readonly maxUsd?: number | undefined;
  readonly maxCreditsPerDay?: number | undefined;
  readonly maxUsdPerDay?: number | undefined;
  /** A balance below this needs attention. */
  readonly lowCredits?: number | undefined;
  /** Only a person at a terminal agrees: `--yes` is not taken. */
  readonly consent?: 'person' | undefined;
  /** Calls that a read-only key may not make are refused here, before anything leaves. */
  readonly readOnly: boolean;
  /** To be said with `note` before the command: that nothing is configured and the sandbox was taken. */
  readonly notices: readonly string[];
  /** To be said with `warn`: files that others could read. */
  readonly warnings: readonly string[];
}

/** The options of a command with the ceilings of its profile where it states none itself, and without a `--yes` that is not taken. */
export const withSettings = (
  globals: Globals,
  settings: Settings | undefined,
  { agent, approving }: Pick<World, 'agent' | 'approving'>,
): Globals => ({
  ...globals,
  maxCredits: globals.maxCredits ?? settings?.maxCredits,
  maxUsd: globals.maxUsd ?? settings?.maxUsd,
  yes: globals.yes && settings?.consent !== 'person' && agent === undefined && approving === undefined,
});
