import { digestOfValue } from '../../../base/digest.ts';
import { jsonText } from '../../../base/lossless-json.ts';
import { blocklist } from '../../../contract/areas/blocklist.ts';
import { replies } from '../../../contract/areas/replies.ts';
import { verification } from '../../../contract/areas/verification.ts';
import { campaignSettings } from '../../../contract/campaign-settings.ts';
import { readOr } from '../../answer/fact.ts';
import type { Surroundings } from '../../declare/command.ts';
import { mailedLine, valuesOf } from '../../find/joining-leads.ts';
import { blocklistPage, type Heads } from '../read-blocklist.ts';
import { type CampaignPart, type CampaignReading, readCampaign, settingsIn } from '../read-campaign.ts';
import { jobsHead, jobsPage } from '../read-verdicts.ts';
import { leadsPage } from '../walk-leads.ts';
import { repliesHead, repliesPage } from './read-history.ts';

/** What a check depends on, as far as a few calls show it. */
export interface Seen extends Heads {
  readonly reading: Pick<
    CampaignReading,
    'id' | 'detail' | 'sequence' | 'schedule' | 'senders' | 'leads' | 'newest'
  >;
  /** Those of the emails: variables without one are in none of them. All count where it is not known. */
  readonly tags: ReadonlySet<string> | undefined;
}

const gaps = ['minimumTimeBetweenEmails', 'maximumTimeBetweenEmails'] as const;

/** What rules use of each record, and what a question says of it: any other field may be another one at every read. */
const used = {
  campaign: ['name', 'status', 'signature'],
  settings: [...Object.values(campaignSettings).map(({ wire }) => wire), ...gaps],
  schedule: [...(['daysSchedule', 'startSchedule', 'endSchedule'] as const), ...gaps],
  step: ['order', 'subject', 'body', 'contentType', 'delayDays', 'useSameThread'],
  variant: ['label', 'subject', 'body'],
  sender: [
    ...(['id', 'address', 'givenName', 'familyName', 'campaignIds', 'provider'] as const),
    ...(['isConnected', 'healthScore', 'createdAt'] as const),
    ...(['currentDailyLimit', 'maximumSendingsLimitPerDay', 'toggleGradualBuildUp'] as const),
  ],
  blocked: ['emailAddress', 'domain'],
} as const;

const picked = <T, K extends keyof T>(record: T, fields: readonly K[]): (T[K] | null)[] =>
  fields.map((field) => record[field] ?? null);

/** Changes with every field of them that a rule uses, but for counts of what was sent, which change by themselves. */
export function digestOf({ reading, blocklist, replies, jobs, tags }: Seen): string {
  const { id, detail, sequence, schedule: own, senders, leads, newest } = reading;
  const schedule = detail?.schedule ?? own;
  const seen = {
    id,
    campaign: detail && picked(detail, used.campaign),
    settings: detail && picked(settingsIn(reading), used.settings),
    steps: sequence?.steps.map((step) => [
      picked(step, used.step),
      step.variants?.map((variant) => picked(variant, used.variant)),
    ]),
    signature: sequence?.signature,
    schedule: schedule && picked(schedule, used.schedule),
    senders: senders?.map((sender) => picked(sender, used.sender)),
    leads,
    newest: newest.map((lead) => [lead.id, lead.tag, mailedLine(lead, valuesOf(lead, tags))]),
    blocklist: blocklist && [blocklist.total, blocklist.newest.map((entry) => picked(entry, used.blocked))],
    replies,
    jobs,
  };
  return `sha256:${digestOfValue(jsonText(seen))}`;
}

/** The same as seen now: at most eight calls where there are no more than 200 mailboxes, and one for each of `more`. */
export async function lookAgain(
  context: Surroundings,
  id: number,
  { tags, more = [] }: Partial<Pick<Seen, 'tags'>> & { readonly more?: readonly CampaignPart[] },
): Promise<{ readonly reading: CampaignReading; readonly digest: string }> {
  const { service } = context;
  const parts = ['detail', 'sequence', 'schedule', ...more] as const;
  const [reading, blocked, answered, verified] = await Promise.all([
    readCampaign(context, id, parts, { newest: leadsPage, lean: true }),
    readOr(blocklist.list, () => service.api.page(blocklist.list, {}, { pageSize: blocklistPage })),
    readOr(replies.list, () => service.api.page(replies.list, {}, { pageSize: repliesPage })),
    readOr(verification.jobs, () => service.api.page(verification.jobs, {}, { pageSize: jobsPage })),
  ]);
  const digest = digestOf({
    reading,
    blocklist: blocked.value && { total: blocked.value.total, newest: blocked.value.items },
    replies: answered.value && repliesHead(answered.value),
    jobs: verified.value && jobsHead(verified.value.items),
    tags,
  });
  return { reading, digest };
}
