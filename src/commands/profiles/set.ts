import { Failure } from '../../base/errors.ts';
import { say } from '../../base/text/advice.ts';
import { advise } from '../../cli/advice/advise.ts';
import { pattern } from '../../cli/advice/line-of.ts';
import { command } from '../../cli/declare/command.ts';
import { arg, opt, under } from '../../cli/declare/params.ts';
import { kebab } from '../../cli/declare/shared-options.ts';
import { changeProfile } from '../../cli/profile/change-profile.ts';
import {
  checkJournal,
  endpointAddress,
  serviceAddress,
  webAddress,
} from '../../cli/profile/service-address.ts';
import { card, describe, profileFields } from './describe.ts';

const settings = {
  workspace: opt.text('your name for the workspace', { hint: 'name' }),
  ...under('ADDRESSES', {
    baseUrl: opt.text('address of the service, ending in /r', { hint: 'url' }),
    mcpUrl: opt.text('address of the MCP server', { hint: 'url' }),
    siteUrl: opt.text('address of the public site with the free tools', { hint: 'url' }),
    journal: opt.text('journal shared by several machines: postgres://user@host/db', { hint: 'url' }),
  }),
  ...under('LIMITS', {
    maxCredits: opt.int('credits per command; a command can override it', { min: 0, hint: 'n' }),
    maxUsd: opt.number('dollars per command; a command can override it', { min: 0, hint: 'amount' }),
    maxCreditsPerDay: opt.int('limit on credits spent, and on credits bought', { min: 0, hint: 'n' }),
    maxUsdPerDay: opt.number('dollars spent per day (UTC)', { min: 0, hint: 'amount' }),
    readOnly: opt.flag('refuse every request that changes something'),
    consent: opt.choice('person: --yes does not count, and a person must approve', ['person']),
    lowCredits: opt.int('warn if the credit balance is below this', { min: 0, hint: 'n' }),
    accept: opt.waivers('allow campaigns to break this rule'),
  }),
};

export const set = command({
  name: 'set',
  summary: 'Change the settings of a profile, or create one',
  about: `To save a key, use \`outreach login\`. Daily limits count everything that the whole account has used since midnight UTC. If that figure cannot be read, anything that costs money is refused. No command-line option overrides a daily limit.

--read-only also applies to \`api\` and \`mcp call\`. With --consent person, --yes is not enough for anything that spends, buys, sends or deletes. A person must agree at a terminal, or approve the code that the script gets.

Some settings are protected: only a person at a terminal can loosen them, and the journal records it. See \`outreach help safety\`.`,
  uses: [],
  tool: { never: 'changes profiles' },
  answer: profileFields,
  local: true,
  fails: ['not-confirmed', 'conflict'],
  args: {
    name: arg.text('profile name; a new one is created', { names: 'savedProfiles' }),
    ...settings,
    ...under('LIMITS', { until: opt.moment('with --accept: only until this day or time', 'by') }),
    unset: opt.choices('settings to remove', Object.keys(settings).map(kebab)),
  },
  examples: [
    'outreach profiles set prod --base-url https://api.example.com/r',
    'outreach profiles set prod --max-credits-per-day 2000 --max-usd-per-day 50',
    'outreach profiles set prod --consent person',
    'outreach profiles set prod --unset max-credits',
    'outreach profiles set trial --max-credits 100',
  ],
  async run(context, { name, unset = [], readOnly, accept, until, ...given }) {
    const { files, screen } = context;
    files.profiles.checkName(name);
    if (given.journal !== undefined) await checkJournal(given.journal);
    const changes = Object.entries({
      ...given,
      ...addresses(given),
      readOnly: readOnly || undefined,
    }).filter(([, value]) => value !== undefined);
    const gone = Object.keys(settings).filter((setting) => unset.includes(kebab(setting)));
    const waivers = (accept ?? []).map((waiver) => ({ ...waiver, ...(until !== undefined && { until }) }));
    if (changes.length === 0 && gone.length === 0 && waivers.length === 0)
      throw new Failure('missing_argument', 'no setting was given', {
        hint: say`For example: ${advise('profiles set', { name, maxCredits: 500 })}`,
      });
    const both = changes.find(([setting]) => gone.includes(setting));
    if (both)
      throw new Failure('contradicting_options', `--${kebab(both[0])} cannot be both set and removed`);
    await changeProfile(context, name, (before) => {
      const changed: Record<string, unknown> = { ...before, ...Object.fromEntries(changes) };
      for (const setting of gone) delete changed[setting];
      const rules: readonly string[] = waivers.map(({ rule }) => rule);
      const others = (before.accept ?? []).filter(({ rule }) => !rules.includes(rule));
      if (waivers.length > 0) changed.accept = [...others, ...waivers];
      return changed as typeof before;
    });
    const now = describe(files.profiles, name);
    if (now.keyOrigin !== null && now.baseUrl !== null && new URL(now.baseUrl).origin !== now.keyOrigin)
      screen.warn(
        `The key was kept for ${now.keyOrigin}. For another origin: ${pattern('login', { profile: name })}`,
      );
    return now;
  },
  view: card,
});

/** As they are kept; each throws `usage` where it is none. */
function addresses({
  baseUrl,
  mcpUrl,
  siteUrl,
}: { [K in 'baseUrl' | 'mcpUrl' | 'siteUrl']: string | undefined }) {
  return {
    baseUrl: baseUrl === undefined ? undefined : serviceAddress(baseUrl, '--base-url').baseUrl,
    mcpUrl: mcpUrl === undefined ? undefined : endpointAddress(mcpUrl),
    siteUrl: siteUrl === undefined ? undefined : webAddress(siteUrl),
  };
}
