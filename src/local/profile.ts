import { Failure } from '../contract/errors.ts';
import { brokenConfig, isObject } from './json-file.ts';

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
  /** Nothing that changes anything leaves from here, whatever the key may do. */
  readonly readOnly?: boolean;
  /** Operation to `METHOD /path`, where the service has it elsewhere than the contract says. */
  readonly routes?: Readonly<Record<string, string>>;
}

/** A key goes only to the origin it was saved for. */
export interface SavedKey {
  readonly key: string;
  readonly origin: string;
}

/** The profile that is always there: the embedded sandbox. */
export const sandboxProfile = 'sandbox';

/** What a profile made of the environment alone is called. */
export const environmentProfile = 'environment';

/** Throws `usage` unless a profile may be saved by this name. */
export function checkProfileName(name: string): void {
  if (name === sandboxProfile)
    throw new Failure(
      'usage',
      'The sandbox profile is built in: it cannot be changed, removed or given a key',
      {
        code: 'built_in_profile',
        hint: 'Give your own profile another name.',
      },
    );
  if (name === environmentProfile || !/^[a-z0-9][a-z0-9_-]{0,39}$/i.test(name))
    throw new Failure('usage', `'${name.slice(0, 60)}' cannot be the name of a profile`, {
      code: 'invalid_profile_name',
      hint: `Use up to 40 letters, digits, - and _, beginning with a letter or digit; not ${environmentProfile}.`,
    });
}

/** A profile as it stands in the file. Fields that are not known are left alone. */
export function readProfile(path: string, name: string, value: unknown): Profile {
  const wrong = (field: string, what: string) =>
    brokenConfig(path, `: profiles.${name}${field} must be ${what}`);
  if (!isObject(value)) throw wrong('', 'an object');
  for (const field of ['baseUrl', 'mcpUrl', 'siteUrl', 'workspace', 'scope'])
    if (value[field] !== undefined && typeof value[field] !== 'string') throw wrong(`.${field}`, 'text');
  for (const field of ['maxCredits', 'maxUsd', 'maxCreditsPerDay', 'maxUsdPerDay']) {
    const number = value[field];
    if (number !== undefined && !(typeof number === 'number' && number >= 0))
      throw wrong(`.${field}`, 'a number of 0 or more');
  }
  if (value.readOnly !== undefined && typeof value.readOnly !== 'boolean')
    throw wrong('.readOnly', 'true or false');
  const { routes = {} } = value;
  if (!isObject(routes)) throw wrong('.routes', 'an object');
  for (const [operation, route] of Object.entries(routes))
    if (typeof route !== 'string') throw wrong(`.routes.${operation}`, 'text like "GET /leads"');
  return value as Profile;
}

export function readSavedKey(path: string, name: string, value: unknown): SavedKey {
  if (isObject(value) && typeof value.key === 'string' && typeof value.origin === 'string')
    return { key: value.key, origin: value.origin };
  throw brokenConfig(path, `: keys.${name} must have a key and an origin`);
}
