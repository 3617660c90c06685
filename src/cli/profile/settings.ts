import { Failure } from '../../base/errors.ts';
import { parseUrl } from '../../base/parse-url.ts';
import { say } from '../../base/text/advice.ts';
import { closest } from '../../base/text/nearest.ts';
import { sameService } from '../../contract/checks/same-service.ts';
import {
  isSandboxKey,
  keyProblem,
  sandboxChildKey,
  sandboxExpiredKey,
  sandboxKey,
  sandboxPausedKey,
  sandboxReadOnlyKey,
  sandboxTrialKey,
} from '../../contract/keys.ts';
import { type KnownScope, type Profile, sandboxProfile } from '../../local/profile.ts';
import type { ProfileStore } from '../../local/profile-store.ts';
import { openProfiles } from '../../local/profiles.ts';
import { advise } from '../advice/advise.ts';
import type { Globals } from '../declare/globals.ts';
import type { Settings } from '../declare/settings.ts';
import { underCi, type World } from '../declare/world.ts';
import { type HeldKey, isOfSandbox, isSameKey } from './held-key.ts';
import { parseRoute } from './route-override.ts';
import { serviceAddress } from './service-address.ts';

/** The placeholder for a base URL where there is no network: requests are built against it and go nowhere. */
export const inProcessBaseUrl = 'http://localhost/r';

type Place = Pick<World, 'env' | 'platform' | 'cwd'>;

/** Throws `usage` for contradictions and broken configuration, `unauthenticated` where no fit key is at hand. */
export function resolveSettings(
  world: Place,
  globals: Pick<Globals, 'profile'>,
  profiles: ProfileStore = openProfiles(world),
): Settings {
  const { env } = world;
  const named = globals.profile ?? (env.OUTREACH_PROFILE || undefined);
  if (named !== undefined && named !== sandboxProfile) existing(profiles, named);
  // The sandbox risks nothing, so naming it works everywhere, whatever else the environment holds.
  if (globals.profile === sandboxProfile) return sandboxItself(world, profiles);
  if (env.OUTREACH_API_KEY) return fromEnvironment(env.OUTREACH_API_KEY, world, globals.profile, profiles);
  if (named !== undefined) return fromProfile(named, world, profiles);
  if (env.OUTREACH_API_KEY === '') throw nothingConfigured('OUTREACH_API_KEY is set but empty');
  const chosen = profiles.chosen();
  if (chosen !== undefined) return fromProfile(chosen, world, profiles);
  if (env.OUTREACH_BASE_URL) throw nothingConfigured('OUTREACH_BASE_URL is set, but there is no key for it');
  if (underCi(env)) throw nothingConfigured('There is no key, and under CI none is assumed');
  if (profiles.names().length > 1)
    throw new Failure('no_profile_chosen', `You have several profiles: ${profiles.names().join(', ')}`, {
      hint: say`Pick one: ${advise('profiles use', { name: undefined })}, or --profile <name>`,
    });
  return {
    ...sandboxItself(world, profiles),
    // Drawn in every pipe: without what other lines need.
    notices: [`Nothing is configured: this is the sandbox. To go live: outreach ${advise('login').command}`],
    warnings: profiles.warnings(),
  };
}

