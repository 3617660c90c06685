import type { Files } from '../../cli/declare/command.ts';
import { kebab } from '../../cli/declare/shared-options.ts';
import { record, type View } from '../../cli/declare/view.ts';
import { isOfSandbox, storageOf } from '../../cli/profile/held-key.ts';
import type { Profile, SavedKey } from '../../cli/profile/profile-guards.ts';
import { existing, guardsOfProfile } from '../../cli/profile/settings.ts';
import * as s from '../../contract/schema/schema.ts';

export const profileFields = s.object({
  profile: s.string(),
  chosen: s.boolean(),
  ...s.each(['target', 'baseUrl', 'mcpUrl', 'siteUrl', 'workspace', 'journal'], s.string()),
  hasKey: s.boolean(),
  keyOrigin: s.string(),
  keyStorage: s.oneOf(['file', 'keychain']),
  scope: s.oneOf(['read', 'read_write', 'unknown']),
  maxCredits: s.integer(),
  maxUsd: s.number(),
  maxCreditsPerDay: s.integer(),
  maxUsdPerDay: s.number(),
  lowCredits: s.integer(),
  readOnly: s.boolean(),
  consent: s.oneOf(['person']),
  guardsOf: s.optional(s.map(s.array(s.string()))),
  accept: s.array(s.object({ ...s.each(['rule', 'reason', 'until'], s.string()) })),
  routes: s.map(s.string()),
});

/**
 * A profile as it may be shown: all of it but the key, with the stricter guards of others that have the same key, which hold
 * for it as well. Throws `usage` where there is none by this name.
 */
export function describe(profiles: Files['profiles'], name: string) {
  const profile = existing(profiles, name);
  const chosen = profiles.chosen() === name;
  const saved = profiles.key(name);
  const builtIn = name === 'sandbox';
  const { accept = [], ...settings } = profile;
  return {
    ...unset,
    ...settings,
    ...heldByOthers(profiles, name, profile, saved),
    profile: name,
    chosen,
    target: builtIn || (saved !== undefined && isOfSandbox(saved.key)) ? 'sandbox' : 'live',
    baseUrl: builtIn ? 'in-process' : (profile.baseUrl ?? null),
    hasKey: builtIn || saved !== undefined,
    keyOrigin: saved?.origin ?? null,
    keyStorage: saved === undefined ? null : storageOf(saved.key),
    scope: builtIn ? 'read_write' : (profile.scope ?? null),
    routes: profile.routes ?? {},
    accept: accept.map(({ until = null, ...waiver }) => ({ ...waiver, until })),
  };
}

type Held = { readonly guardsOf?: Readonly<Record<string, readonly string[]>> };

/** The guards that are not its own, and whose they are. */
function heldByOthers(profiles: Files['profiles'], name: string, profile: Profile, saved: SavedKey): Held {
  if (saved === undefined || profile.baseUrl === undefined) return {};
  const own: Readonly<Record<string, unknown>> = { ...profile };
  const { guardsOf = {}, ...guards } = guardsOfProfile(name, profile.baseUrl, saved.key, profiles);
  const held = Object.entries(guards).filter(([guard, value]) => guardsOf[guard] && own[guard] !== value);
  const of = Object.fromEntries(held.map(([guard]) => [guard, guardsOf[guard] ?? []]));
  return held.length === 0 ? {} : { ...Object.fromEntries(held), guardsOf: of };
}

/** What a profile does not set; in the order that they are shown in. */
const unset = {
  ...{ profile: '', chosen: false, target: 'live', baseUrl: null, mcpUrl: null, siteUrl: null },
  ...{ workspace: null, journal: null, hasKey: false, keyOrigin: null, keyStorage: null, scope: null },
  ...{ maxCredits: null, maxUsd: null, maxCreditsPerDay: null, maxUsdPerDay: null, lowCredits: null },
  ...{ readOnly: false, consent: null, accept: [] },
};

type Description = ReturnType<typeof describe>;

export const card = (profile: Description): View =>
  record(
    ['Profile', profile.profile],
    ['Chosen', profile.chosen ? 'yes' : 'no'],
    ['Target', profile.target],
    ['Base URL', profile.baseUrl ?? 'not set', 'id'],
    ['MCP URL', profile.mcpUrl ?? undefined],
    ['Site URL', profile.siteUrl ?? undefined],
    ['Workspace', profile.workspace ?? undefined],
    ['Key', profile.hasKey ? placeOfKey(profile) : 'none'],
    ['Key bound to', profile.keyOrigin ?? undefined],
    ['Scope', profile.scope ?? 'unknown', 'choice'],
    ['Max credits', profile.maxCredits ?? undefined, 'number'],
    ['Max dollars', profile.maxUsd ?? undefined, 'money'],
    ['Max credits a day', profile.maxCreditsPerDay ?? undefined, 'number'],
    ['Max dollars a day', profile.maxUsdPerDay ?? undefined, 'money'],
    ['Low credits below', profile.lowCredits ?? undefined, 'number'],
    ['Read-only', profile.readOnly ? 'yes: changes are refused' : undefined],
    ['Consent', profile.consent === null ? undefined : 'only a person; --yes is refused'],
    ...Object.entries(profile.guardsOf ?? {}).map(
      ([guard, names]) => [`${kebab(guard)} is set in`, names.join(', ')] as const,
    ),
    ...profile.accept.map(
      ({ rule, reason, until }) =>
        [`Accepts ${rule}`, until === null ? reason : `${reason} (until ${until})`] as const,
    ),
    ...Object.entries(profile.routes).map(([operation, route]) => [`Route of ${operation}`, route] as const),
  );

const placeOfKey = ({ keyStorage }: Description): string =>
  keyStorage === null ? 'built in' : keyStorage === 'file' ? 'in a file' : 'in the keychain';
