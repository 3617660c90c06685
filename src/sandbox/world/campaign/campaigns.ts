import type { campaigns } from '../../../contract/areas/campaigns.ts';
import type { Infer } from '../../../contract/schema/schema.ts';
import type { CampaignLimits } from '../../../domain/mailbox/capacity.ts';
import { minutesOf, type SendingWindow, weekdaysOf } from '../../../domain/window.ts';
import * as stored from '../../core/record-table.ts';
import type { Sandbox } from '../../core/state.ts';
import { rfc3339 } from '../../core/times.ts';
import { emit } from '../../deliveries/emit.ts';
import { isKnownToWait } from '../sending/waiting-emails.ts';

type Given = Infer<typeof campaigns.create.body>;
/** What a campaign keeps beside its settings; the times between emails are part of its schedule. */
type Apart = 'name' | 'emoji' | 'flow' | 'minimumTimeBetweenEmails' | 'maximumTimeBetweenEmails';

/** A campaign's settings as the contract has them; null where a number is not set. */
type CampaignSettings = {
  readonly [F in Exclude<keyof Given, Apart>]-?: NonNullable<Given[F]> extends boolean
    ? boolean
    : number | null;
} & { readonly isEnabledStopFollowUpsAcrossCampaigns: boolean };

/** What a campaign is created with where nothing is said: the spec gives no defaults. A reply ends the sequence. */
export const defaultSettings: CampaignSettings = {
  dailyLimit: null,
  allowNonBusinessEmails: false,
  ignoreOutOfOfficeReplies: false,
  isEnabledCatchallValidated: false,
  isEnabledEmailVerifier: false,
  isEnabledIgnoreHardBouncedLeads: false,
  isEnabledIgnoreLeadsWhoAlreadyResponded: false,
  isEnabledLlm: false,
  isEnabledSkipLeadIfAlreadyExists: false,
  isEnabledStopFollowUpsForSameCompany: false,
  isEnabledStopFollowUpsOnReply: true,
  isEnabledStopFollowUpsAcrossCampaigns: false,
  maximumSendingLimitPerSenderEmail: null,
  maximumSendingLimitPerSenderEmailVariation: null,
  minimumHealthScore: null,
};

type Schedule = Infer<typeof campaigns.schedule.body>;

/** The spec's schedule record. `cronSchedule` and `everySchedule` are kept and not followed: it does not say what they mean. */
export type CampaignSchedule = { readonly [F in keyof Schedule]-?: Exclude<Schedule[F], undefined> };

export const defaultSchedule: CampaignSchedule = {
  cronSchedule: '',
  daysSchedule: '',
  startSchedule: '09:00',
  endSchedule: '17:00',
  everySchedule: null,
  minimumTimeBetweenEmails: 5,
  maximumTimeBetweenEmails: 10,
};

type CampaignStatus = 'draft' | 'running' | 'paused' | 'completed';

export const campaignTable = stored.recordTable('campaign', {
  id: stored.number,
  workspaceId: stored.number,
  name: stored.text,
  emoji: stored.maybeText,
  flow: stored.text,
  status: stored.plain<CampaignStatus>(),
  settings: stored.json<CampaignSettings>(),
  schedule: stored.json<CampaignSchedule>(),
  signature: stored.text,
  processingUntil: stored.maybeNumber,
  launchedAt: stored.maybeNumber,
  createdAt: stored.number,
  updatedAt: stored.number,
});

export type Campaign = stored.RecordOf<typeof campaignTable>;

/** What sending needs of a campaign. */
export interface RunningCampaign extends Pick<Campaign, 'id' | 'workspaceId' | 'settings' | 'signature'> {
  readonly limits: CampaignLimits;
}

/** The same campaign for every email that is sent until its settings may have changed. */
export const runningCampaign = (sandbox: Sandbox, id: number): RunningCampaign | undefined =>
  sandbox.steady(`campaign ${id}`, () => {
    const campaign = findCampaign(sandbox, id);
    return campaign && { ...campaign, limits: limitsOf(campaign) };
  });

export const findCampaign = (sandbox: Sandbox, id: number): Campaign | undefined =>
  campaignTable.find(sandbox, id);

/** A campaign of the workspace; another workspace's is not found (spec, Errors 404). */
export const campaignOf = (sandbox: Sandbox, workspaceId: number, id: number): Campaign =>
  campaignTable.owned(sandbox, workspaceId, id, 'Campaign', { code: 'campaign_not_found' });

/** Every change of a status passes here. */
export function setStatus(sandbox: Sandbox, campaignId: number, status: CampaignStatus): void {
  const before = findCampaign(sandbox, campaignId);
  if (!before || before.status === status) return;
  campaignTable.update(sandbox, campaignId, { status, updatedAt: sandbox.now() });
  sandbox.unsettle();
  emit(sandbox, before.workspaceId, 'CampaignStatusChanged', () => ({
    event_id: '',
    campaign_id: campaignId,
    name: before.name,
    old_status: before.status,
    new_status: status,
    changed_at: rfc3339(sandbox.now()),
  }));
}

export const windowOf = (schedule: CampaignSchedule): SendingWindow => ({
  days: weekdaysOf(schedule.daysSchedule) ?? [],
  start: minutesOf(schedule.startSchedule) ?? 0,
  end: minutesOf(schedule.endSchedule) ?? 0,
});

export const limitsOf = ({
  settings,
  schedule,
}: Pick<Campaign, 'settings' | 'schedule'>): CampaignLimits => ({
  window: windowOf(schedule),
  minimumTimeBetweenEmails: schedule.minimumTimeBetweenEmails,
  maximumTimeBetweenEmails: schedule.maximumTimeBetweenEmails,
  maximumSendingLimitPerSenderEmail: settings.maximumSendingLimitPerSenderEmail ?? undefined,
  maximumSendingLimitPerSenderEmailVariation:
    settings.maximumSendingLimitPerSenderEmailVariation ?? undefined,
  minimumHealthScore: settings.minimumHealthScore ?? undefined,
});

/** A running campaign with nothing left to send is completed. */
export function completeIfDone(sandbox: Sandbox, campaignId: number): void {
  if (isKnownToWait(sandbox, campaignId)) return;
  const done = sandbox.db
    .prepare(
      `SELECT 1 AS found FROM campaign WHERE id = ?1 AND status = 'running'
         AND NOT EXISTS (SELECT 1 FROM email WHERE campaign_id = ?1 AND status = 'scheduled')
         AND NOT EXISTS (SELECT 1 FROM email WHERE campaign_id = ?1 AND status = 'followUp')`,
    )
    .get(campaignId);
  if (done) setStatus(sandbox, campaignId, 'completed');
}
