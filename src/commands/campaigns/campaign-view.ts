import { type Cell, record, stack, type View } from '../../cli/declare/view.ts';
import { cellOf } from '../../cli/output/formats/auto-view.ts';
import type { campaigns } from '../../contract/areas/campaigns.ts';
import type { Output } from '../../contract/operation.ts';
import { describeDays } from '../../domain/schedule-text.ts';

export type Campaign = Output<typeof campaigns.get>['campaign'];

/** Or all that came, where it holds no campaign. */
export const campaignIn = (answer: Output<typeof campaigns.create>): Campaign =>
  answer.campaign ?? (answer as unknown as Campaign);

export function campaignView(campaign: Campaign): View {
  const { stats, schedule } = campaign;
  const settings: Partial<Campaign> & Record<string, unknown> = { ...campaign.settings };
  for (const [name, value] of Object.entries(campaign)) settings[name] = value ?? settings[name];
  return stack(
    record(
      ['ID', campaign.id, 'id'],
      ['Name', [campaign.emoji, campaign.name].filter(Boolean).join(' ')],
      ['Status', cellOf(campaign.status), 'state'],
      ['Flow', campaign.flow === 'api' ? 'api: leads are not validated at launch' : undefined],
      ['Daily limit', settings.dailyLimit ?? 'none', 'number'],
      ['Minimum health', settings.minimumHealthScore || 'none'],
      ['Limit per sender', settings.maximumSendingLimitPerSenderEmail ?? undefined],
      ['Gap between emails', gapText(settings)],
      ...(schedule ? scheduleFields(schedule) : []),
      ['Options', switchedOn(settings).join('; ') || 'none'],
      ['Created', campaign.createdAt],
      ['Updated', campaign.updatedAt],
    ),
    ...(stats
      ? [
          record(
            ['Senders', `${stats.senderEmailsConnected ?? 0} of ${stats.senderEmailsTotal ?? 0} connected`],
            ['Contacted', stats.contactedLeadsCount, 'number'],
            ['Emails sent', stats.emailsSentCount, 'number'],
            ['Replied', stats.repliedLeadsCount, 'number'],
            ['Positive', stats.leadsRespondedPositivelyCount, 'number'],
            ['Bounced', stats.bouncedLeadsCount, 'number'],
          ),
        ]
      : []),
  );
}

type Gaps = Pick<Partial<Campaign>, 'minimumTimeBetweenEmails' | 'maximumTimeBetweenEmails'>;

export const gapText = (gaps: Gaps): string | undefined => {
  const { minimumTimeBetweenEmails: least, maximumTimeBetweenEmails: most } = gaps;
  return least || most ? `${least ?? '?'} to ${most ?? '?'} minutes` : undefined;
};

/** What a campaign does when the switch is on, as a person would say it; the options that set it read alike. */
const meanings: Readonly<Record<string, string>> = {
  allowNonBusinessEmails: 'email personal addresses',
  ignoreOutOfOfficeReplies: 'do not count out-of-office messages as replies',
  isEnabledCatchallValidated: 'email validated catch-all addresses',
  isEnabledEmailVerifier: 'verify addresses',
  isEnabledIgnoreHardBouncedLeads: 'skip leads that bounced',
  isEnabledIgnoreLeadsWhoAlreadyResponded: 'skip leads that have replied',
  isEnabledLlm: 'let AI personalise the emails',
  isEnabledSkipLeadIfAlreadyExists: 'skip leads that exist',
  isEnabledStopFollowUpsAcrossCampaigns: 'stop follow-ups in other campaigns',
  isEnabledStopFollowUpsForSameCompany: 'stop when a colleague replies',
  isEnabledStopFollowUpsOnReply: 'stop on a reply',
};

/** The switches that are on, in words; an unknown one is shown by the words of its name. */
export function switchedOn(settings: Readonly<Record<string, unknown>>): string[] {
  const words: string[] = [];
  for (const [name, value] of Object.entries(settings)) {
    if (value !== true || !/^(is|allow|ignore)[A-Z]/.test(name)) continue;
    const apart = name.replace(/^isEnabled|^is/, '').replaceAll(/([a-z\d])([A-Z])/g, '$1 $2');
    words.push(meanings[name] ?? apart.toLowerCase());
  }
  return words;
}

export type Schedule = NonNullable<Output<typeof campaigns.getSchedule>['schedule']>;

/** Or all that came, where it holds no schedule. */
export const scheduleIn = (answer: Output<typeof campaigns.getSchedule>): Schedule =>
  answer.schedule ?? (answer as unknown as Schedule);

export const scheduleFields = (schedule: Schedule): [label: string, value: Cell][] => [
  ['Days', describeDays(schedule.daysSchedule ?? '')],
  ['Hours', hours(schedule)],
];

const hours = ({ startSchedule, endSchedule }: Schedule): string =>
  startSchedule || endSchedule ? `${startSchedule || '?'} to ${endSchedule || '?'}` : 'not set';

/** `Mon-Fri, 09:00 to 17:00`. */
export const describeSchedule = (schedule: Schedule): string =>
  `${describeDays(schedule.daysSchedule ?? '')}, ${hours(schedule)}`;
