import { Failure } from '../../base/errors.ts';
import { changes, omitUndefined } from '../../base/omit-undefined.ts';
import { command } from '../../cli/declare/command.ts';
import { arg, opt, under } from '../../cli/declare/params.ts';
import { kebab } from '../../cli/declare/shared-options.ts';
import { stack } from '../../cli/declare/view.ts';
import { campaignFlows, campaigns } from '../../contract/areas/campaigns.ts';
import { leads } from '../../contract/areas/leads.ts';
import { senders } from '../../contract/areas/senders.ts';
import {
  type CampaignSettingName,
  campaignSettingNames,
  campaignSettings,
  optionOf,
} from '../../contract/campaign-settings.ts';
import { limits } from '../../contract/limits.ts';
import type { LaunchFacts } from '../../domain/launch/blockers.ts';
import { type Campaign, campaignIn, campaignView } from './campaign-view.ts';
import { factsIn, launchView, nextOf, readFacts } from './launch/launch-state.ts';

const within = ([min, max]: readonly [number, number]) => ({ min, max });

/** The settings that `create` and `update` share, each with the limits of the service. */
export const settingOptions = {
  emoji: opt.text('emoji shown before the name'),
  flow: opt.choice(
    'multiple-leads-scheduled (the default) checks leads at launch; api does not',
    campaignFlows,
  ),
  ...under('HOW MUCH', {
    dailyLimit: opt.int('maximum emails per day', within(limits.campaignDailyLimit)),
    senderLimit: opt.int('maximum emails per mailbox per day', within(limits.sendingLimitPerSender)),
    senderVariation: opt.int(
      'random variation of --sender-limit, in percent',
      within(limits.sendingLimitVariation),
    ),
    minGap: opt.int('minimum gap between two emails, in minutes', within(limits.timeBetweenEmails)),
    maxGap: opt.int('maximum gap between two emails, in minutes', within(limits.timeBetweenEmails)),
  }),
  ...under('WHO', {
    minHealth: opt.int(
      'mailboxes with a lower health score send nothing; 0 means no minimum',
      within(limits.healthScore),
    ),
    nonBusiness: opt.toggle('also email personal addresses, such as gmail.com'),
    catchAllValidated: opt.toggle('also email validated addresses of domains that accept any address'),
    emailVerifier: opt.toggle('skip invalid and catch-all addresses'),
    ignoreHardBounced: opt.toggle('skip leads whose address bounced for good'),
    ignoreResponded: opt.toggle('skip leads who have replied before'),
    skipExisting: opt.toggle('skip leads that are already in another campaign'),
  }),
  ...under('WRITING AND STOPPING', {
    llm: opt.toggle('let AI personalise the emails'),
    stopOnReply: opt.toggle('stop follow-ups when the lead replies'),
    stopForCompany: opt.toggle('stop follow-ups when a colleague of the lead replies'),
    ignoreOutOfOffice: opt.toggle('do not count out-of-office messages as replies'),
  }),
};

type Names = typeof campaignSettings;
type Given = Partial<Record<CampaignSettingName, unknown>>;
type BodyOf<V extends Given> = {
  [N in keyof V & CampaignSettingName as Names[N]['wire']]?: Exclude<V[N], undefined>;
};

/** The settings that were given, under the service's own names. */
const settingsBody = <V extends Given>(values: V): BodyOf<V> =>
  omitUndefined(
    Object.fromEntries(campaignSettingNames.map((name) => [campaignSettings[name].wire, values[name]])),
  ) as BodyOf<V>;

/** A refusal that names fields of the service names the options that set them. */
export function inOptions(error: unknown): never {
  if (!(error instanceof Failure)) throw error;
  const message = error.message.replaceAll(/\b[a-z]+[A-Z]\w*/g, (word) => {
    const option = optionOf.get(word);
    return option === undefined ? word : `--${kebab(option)}`;
  });
  throw message === error.message ? error : error.with({ message, cause: error });
}

