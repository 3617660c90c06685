import { record, type View } from '../../cli/declare/view.ts';
import type { Description } from './describe.ts';

/** One profile as a person reads it; what is not set is left out. */
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
    ['Scope', profile.scope ?? 'unknown'],
    ['Max credits', profile.maxCredits ?? undefined, 'number'],
    ['Max dollars', profile.maxUsd ?? undefined, 'money'],
    ['Max credits a day', profile.maxCreditsPerDay ?? undefined, 'number'],
    ['Max dollars a day', profile.maxUsdPerDay ?? undefined, 'money'],
    ['Low credits below', profile.lowCredits ?? undefined, 'number'],
    ['Read-only', profile.readOnly ? 'yes, calls that change something are refused' : undefined],
    ['Consent', profile.consent === null ? undefined : 'a person only; --yes is not taken'],
    ...profile.accept.map(
      ({ rule, reason, until }) =>
        [`Accepts ${rule}`, until === null ? reason : `${reason} (until ${until})`] as const,
    ),
    ...Object.entries(profile.routes).map(([operation, route]) => [`Route of ${operation}`, route] as const),
  );

const placeOfKey = ({ keyStorage }: Description): string =>
  keyStorage === null ? 'built in' : keyStorage === 'file' ? 'in a file' : 'in the keychain';