function fromEnvironment(
  key: string,
  world: Place,
  flag: string | undefined,
  profiles: ProfileStore,
): Settings {
  const { env } = world;
  refuseMalformed(key, 'OUTREACH_API_KEY');
  const saved = flag === undefined ? undefined : profiles.key(flag);
  if (saved !== undefined && !isSameKey(saved.key, key))
    throw new Failure(
      'contradicting_settings',
      `OUTREACH_API_KEY is set and is not the key of the profile '${flag}'`,
      { hint: `Remove one of them: unset OUTREACH_API_KEY, or leave out --profile ${flag}` },
    );
  const named = flag ?? (env.OUTREACH_PROFILE || undefined);
  const name = named ?? profiles.chosen();
  const address = isSandboxKey(key) ? addressFor(env, named, profiles) : undefined;
  if (address && !address.loopback) throw sandboxKeyAbroad(address.baseUrl);
  if (name === sandboxProfile && !isSandboxKey(key))
    throw new Failure(
      'wrong_key_for_target',
      'OUTREACH_API_KEY holds a live key, and the profile is the sandbox',
      { hint: 'Remove one of them: unset OUTREACH_API_KEY, or unset OUTREACH_PROFILE.' },
    );
  if (name === undefined || name === sandboxProfile)
    return name === sandboxProfile && key === sandboxKey
      ? sandboxItself(world, profiles)
      : withoutProfile(undefined, key, world, profiles);
  if (isKeyOf(name, key, { env, isNamed: named !== undefined }, profiles))
    return { ...fromProfile(name, world, profiles), key };
  const ofProfile = completed(name, key, world, profiles);
  if (ofProfile === undefined && named !== undefined && !env.OUTREACH_BASE_URL) throw noBaseUrl(name);
  return ofProfile ?? withoutProfile(name, key, world, profiles);
}

const keySource = 'environment';

/** From the environment, or else from the profile. */
function addressFor(env: World['env'], name: string | undefined, profiles: ProfileStore) {
  const ofProfile = name === undefined ? undefined : profiles.get(name)?.baseUrl;
  const text = env.OUTREACH_BASE_URL || ofProfile;
  const from = env.OUTREACH_BASE_URL ? 'OUTREACH_BASE_URL' : `profile ${name}`;
  return text ? { ...serviceAddress(text, from), from } : undefined;
}

/**
 * A key that is bound elsewhere is refused as the profile's. Not a key of the sandbox, which is the same in all of them:
 * unless the profile is named, it goes to the sandbox at OUTREACH_BASE_URL, without the profile.
 */
function isKeyOf(
  name: string,
  key: string,
  { env, isNamed }: { readonly env: World['env']; readonly isNamed: boolean },
  profiles: ProfileStore,
): boolean {
  const saved = profiles.key(name);
  if (saved === undefined || !isSameKey(saved.key, key)) return false;
  if (isNamed || !isSandboxKey(key) || !env.OUTREACH_BASE_URL) return true;
  return serviceAddress(env.OUTREACH_BASE_URL, 'OUTREACH_BASE_URL').origin === saved.origin;
}

/**
 * A profile without a key of its own, with the one from the environment. Undefined where the profile has a key, which is
 * another one, or where OUTREACH_BASE_URL leads to another service.
 */
function completed(name: string, key: string, { env }: Place, profiles: ProfileStore): Settings | undefined {
  const profile = existing(profiles, name);
  const address = profiles.key(name) === undefined ? addressFor(env, name, profiles) : undefined;
  if (!address || (isSandboxKey(key) && !address.loopback)) return undefined;
  if (profile.baseUrl !== undefined && parseUrl(profile.baseUrl)?.origin !== address.origin) return undefined;
  return {
    ...partsOf(profile),
    ...guardsOfProfile(name, address.baseUrl, key, profiles),
    profile: name,
    ...withVariable(key, address.baseUrl, profiles),
  };
}

/**
 * Routes and addresses of the current profile belong to another key. Its guards hold where the service is the same. A key
 * of the sandbox works without an address, in this process.
 */
function withoutProfile(
  current: string | undefined,
  key: string,
  world: Place,
  profiles: ProfileStore,
): Settings {
  const { env } = world;
  if (!env.OUTREACH_BASE_URL) {
    if (!isSandboxKey(key)) throw noBaseUrl(current);
    return key === sandboxKey ? sandboxItself(world, profiles) : inProcessWith(key, null, keySource);
  }
  const { baseUrl } = serviceAddress(env.OUTREACH_BASE_URL, 'OUTREACH_BASE_URL');
  const guards = strictest(guardingAt(baseUrl, key, current, profiles));
  return { routes: {}, ...guards, profile: null, ...withVariable(key, baseUrl, profiles) };
}

type Guarding = readonly [name: string, profile: Profile];