export const noCost = () => ({ spend: {}, facts: [] });

export const changeReads = [campaigns.list, campaigns.get, campaigns.getSchedule] as const;

export const get = command({
  name: 'get',
  about: 'At a terminal it also shows what the campaign still needs before it can start.',
  uses: [campaigns.get, campaigns.list, campaigns.sequence, campaigns.getSchedule, leads.list, senders.list],
  tool: 'read',
  core: true,
  args: { campaign: arg.text('id or exact name', { asked: 'campaign' }) },
  examples: ['outreach campaigns get 1', 'outreach campaigns get "First steps" --json'],
  async run(context, { campaign }): Promise<Campaign & { launch?: LaunchFacts }> {
    const id = await context.service.find.campaign(campaign);
    const found = campaignIn(await context.service.api(campaigns.get, { params: { id } }));
    return context.screen.isForPeople ? { ...found, launch: await readFacts(context, id, found) } : found;
  },
  view: (found) => stack(campaignView(found), launchView(found, found.launch ?? factsIn(found))),
  next: (found) => nextOf(found, found.launch ?? factsIn(found)),
});

export const create = command({
  name: 'create',
  about:
    'Names need not be unique: each run creates a new campaign. A draft sends nothing: give it leads, a sequence, mailboxes and a schedule, then start it with `campaigns resume`.',
  uses: [campaigns.create],
  tool: 'work',
  core: true,
  args: { name: arg.text('campaign name', { asked: 'name' }), ...settingOptions },
  examples: [
    'outreach campaigns create "Autumn launch" --daily-limit 200',
    'outreach campaigns create "Autumn launch" --min-health 90 --stop-on-reply --json',
  ],
  async run({ service, screen }, { name, ...settings }) {
    const body = { name, ...settingsBody(settings) };
    const answer = await service.api(campaigns.create, { body }).catch(inOptions);
    const campaign = campaignIn(answer);
    screen.note(
      answer.message ?? (campaign.id === undefined ? 'Created.' : `Campaign ${campaign.id} is created.`),
    );
    return campaign;
  },
  view: (created) => stack(campaignView(created), launchView(created, atFirst(created))),
  next: (created) => nextOf(created, atFirst(created)),
});

const atFirst = (created: Campaign) =>
  factsIn(created, { counted: { attached: 0, connected: 0 }, leads: 0, delays: [] });

export const update = command({
  name: 'update',
  about:
    'Changes to a running or completed campaign take effect at once, so the command asks first. It does not ask if the change only reduces mail.',
  uses: [campaigns.update, ...changeReads],
  tool: 'work',
  core: true,
  args: {
    campaign: arg.text('id or exact name', { asked: 'campaign' }),
    name: opt.text('new name'),
    ...settingOptions,
    ...under('WRITING AND STOPPING', {
      stopAcrossCampaigns: opt.toggle('a reply also ends follow-ups elsewhere'),
    }),
  },
  examples: [
    'outreach campaigns update 1 --daily-limit 100',
    'outreach campaigns update "First steps" --min-health 90 --no-non-business',
  ],
  async run({ service, consent, screen }, { campaign, name, ...settings }) {
    const body = changes({ name, ...settingsBody(settings) }, '--daily-limit 100');
    const call = { params: { id: await service.find.campaign(campaign) }, body };
    const approval = await consent.approve(campaigns.update, call, noCost).catch(inOptions);
    const answer = await service.api(campaigns.update, call, approval).catch(inOptions);
    screen.note(answer.message ?? 'Saved.');
    return campaignIn(answer);
  },
  changed: ({ name: _, ...values }) => [
    ...['id', 'name', 'status'],
    ...Object.keys(settingsBody(values)).flatMap((name) => [name, `settings.${name}`]),
  ],
  view: (updated) => stack(campaignView(updated), launchView(updated, factsIn(updated))),
  next: (updated) => nextOf(updated, factsIn(updated)),
});
