import { record, stack, type View } from '../../cli/declare/view.ts';
import { cellOf } from '../../cli/output/formats/auto-view.ts';
import type { campaigns } from '../../contract/areas/campaigns.ts';
import type { Output } from '../../contract/operation.ts';
import { scheduleFields } from './schedule-view.ts';
import { switchedOn } from './switches.ts';

export type Campaign = Output<typeof campaigns.get>['campaign'];

/** Or all that came, where it holds no campaign. */
export const campaignIn = (answer: Output<typeof campaigns.create>): Campaign =>
  answer.campaign ?? (answer as unknown as Campaign);

export function campaignView(campaign: Campaign): View {
  const { stats, schedule } = campaign;
  const settings = { ...campaign.settings, ...withoutNull(campaign) };
  return stack(
    record(
      ['ID', campaign.id, 'id'],
      ['Name', [campaign.emoji, campaign.name].filter(Boolean).join(' ')],
      ['Status', cellOf(campaign.status), 'state'],
      ['Flow', campaign.flow],
      ['Daily limit', settings.dailyLimit ?? 'none', 'number'],
      ['Minimum health', settings.minimumHealthScore || 'none'],
      ['Limit per sender', settings.maximumSendingLimitPerSenderEmail ?? undefined],
      ['Email gap', between(settings)],
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

const between = (settings: Partial<Campaign>): string | undefined =>
  settings.minimumTimeBetweenEmails || settings.maximumTimeBetweenEmails
    ? `${settings.minimumTimeBetweenEmails ?? '?'} to ${settings.maximumTimeBetweenEmails ?? '?'}`
    : undefined;

const withoutNull = (campaign: Campaign): Partial<Campaign> =>
  Object.fromEntries(
    Object.entries(campaign).filter(([, value]) => value !== null && value !== undefined),
  ) as Partial<Campaign>;
