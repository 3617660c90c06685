import { digestOfValue } from '../../base/digest.ts';
import { isOfStep } from '../campaign-file/campaign-fields.ts';
import type { LockedFiles } from '../campaign-file/lock.ts';
import { identify } from './identity.ts';
import type { LiveAccount, LiveCampaign, Plan, PlanItem, PlanOptions } from './plan.ts';
import { type PlannedFile, planCampaign, unmanagedItem } from './plan-campaign.ts';
import { refuseUnknown } from './senders.ts';
import { managesSteps } from './three-way.ts';

export interface PlanInput {
  readonly files: readonly PlannedFile[];
  /** The part of the lock that is of this account. */
  readonly lock: LockedFiles;
  readonly account: LiveAccount;
  /** Every campaign that `identify` finds a file for. */
  readonly live: readonly LiveCampaign[];
  readonly options: PlanOptions;
}

/** What makes the service as the files say. Throws `usage` for bad files or unknown addresses, `conflict` for a name. */
export function makePlan({ files, lock, account, live, options }: PlanInput): Plan {
  const { campaigns, mailboxes } = account;
  const found = identify(files, lock, campaigns);
  refuseUnknown(files, mailboxes);
  const byId = new Map(live.map((campaign) => [campaign.id, campaign]));
  const sorted = [...files].sort((a, b) => (a.file < b.file ? -1 : 1));
  const planned: PlanItem[] = [];
  const texts: [file: string, digest: string][] = [];
  const others: [campaignId: number, digest: string][] = [];
  for (const file of sorted) {
    const match = found.files.get(file.file) ?? { id: null };
    const campaign = match.id === null ? undefined : byId.get(match.id);
    if (match.id !== null && !campaign) throw new Error(`campaign ${match.id} was not read`);
    planned.push(planCampaign({ file, match, live: campaign, mailboxes, options }));
    texts.push([file.file, digestOf(file.text)]);
    if (campaign) others.push([campaign.id, digestOf(unmanaged(file, campaign))]);
  }
  const managed = new Set(planned.map(({ campaignId }) => campaignId));
  const items = [...planned];
  for (const campaign of campaigns)
    if (!managed.has(campaign.id)) items.push(unmanagedItem(campaign, found.removed.get(campaign.id)));
  const reads: [campaignId: number, digest: string][] = [];
  for (const campaign of live) if (managed.has(campaign.id)) reads.push([campaign.id, readDigest(campaign)]);
  const parts = { files: Object.fromEntries(texts), reads: Object.fromEntries(reads) };
  const work = planned.map(({ file, campaignId, action, changes, byHand, calls }) => {
    return [file, campaignId, action, changes, byHand, calls];
  });
  return { items, options, ...parts, others: Object.fromEntries(others), digest: digestOf([parts, work]) };
}

const digestOf = (value: unknown): string => `sha256:${digestOfValue(value)}`;

/** The same as long as nothing of the campaign changes that a plan is made of. */
export const readDigest = (campaign: LiveCampaign): string => {
  const { status, createdAt, shown, fields, unreadable, steps } = campaign;
  const hidden = unreadable.map(({ field }) => field).sort();
  return digestOf([status, createdAt, shown ?? null, [...fields].sort(), hidden, steps]);
};

function unmanaged(file: PlannedFile, { createdAt, fields, unreadable, steps }: LiveCampaign) {
  const hasSteps = managesSteps(file.fields);
  const others = [...fields].filter(([field]) => {
    if (file.fields.has(field) || (hasSteps && isOfStep(field))) return false;
    return field !== 'senders' || !file.senders;
  });
  return [createdAt, others.sort(), unreadable.map(({ field }) => field).sort(), hasSteps ? [] : steps];
}
