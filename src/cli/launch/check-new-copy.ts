import { copyProblems } from '../../domain/launch/copy-rules.ts';
import { type Findings, found, together } from '../../domain/launch/problem.ts';
import { rules } from '../../domain/launch/rules.ts';
import { tagProblems, tagRules } from '../../domain/launch/tag-rules.ts';
import { type ActiveWaiver, rulesOfLeads } from '../../domain/launch/verdict.ts';
import { type SequenceLike, type Wording, wordingsIn } from '../../domain/launch/wordings.ts';
import type { Context } from '../declare/command.ts';
import type { Receiving } from '../declare/quote.ts';
import { readBlocklist } from './read-blocklist.ts';
import { readJoined } from './read-joined.ts';
import { readSignatures } from './read-signatures.ts';
import { refuseBlocked } from './refuse-blocked.ts';
import { walkLeads } from './walk-leads.ts';

/** A sequence as it is given; without a signature the campaign keeps its own. */
export interface NewCopy extends SequenceLike {
  readonly signature?: string | undefined;
}

/**
 * The rules about copy and merge tags for a sequence that is to replace that of a campaign, over all its leads. Gives
 * lines for the question. Throws `ended-badly` where one blocks.
 */
export async function checkNewCopy(
  context: Context,
  campaign: Receiving,
  copy: NewCopy,
  waivers: readonly ActiveWaiver[],
): Promise<readonly string[]> {
  const { sequence, detail, attached } = await readJoined(context, campaign.id);
  const signature = copy.signature ?? (sequence.value?.signature || detail?.signature);
  const wordings = wordingsIn(copy, await readSignatures(context, signature, attached));
  const tags = await tagFindings(context, campaign.id, wordings);
  return refuseBlocked({ campaignId: campaign.id }, together(found(copyProblems(wordings)), tags), waivers);
}

/** Over every lead of the campaign; those on the blocklist get no email. */
async function tagFindings(
  context: Context,
  campaignId: number,
  wordings: readonly Wording[],
): Promise<Findings> {
  const isBlocked = await readBlocklist(context);
  const faultsOf = tagRules(wordings);
  const { counts, leads, keys, unread } = await walkLeads(context, campaignId, (lead) =>
    isBlocked(lead.email) ? [] : faultsOf(lead),
  );
  if (unread !== undefined) context.warn(`Not all leads could be checked: ${unread}`);
  const ofTags = rulesOfLeads.filter((rule) => rules[rule].area === 'copy');
  return found(
    tagProblems(counts, { wordings, leads, keys }),
    unread === undefined ? [] : ofTags.map((rule) => ({ rule, why: unread })),
  );
}
