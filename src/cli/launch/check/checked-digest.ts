import { digestOfValue } from '../../../base/digest.ts';
import { jsonText } from '../../../base/lossless-json.ts';
import { blocklist } from '../../../contract/areas/blocklist.ts';
import { replies } from '../../../contract/areas/replies.ts';
import type { Waiver } from '../../../domain/launch/problem.ts';
import { ruleIds } from '../../../domain/launch/rules.ts';
import { readOr } from '../../answer/fact.ts';
import type { Context } from '../../declare/command.ts';
import type { Settings } from '../../declare/settings.ts';
import { blocklistPage, type Heads } from '../read-blocklist.ts';
import { type CampaignReading, readCampaign } from '../read-campaign.ts';
import { leadsPage } from '../walk-leads.ts';
import type { Duplicates } from './other-campaigns.ts';
import { repliesHead, repliesPage } from './read-history.ts';

/** What a pass depends on, as far as a few calls show it. */
export interface Seen extends Heads {
  readonly reading: Pick<
    CampaignReading,
    'id' | 'detail' | 'sequence' | 'schedule' | 'senders' | 'leads' | 'newest'
  >;
  /** What the check was asked to look at, and what it may let go. */
  readonly asked: Asked;
  readonly version: string;
}

export interface Asked {
  readonly duplicates: Duplicates;
  readonly waivers: readonly Waiver[];
  /** Where it looked, and as whom. */
  readonly at: Pick<Settings, 'baseUrl' | 'profile' | 'routes'>;
}

/** Changes with every field of them but counts, which change by themselves, and the moments of changes. */
export function digestOf({ reading, blocklist, replies, asked, version }: Seen): string {
  const { id, detail, sequence, schedule, senders, leads, newest } = reading;
  const { stats: _stats, updatedAt: _updated, ...settled } = detail ?? {};
  const seen = {
    id,
    settings: settled,
    steps: sequence?.steps,
    signature: sequence?.signature,
    schedule: detail?.schedule ?? schedule,
    senders: senders?.map(({ updatedAt: _changed, ...sender }) => sender),
    leads,
    newest,
    blocklist,
    replies,
    duplicates: asked.duplicates,
    waivers: asked.waivers.map(({ rule, reason }) => `${rule} ${reason}`).sort(),
    at: [asked.at.baseUrl, asked.at.profile, asked.at.routes],
    rules: [version, ...ruleIds],
  };
  return `sha256:${digestOfValue(jsonText(seen))}`;
}

/** The same as seen now: at most seven calls where there are no more than 200 mailboxes. */
export async function lookAgain(
  context: Context,
  id: number,
  asked: Asked,
): Promise<{ readonly reading: CampaignReading; readonly digest: string }> {
  const { api, world } = context;
  const [reading, blocked, answered] = await Promise.all([
    readCampaign(context, id, ['detail', 'sequence', 'schedule'], { newest: leadsPage, lean: true }),
    readOr(blocklist.list, () => api.page(blocklist.list, {}, { pageSize: blocklistPage })),
    readOr(replies.list, () => api.page(replies.list, {}, { pageSize: repliesPage })),
  ]);
  const digest = digestOf({
    reading,
    blocklist: blocked.value && { total: blocked.value.total, newest: blocked.value.items },
    replies: answered.value && repliesHead(answered.value),
    asked,
    version: world.version,
  });
  return { reading, digest };
}
