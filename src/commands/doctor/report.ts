import type { Context } from '../../cli/declare/command.ts';
import { resolveSettings } from '../../cli/profile/settings.ts';
import { redact } from '../../contract/redact.ts';
import type { Check } from './check.ts';
import { routeShapes } from './routes.ts';

/** What every report begins with: a newer one replaces it. */
export const reportBegins = '{\n  "made": "';

/**
 * Writes what a support person asks for to a file of its owner alone: no key, no email address, no home folder. With
 * `routes` also every path that reads, with the names and the JSON types of its fields.
 */
export async function writeReport(context: Context, file: string, checks: readonly Check[], routes: boolean) {
  const { files } = context;
  const { clock, env, platform, version } = files.world;
  const report = {
    made: new Date(clock.now()).toISOString(),
    outreach: version,
    node: checks.find(({ check }) => check === 'node')?.detail ?? null,
    system: platform,
    profile: profileOf(context),
    pace: env.OUTREACH_PACE?.replace(userOfAddress, '//') ?? 'on',
    checks: checks.map(withoutKey),
    lastFailure: await lastFailure(context),
    routes: routes ? await routeShapes(context) : null,
  };
  const text = withoutPeople(redact(JSON.stringify(report, null, 2)), env.HOME ?? env.USERPROFILE);
  await files.writeFile(file, `${text}\n`, { secret: true, begins: reportBegins });
}

function profileOf({ files, screen }: Context) {
  try {
    const { profile, target, scope, inProcess } = resolveSettings(
      files.world,
      screen.globals,
      files.profiles,
    );
    return { name: profile ?? null, target, scope, inProcess };
  } catch {
    // The checks say why there is none.
    return null;
  }
}

/** The newest call of the journal that did not end well: its operation, not what it asked for. */
async function lastFailure({ files: { world } }: Context) {
  try {
    const { items } = await (await world.journal.open()).list({ attempted: false, limit: 200 });
    const failed = items.find(({ state }) => state === 'unknown' || state === 'not-done');
    if (failed === undefined) return null;
    const { operation, target, state, remark = null, startedAt } = failed;
    return { operation, target, state, remark, at: new Date(startedAt).toISOString() };
  } catch {
    return null;
  }
}

/** Where the key comes from, and none of its characters. */
const withoutKey = (found: Check): Check =>
  found.check === 'key' ? { ...found, detail: found.detail.replace(/^\S+/, 'a key') } : found;

const userOfAddress = /\/\/[^/]*@/;

const withoutPeople = (text: string, home = ''): string =>
  (home.length < 2 ? text : text.replaceAll(JSON.stringify(home).slice(1, -1), '~')).replaceAll(
    /[^\s"'<>(),;:]+@[^\s"'<>(),;:]+/g,
    '[address]',
  );
