import { Failure } from '../../base/errors.ts';
import type { Context } from '../../cli/declare/command.ts';
import type { Connected } from '../../cli/declare/context-parts.ts';
import type { Settings } from '../../cli/declare/settings.ts';
import { checkRoutes } from '../../cli/profile/checked-route.ts';
import { shownKey, storageIn, withKey } from '../../cli/profile/held-key.ts';
import { resolveSettings } from '../../cli/profile/settings.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { setup } from '../../contract/areas/setup.ts';
import { type Check, failedBy, passed, skipped, warned } from './check.ts';

export async function service(context: Context): Promise<Check[]> {
  const { files, screen } = context;
  let settings: Settings;
  try {
    settings = resolveSettings(files.world, screen.globals, files.profiles);
    checkRoutes(settings);
  } catch (error) {
    return [failedBy('profile', error), skipped('service', 'no profile to call with')];
  }
  const { profile, target, baseUrl, inProcess, key, keySource, scope } = settings;
  const storage = storageIn(files.profiles, settings);
  const place = storage === 'keychain' ? ', in the keychain' : storage === 'file' ? ', in a file' : '';
  return [
    passed(
      'profile',
      `${profile ?? 'none, the key of OUTREACH_API_KEY'} (${target === 'live' ? 'LIVE' : 'SANDBOX'})`,
    ),
    passed(
      'key',
      `${shownKey(key)} from ${keySource === 'environment' ? 'OUTREACH_API_KEY' : keySource}${place}, scope ${scope}`,
    ),
    passed('base URL', inProcess ? 'the sandbox in this process' : baseUrl),
    ...(await call(context, settings)),
  ];
}

async function call({ service: { connect }, files }: Context, settings: Settings): Promise<Check[]> {
  try {
    await withKey(settings, files.world);
  } catch (error) {
    return [failedBy('keychain', error), skipped('service', 'no key to call with')];
  }
  const began = files.world.clock.now();
  try {
    const { api } = await connect(settings);
    const { status, headers } = await api.answer(campaigns.list, { query: { limit: 1 } });
    const ended = files.world.clock.now();
    return [
      passed('service', `GET /campaigns answered ${status} in ${ended - began} ms`),
      await ping(api),
      settings.inProcess
        ? skipped('clock', 'the sandbox keeps its own')
        : clock(headers.date, (began + ended) / 2),
    ];
  } catch (error) {
    const failed = failedBy('service', error);
    if (!(error instanceof Failure) || error.kind !== 'unreachable') return [failed];
    return [{ ...failed, hint: 'Check the network, the base URL and the proxy variables above.' }];
  }
}

/** Neither what it takes nor what it answers is documented: any success will do, and no other answer is a fault. */
async function ping(api: Connected['api']): Promise<Check> {
  const check = 'ping';
  try {
    const { status } = await api.raw(setup.ping, {});
    return passed(check, `POST /setup/ping answered ${status}`);
  } catch (error) {
    if (!(error instanceof Failure) || error.status === undefined) throw error;
    const answered = `POST /setup/ping answered ${error.status}`;
    return error.status < 300 ? passed(check, answered) : warned(check, `${answered}: ${error.message}`);
  }
}

const muchMs = 60_000;

/** The service's `Date` against ours: signatures of webhooks and expiries go wrong when they differ much. */
function clock(date: string | undefined, ours: number): Check {
  const theirs = Date.parse(date ?? '');
  if (Number.isNaN(theirs)) return skipped('clock', 'the service does not tell the time');
  const seconds = Math.round((ours - theirs) / 1000);
  const detail = `${Math.abs(seconds)} s ${seconds < 0 ? 'behind' : 'ahead of'} the service`;
  if (Math.abs(ours - theirs) < muchMs) return passed('clock', detail);
  return warned('clock', detail, 'Set the clock on this machine.');
}
