import { closest, distance } from 'fastest-levenshtein';
import { digest } from '../base/digest.ts';
import { Failure } from '../base/errors.ts';
import { isRecord } from '../base/is-record.ts';
import type { Protection } from '../client/guard/approvals.ts';
import { rememberKey } from '../contract/keys.ts';
import { brokenConfig, type JsonObject } from './json-file.ts';

/** What the key of a profile may do, as far as `login` found out. */
export type KnownScope = 'read' | 'read_write' | 'unknown';

/** A named way to one workspace of the service. Everything may be missing; a command says so when it needs it. */
export interface Profile {
  /** Ends in `/r`. */
  readonly baseUrl?: string;
  readonly mcpUrl?: string;
  readonly siteUrl?: string;
  /** What the person calls the workspace: shown before anything that spends or sends. */
  readonly workspace?: string;
  readonly scope?: KnownScope;
  /** What one command may spend at most, unless its flags say otherwise; refused beyond, before anything is sent. */
  readonly maxCredits?: number;
  readonly maxUsd?: number;
  /** What all commands may spend on one day (UTC), counted from the account's own figures. */
  readonly maxCreditsPerDay?: number;
  readonly maxUsdPerDay?: number;
  /** Where calls are written down: `local`, or the address of a journal of several machines. */
  readonly journal?: string;
  /** A balance below this needs attention. */
  readonly lowCredits?: number;
  /** Nothing that changes anything leaves from here, whatever the key may do. */
  readonly readOnly?: boolean;
  /** `person`: `--yes` is not taken; a person agrees at a terminal, or approves by a code. */
  readonly consent?: 'person';
  /** Rules of the launch checks that its campaigns may break. */
  readonly accept?: readonly StandingWaiver[];
  readonly routes?: Readonly<Record<string, string>>;
}

/** A rule that may be broken, why, and until when: RFC 3339, for good where it is absent. */
interface StandingWaiver {
  readonly rule: string;
  readonly reason: string;
  readonly until?: string;
}

/** A key goes only to the origin it was saved for. */
export interface SavedKey {
  readonly key: string | KeychainKey;
  readonly origin: string;
}

/** What keys.json says of a key that the keychain of the system holds: enough to know it by, and not the key. */
export interface KeychainKey {
  readonly entry: string;
  /** As much of it as may be shown; carries the tag of a key of the sandbox. */
  readonly shown: string;
  readonly fingerprint: string;
  /** Digest of origin and key: whose journal, pace and approvals they are. */
  readonly account: string;
}

/** By which a key is known that is not here any more, or not here at all. */
export const fingerprintOf = (key: SavedKey['key']): string =>
  typeof key === 'string' ? digest(key) : key.fingerprint;

/** Whether a profile holds calls back, apart from its routes. */
export const isGuarding = ({ readOnly, consent, maxCreditsPerDay, maxUsdPerDay }: Profile): boolean =>
  readOnly === true || consent !== undefined || maxCreditsPerDay !== undefined || maxUsdPerDay !== undefined;

/** The profile that is always there: the embedded sandbox. */
export const sandboxProfile = 'sandbox';

export const environmentProfile = 'environment';

/** In front of the account of every sandbox that lives in this process: its intents go when its world begins again. */
export const inProcessAccounts = 'in-process:';

export function checkProfileName(name: string): void {
  if (name === sandboxProfile)
    throw new Failure(
      'built_in_profile',
      'The sandbox profile is built in: it cannot be changed, removed or given a key',
      { hint: 'Give your own profile another name.' },
    );
  // A live profile must not look like the sandbox; and what every object has by itself is not a name of an entry.
  const isTaken =
    [sandboxProfile, environmentProfile].includes(name.toLowerCase()) || name in Object.prototype;
  if (isTaken || !/^[a-z0-9][a-z0-9_-]{0,39}$/i.test(name))
    throw new Failure('invalid_profile_name', `'${name.slice(0, 60)}' cannot be the name of a profile`, {
      hint: `Use up to 40 letters, digits, - and _, beginning with a letter or digit. ${sandboxProfile} and ${environmentProfile} are taken, in any case.`,
    });
}

const settings = {
  baseUrl: 'text',
  mcpUrl: 'text',
  siteUrl: 'text',
  workspace: 'text',
  scope: 'text',
  maxCredits: 'amount',
  maxUsd: 'amount',
  maxCreditsPerDay: 'amount',
  maxUsdPerDay: 'amount',
  journal: 'text',
  lowCredits: 'amount',
  readOnly: 'flag',
  consent: 'consent',
  accept: 'waivers',
  routes: 'routes',
} as const satisfies Record<keyof Profile, keyof typeof kinds>;

