import { blocklist } from '../../contract/areas/blocklist.ts';
import { copyFindings } from '../../domain/launch/copy-rules.ts';
import { type Findings, found, together } from '../../domain/launch/problem.ts';
import { tagProblems, tagRules } from '../../domain/launch/tag-rules.ts';
import { type ActiveWaiver, inDoubt, tagRuleIds } from '../../domain/launch/verdict.ts';
import type { SequenceLike, Wording } from '../../domain/launch/wordings.ts';
import { leftOut, readOr, whyOf } from '../answer/fact.ts';
import type { Surroundings } from '../declare/command.ts';
import type { ChecksPassed, Receiving } from '../declare/quote.ts';
import { refuseBlocked } from './blocking-rules.ts';
import { readBlocklist } from './read-blocklist.ts';
import { readJoined } from './read-campaign.ts';
import { readWordings } from './read-wordings.ts';
import { walkLeads } from './walk-leads.ts';

/** A sequence as it is given; without a signature the campaign keeps its own. */
export interface NewCopy extends SequenceLike {
  readonly signature?: string | undefined;
}

/** The rules of copy and tags for a new sequence, over all leads. Throws `ended-badly` where one blocks. */
export async function checkNewCopy(
  context: Surroundings,
  campaign: Receiving,
  copy: NewCopy,
  waivers: readonly ActiveWaiver[],
): Promise<ChecksPassed> {
  const joined = await readJoined(context, campaign.id);
  const signature = copy.signature ?? (joined.sequence?.signature || joined.detail?.signature);
  const parts = { ...joined, sequence: { ...copy, signature }, detail: undefined };
  const { wordings = [], unread } = await readWordings(context.service, parts);
  if (unread !== undefined) context.screen.warn(`Not all of the copy could be checked: ${unread}`);
  const tags = inDoubt(await tagFindings(context, campaign.id, wordings), tagRuleIds, unread);
  const findings = together(copyFindings(wordings, {}, unread), tags);
  return refuseBlocked({ campaignId: campaign.id }, findings, waivers);
}

/** Over every lead of the campaign; those on the blocklist get no email. */
async function tagFindings(
  context: Surroundings,
  campaignId: number,
  wordings: readonly Wording[],
): Promise<Findings> {
  const blocked = await readOr(blocklist.list, () => readBlocklist(context.service));
  if (blocked.failure) leftOut(context, blocklist.list, whyOf(blocked.failure));
  const faultsOf = tagRules(wordings);
  const { counts, leads, keys, unread } = await walkLeads(context, campaignId, (lead) =>
    blocked.value?.(lead.email) ? [] : faultsOf(lead),
  );
  if (unread !== undefined) context.screen.warn(`Not all leads could be checked: ${unread}`);
  return inDoubt(found(tagProblems(counts, { wordings, leads, keys })), tagRuleIds, unread);
}
