import { Failure } from '../../base/errors.ts';
import type { Settings } from '../../cli/declare/settings.ts';
import type { ServiceAddress } from '../../cli/profile/service-address.ts';
import { isSandboxKey } from '../../contract/keys.ts';

/** The way to the service with a key that is not saved yet. Throws where the two do not belong together. */
export function trialSettings(profile: string, { baseUrl, loopback }: ServiceAddress, key: string): Settings {
  const target = isSandboxKey(key) ? 'sandbox' : 'live';
  if (target === 'sandbox' && !loopback)
    throw new Failure(
      'wrong_key_for_target',
      `A sandbox key does not go to ${baseUrl}: only to this machine`,
      {
        kind: 'unauthenticated',
        hint: 'The built-in sandbox needs no login: --profile sandbox',
      },
    );
  return {
    profile,
    target,
    baseUrl,
    inProcess: false,
    key,
    keySource: 'the key you gave',
    scope: 'unknown',
    routes: {},
    readOnly: false,
    notices: [],
    warnings: [],
  };
}
