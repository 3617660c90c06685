import { Failure } from '../../base/errors.ts';
import { say } from '../../base/text/advice.ts';
import { advise } from '../advice/advise.ts';
import type { Globals } from '../declare/globals.ts';
import type { Settings } from '../declare/settings.ts';
import { isSwitchedOn, type World } from '../declare/world.ts';

type Demand = Parameters<typeof unmetDemand>;

/** What the line or the environment demands, where it demands a live target and this is the sandbox. */
function unmetDemand(
  { target, profile }: Pick<Settings, 'target' | 'profile'>,
  { live }: Pick<Globals, 'live'>,
  { env }: Pick<World, 'env'>,
): { demand: string; sandbox: string } | undefined {
  if (target === 'live' || !(live || isSwitchedOn(env.OUTREACH_REQUIRE_LIVE))) return undefined;
  const named = profile === null || profile === 'sandbox' ? '' : ` (profile '${profile}')`;
  return {
    demand: `${live ? '--live' : 'OUTREACH_REQUIRE_LIVE'} demands a live target`,
    sandbox: `the sandbox${named}`,
  };
}

/** Throws `live_required` where a command would call the sandbox instead. */
export function requireLive(...of: Demand): void {
  const unmet = unmetDemand(...of);
  if (unmet === undefined) return;
  throw new Failure('live_required', `${unmet.demand}, and this command would run on ${unmet.sandbox}`, {
    outcome: 'none',
    hint: say`Name a live profile with --profile <name>, choose one with ${advise('profiles use', { name: undefined })}, or save a key: ${advise('login')}`,
  });
}

/** The same as a warning, for a command that calls nothing. */
export function liveWarning(...of: Demand): string | undefined {
  const unmet = unmetDemand(...of);
  return (
    unmet &&
    `${unmet.demand}, and the target is ${unmet.sandbox}. Commands that call the service end with exit code 4.`
  );
}
