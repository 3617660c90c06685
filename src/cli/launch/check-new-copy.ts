import { leads } from '../../contract/areas/leads.ts';
import { copyProblems } from '../../domain/launch/copy-rules.ts';
import { createFaultTally } from '../../domain/launch/lead-faults.ts';
import type { Problem, Waiver } from '../../domain/launch/problem.ts';
import { createKeyTally, tagProblems, tagRules } from '../../domain/launch/tag-rules.ts';
import { type SequenceLike, type Wording, wordingsIn } from '../../domain/launch/wordings.ts';
import type { Context } from '../declare/command.ts';
import type { Receiving } from '../declare/quote.ts';
import { readBlocklist } from './read-blocklist.ts';
import { readJoined } from './read-joined.ts';
import { readSignatures } from './read-signatures.ts';
import { refuseBlocked } from './refuse-blocked.ts';

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
  accept: readonly Waiver[],
): Promise<readonly string[]> {
  const { sequence, detail, attached } = await readJoined(context, campaign.id);
  const signature = copy.signature ?? (sequence.value?.signature || detail?.signature);
  const wordings = wordingsIn(copy, await readSignatures(context, signature, attached));
  const problems = [...copyProblems(wordings), ...(await tagProblemsOf(context, campaign.id, wordings))];
  return refuseBlocked(campaign, { problems, unknown: [] }, accept);
}

/** Over every lead of the campaign; those on the blocklist get no email. */
async function tagProblemsOf(
  context: Context,
  campaignId: number,
  wordings: readonly Wording[],
): Promise<Problem[]> {
  const isBlocked = await readBlocklist(context);
  const faultsOf = tagRules(wordings);
  const tally = createFaultTally();
  const keys = createKeyTally();
  await context.progress('Checking the leads', async () => {
    for await (const { items } of context.api.pages(leads.list, { query: { campaignId } }))
      for (const lead of items) {
        if (isBlocked(lead.email)) continue;
        tally.add(lead, faultsOf(lead));
        keys.add(lead);
      }
  });
  return tagProblems(tally.counts(), { wordings, leads: tally.leads(), keys: keys.keys() });
}