/** The current profile and those with this key, as far as they are of this service. */
function guardingAt(baseUrl: string, key: HeldKey, current: string | undefined, profiles: ProfileStore) {
  const guarding: Guarding[] = [];
  for (const name of profiles.names()) {
    if (name === sandboxProfile) continue;
    if (name !== current) {
      const saved = profiles.key(name);
      const hasKey = (saved !== undefined && isSameKey(saved.key, key)) || profiles.hadKey(name, key);
      if (!hasKey) continue;
    }
    const profile = existing(profiles, name);
    if (profile.baseUrl === undefined || sameService(profile.baseUrl, baseUrl))
      guarding.push([name, profile]);
  }
  return guarding;
}

/** The guards of a profile, or stricter ones of others with its key: another name of the account lowers nothing. */
export function guardsOfProfile(name: string, baseUrl: string, key: HeldKey, profiles: ProfileStore) {
  const guarding: Guarding[] = [[name, existing(profiles, name)]];
  for (const [other, profile] of guardingAt(baseUrl, key, undefined, profiles)) {
    // The ceilings of one command are not guards: they are not merged across profiles.
    const { maxCredits: _, maxUsd: __, ...guards } = profile;
    if (other !== name) guarding.push([other, guards]);
  }
  return strictest(guarding);
}

const servedWith = (
  key: HeldKey,
  baseUrl: string,
  { keySource, scope }: Pick<Settings, 'keySource' | 'scope'>,
  profiles: ProfileStore,
): Omit<Settings, 'profile' | 'routes' | 'readOnly'> => ({
  ...{ target: isOfSandbox(key) ? 'sandbox' : 'live', baseUrl, inProcess: false },
  ...{ key, keySource, scope, notices: [], warnings: profiles.warnings() },
});

/** Of a key in the environment. */
const withVariable = (key: string, baseUrl: string, profiles: ProfileStore) =>
  servedWith(key, baseUrl, { keySource, scope: scopeOfSandboxKey(key) }, profiles);

/** And the names of the profiles that each of these guards is of. */
function strictest(guarding: readonly Guarding[]) {
  const profiles = guarding.map(([, profile]) => profile);
  const least = (name: 'maxCredits' | 'maxUsd' | 'maxCreditsPerDay' | 'maxUsdPerDay') => {
    const set = profiles.flatMap(({ [name]: ceiling }) => ceiling ?? []);
    return set.length === 0 ? undefined : Math.min(...set);
  };
  const guards = {
    readOnly: profiles.some(({ readOnly }) => readOnly === true),
    consent: profiles.find(({ consent }) => consent !== undefined)?.consent,
    maxCredits: least('maxCredits'),
    maxUsd: least('maxUsd'),
    maxCreditsPerDay: least('maxCreditsPerDay'),
    maxUsdPerDay: least('maxUsdPerDay'),
  };
  const set = Object.entries(guards).filter(([, value]) => value !== undefined && value !== false);
  const namesOf = set.map(([guard, value]) => {
    const of = guarding.filter(([, profile]) => profile[guard as keyof typeof guards] === value);
    return [guard, of.map(([name]) => name)];
  });
  const guardsOf: Settings['guardsOf'] = set.length === 0 ? undefined : Object.fromEntries(namesOf);
  return { ...guards, guardsOf };
}

const noBaseUrl = (current: string | undefined): Failure =>
  new Failure(
    'no_base_url',
    current === undefined
      ? 'OUTREACH_API_KEY is set, and no base URL says where the service is'
      : `OUTREACH_API_KEY is not the key of the profile '${current}', and no base URL says where it goes`,
    {
      hint: `Set OUTREACH_BASE_URL to its address, ending in /r.${current === undefined ? '' : ` To use the key of the profile: unset OUTREACH_API_KEY.`}`,
    },
  );

