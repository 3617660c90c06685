import { Failure } from '../../base/errors.ts';
import type { ProfileStore } from '../../local/profile-store.ts';
import { pattern } from '../advice/line-of.ts';
import { createGate } from '../consent/gate.ts';
import { personGate } from '../consent/person-gate.ts';
import type { Site } from '../declare/context-parts.ts';
import type { Approve } from '../declare/quote.ts';
import { namedProfile } from '../profile/named-profile.ts';
import { webAddress } from '../profile/service-address.ts';
import { connectionTo } from './connection.ts';
import type { ConnectionParts, Guarding } from './destination.ts';

/** Throws `usage` where no profile says where the site is. */
export async function openPublicSite(
  parts: ConnectionParts & Pick<Guarding, 'guards' | 'ask'>,
  profiles: ProfileStore,
): Promise<Site> {
  const { world, globals, messages, ask, guards } = parts;
  const profile = namedProfile(globals, { world, profiles }) ?? 'sandbox';
  const { siteUrl, workspace } = profiles.get(profile) ?? {};
  if (siteUrl === undefined)
    throw new Failure('no_site_url', `The profile '${profile}' has no address of the public site`, {
      hint:
        profile === 'sandbox'
          ? `The sandbox has no public site. For yours: ${pattern('profiles set', { siteUrl: '<url>' })}`
          : `Save it: ${pattern('profiles set', { name: profile, siteUrl: '<url>' })}`,
    });
  const url = webAddress(siteUrl);
  const destination = { baseUrl: url, key: undefined, target: 'live', inProcess: false, routes: {} } as const;
  const { api, prepare } = await connectionTo(parts, destination);
  const { consent } = profiles.get(profile) ?? {};
  const person = personGate({
    world,
    globals,
    ask,
    command: 'api',
    atClose: guards.atClose,
    settings: { ...destination, profile, consent, key: '' },
  });
  const approve: Approve = (operation, input, quote) => {
    const settings = { profile, target: 'live', workspace } as const;
    return createGate({
      globals,
      settings,
      ask: ask(),
      prepare,
      say: messages.tell,
      rehearse: messages.note,
      person,
    })(operation, input, quote);
  };
  return { url, api, approve };
}
