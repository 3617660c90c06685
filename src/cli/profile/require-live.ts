import { Failure } from '../../base/errors.ts';
import type { Globals } from '../declare/globals.ts';
import type { Settings } from '../declare/settings.ts';
import type { World } from '../declare/world.ts';

const asked = ({ OUTREACH_REQUIRE_LIVE = '' }: World['env']): boolean =>
  !/^(?:|0|false|no)$/i.test(OUTREACH_REQUIRE_LIVE);

/** Throws `live_required` where the line or the environment demands a live target and this is the sandbox. */
export function requireLive(
  { target, profile }: Pick<Settings, 'target' | 'profile'>,
  { live }: Pick<Globals, 'live'>,
  { env }: Pick<World, 'env'>,
): void {
  if (target === 'live' || !(live || asked(env))) return;
  const demand = live ? '--live' : 'OUTREACH_REQUIRE_LIVE';
  const named = profile === null || profile === 'sandbox' ? '' : ` (profile '${profile}')`;
  throw new Failure(
    'live_required',
    `${demand} requires a live target, and this command would run on the sandbox${named}`,
    {
      outcome: 'none',
      hint: 'Name a live profile with --profile <name>, choose one with outreach profiles use <name>, or save a key: outreach login',
    },
  );
}