function fromProfile(name: string, world: Place, profiles: ProfileStore): Settings {
  const { env } = world;
  if (name === sandboxProfile) return sandboxItself(world, profiles);
  const profile = existing(profiles, name);
  const login = [advise('login', { profile: name })];
  const address = addressFor(env, name, profiles);
  if (!address) throw new Failure('no_base_url', `The profile '${name}' has no base URL`, { hint: login });
  const saved = profiles.key(name);
  if (!saved) throw new Failure('no_key', `The profile '${name}' has no key`, { hint: login });
  if (typeof saved.key === 'string') refuseMalformed(saved.key, `profile ${name}`);
  if (saved.origin !== address.origin)
    throw new Failure(
      'key_bound_elsewhere',
      `The key of the profile '${name}' was saved for ${saved.origin} and does not go to ${address.origin} (${address.from})`,
      // Under the variable a login would move the profile.
      { hint: env.OUTREACH_BASE_URL ? undefined : login },
    );
  if (isOfSandbox(saved.key) && !address.loopback) throw sandboxKeyAbroad(address.baseUrl);
  const known = { keySource: `profile ${name}`, scope: profile.scope ?? 'unknown' };
  return {
    ...partsOf(profile),
    ...guardsOfProfile(name, address.baseUrl, saved.key, profiles),
    profile: name,
    ...servedWith(saved.key, address.baseUrl, known, profiles),
  };
}

/** The built-in profile: in this process, or served on this machine where OUTREACH_BASE_URL is a loopback address. */
function sandboxItself({ env }: Place, profiles: ProfileStore): Settings {
  const inProcess = inProcessWith(sandboxKey, sandboxProfile, 'built-in');
  if (!env.OUTREACH_BASE_URL) return inProcess;
  const { baseUrl, loopback } = serviceAddress(env.OUTREACH_BASE_URL, 'OUTREACH_BASE_URL');
  if (!loopback) return inProcess;
  const guards = strictest(guardingAt(baseUrl, sandboxKey, undefined, profiles));
  return { ...inProcess, ...guards, baseUrl, inProcess: false };
}

const inProcessWith = (key: string, profile: string | null, keySource: string): Settings => ({
  profile,
  target: 'sandbox',
  baseUrl: inProcessBaseUrl,
  inProcess: true,
  key,
  keySource,
  scope: scopeOfSandboxKey(key),
  routes: {},
  readOnly: false,
  notices: [],
  warnings: [],
});

/** Those of every sandbox; what it issued itself is known to it alone. */
const seeded: readonly string[] = [
  ...[sandboxKey, sandboxChildKey, sandboxTrialKey, sandboxExpiredKey, sandboxPausedKey],
];

function scopeOfSandboxKey(key: string): KnownScope {
  if (key === sandboxReadOnlyKey) return 'read';
  return seeded.includes(key) ? 'read_write' : 'unknown';
}

function partsOf({ routes = {}, workspace, mcpUrl, siteUrl, journal, lowCredits }: Profile) {
  const parsed = Object.entries(routes).map(([operation, text]) => [operation, parseRoute(text)] as const);
  return { routes: Object.fromEntries(parsed), workspace, mcpUrl, siteUrl, journal, lowCredits };
}

/** The profile by this name; throws `usage` with the nearest name where there is none. */
export function existing(profiles: ProfileStore, name: string): Profile {
  const found = profiles.get(name);
  if (found) return found;
  const meant = closest(name, profiles.names());
  throw new Failure('unknown_profile', `There is no profile '${name}'`, {
    hint: meant ? `Did you mean '${meant}'? See: outreach profiles list` : 'See: outreach profiles list',
  });
}

function refuseMalformed(key: string, source: string): void {
  const problem = keyProblem(key);
  if (problem === undefined) return;
  throw new Failure('malformed_key', `The key from ${source} is malformed: ${problem}`, {
    hint: 'A key has 53 characters: run_, 8 letters or digits, an underscore, 40 letters or digits.',
  });
}

const sandboxKeyAbroad = (baseUrl: string) =>
  new Failure('wrong_key_for_target', `A sandbox key does not go to ${baseUrl}: only to this machine`, {
    kind: 'unauthenticated',
    hint: say`Save a key of the live service: ${advise('login')}`,
  });

const nothingConfigured = (what: string) =>
  new Failure('no_key', what, {
    hint: say`For the live service: ${advise('login')}, or set OUTREACH_API_KEY and OUTREACH_BASE_URL. To rehearse: --profile sandbox`,
  });
