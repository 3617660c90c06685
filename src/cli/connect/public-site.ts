import { Failure } from '../../base/errors.ts';
import type { Api } from '../../client/api/api.ts';
import type { ProfileStore } from '../../local/profiles.ts';
import type { Asker } from '../consent/ask.ts';
import { createGate } from '../consent/gate.ts';
import type { Context } from '../declare/command.ts';
import { namedProfile } from '../profile/named-profile.ts';
import { webAddress } from '../profile/service-address.ts';
import { type ConnectionParts, connectionTo } from './connection.ts';

/** The public site of a profile, with the free tools. They need no key (spec, Endpoints), so none is sent. */
export interface Site {
  readonly url: string;
  readonly api: Api;
  readonly approve: Context['approve'];
}

/** Throws `usage` where no profile says where the site is. */
export async function openPublicSite(
  parts: ConnectionParts & { ask(): Asker },
  profiles: ProfileStore,
): Promise<Site> {
  const { world, globals, messages, ask } = parts;
  const profile = namedProfile({ world, globals, profiles }) ?? 'sandbox';
  const { siteUrl, workspace } = profiles.get(profile) ?? {};
  if (siteUrl === undefined)
    throw new Failure('no_site_url', `The profile '${profile}' has no address of the public site`, {
      hint:
        profile === 'sandbox'
          ? 'The sandbox has no public site. For yours: outreach profiles set <name> --site-url <url>'
          : `Save it: outreach profiles set ${profile} --site-url <url>`,
    });
  const url = webAddress(siteUrl);
  const destination = { baseUrl: url, key: undefined, target: 'live', inProcess: false, routes: {} } as const;
  const { api, prepare } = await connectionTo(parts, destination);
  const approve: Context['approve'] = (operation, input, quote) => {
    const settings = { profile, target: 'live', workspace } as const;
    return createGate({ globals, settings, ask: ask(), prepare, say: messages.tell })(
      operation,
      input,
      quote,
    );
  };
  return { url, api, approve };
}