const kinds = {
  text: { what: 'text', fits: (value: unknown) => typeof value === 'string' },
  amount: {
    what: 'a number of 0 or more',
    fits: (value: unknown) => typeof value === 'number' && value >= 0,
  },
  flag: { what: 'true or false', fits: (value: unknown) => typeof value === 'boolean' },
  consent: { what: '"person"', fits: (value: unknown) => value === 'person' },
  waivers: {
    what: 'a list of {rule, reason, until}',
    fits: (value: unknown): boolean => Array.isArray(value) && value.every(isWaiver),
  },
  routes: { what: 'an object', fits: isRecord },
};

/** One that cannot be read would be taken for one that does not end. */
const isWaiver = (value: unknown): value is StandingWaiver =>
  isRecord(value) &&
  typeof value.rule === 'string' &&
  typeof value.reason === 'string' &&
  (value.until === undefined || (typeof value.until === 'string' && !Number.isNaN(Date.parse(value.until))));

/** A profile as the file has it. A setting that is not known is an error: a misspelt ceiling would hold nothing back. */
export function readProfile(path: string, name: string, value: unknown): Profile {
  const place = `profiles.${name}`;
  const wrong = (field: string, what: string) => brokenConfig(path, `: ${place}${field} must be ${what}`);
  if (!isRecord(value)) throw wrong('', 'an object');
  for (const [field, given] of Object.entries(value)) {
    if (!Object.hasOwn(settings, field)) throw unknownField(path, place, field, Object.keys(settings));
    const { what, fits } = kinds[settings[field as keyof Profile]];
    if (!fits(given)) throw wrong(`.${field}`, what);
  }
  const profile = value as Profile;
  for (const [operation, route] of Object.entries(profile.routes ?? {}))
    if (typeof route !== 'string') throw wrong(`.routes.${operation}`, 'text like "GET /leads"');
  return profile;
}

/** Throws `usage` for anything in the settings file that means nothing. */
export function checkSettings(path: string, data: JsonObject): void {
  const known = ['profile', 'profiles'];
  for (const field of Object.keys(data))
    if (!known.includes(field)) throw unknownField(path, '', field, known);
  const { profile, profiles = {} } = data;
  if (profile !== undefined && typeof profile !== 'string')
    throw brokenConfig(path, ': profile must be the name of a profile');
  if (!isRecord(profiles)) throw brokenConfig(path, ': profiles must be an object');
  for (const [name, value] of Object.entries(profiles)) readProfile(path, name, value);
}

function unknownField(path: string, place: string, field: string, known: readonly string[]): Failure {
  const near = closest(field, known);
  const meant = distance(field, near) <= Math.max(2, field.length / 3) ? `Did you mean '${near}'? ` : '';
  const within = place === '' ? '' : `${place}.`;
  return new Failure('unknown_setting', `${path}: ${within}${field} is not a setting`, {
    hint: `${meant}Known: ${known.join(', ')}. Correct the file, or use the version of outreach that wrote it.`,
  });
}

export function readSavedKey(path: string, name: string, value: unknown): SavedKey {
  const { key, origin, storage, entry, shown, fingerprint, account } = isRecord(value) ? value : {};
  if (typeof origin === 'string' && typeof key === 'string') {
    rememberKey(key);
    return { key, origin };
  }
  if (storage !== 'keychain' || typeof origin !== 'string')
    throw brokenConfig(path, `: keys.${name} must have a key and an origin`);
  const held = { entry, shown, fingerprint, account };
  for (const [field, text] of Object.entries(held))
    if (typeof text !== 'string') throw brokenConfig(path, `: keys.${name}.${field} must be text`);
  return { key: held as KeychainKey, origin };
}

export const writtenKey = ({ key, origin }: SavedKey): JsonObject =>
  typeof key === 'string' ? { key, origin } : { storage: 'keychain', origin, ...key };

/** Fingerprints of the keys that a profile had while it held calls back. */
export function readFormerKeys(path: string, name: string, value: unknown = []): readonly string[] {
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value;
  throw brokenConfig(path, `: former.${name} must be a list of texts`);
}

export function readProtection(path: string, value: unknown): Protection | undefined {
  if (value === undefined) return undefined;
  if (isRecord(value) && typeof value.publicKey === 'string' && typeof value.privateKey === 'string')
    return { publicKey: value.publicKey, privateKey: value.privateKey };
  throw brokenConfig(path, ': approvals must have a publicKey and a privateKey');
}
