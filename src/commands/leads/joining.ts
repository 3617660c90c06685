import type { Context } from '../../cli/declare/command.ts';
import { receivingCampaign } from '../../cli/find/receiving-campaign.ts';
import type { AnyInput, AnyOperation } from '../../contract/operation.ts';

export interface Joining {
  readonly campaignId: number;
  readonly people: number;
  /** The call that adds them; of several, the first. */
  readonly operation: AnyOperation;
  readonly input: AnyInput;
}

/**
 * Leads added to a running campaign get their emails at once, and a completed campaign resumes (spec, Campaign status):
 * that sends, so it takes the consent of a call that sends. So does a state that is not known. A draft or paused campaign
 * asks nothing.
 */
export async function approveJoining(context: Context, joining: Joining): Promise<void> {
  const { campaignId, people, operation, input } = joining;
  if (context.globals.dryRun) return;
  const { sends, fact } = await receivingCampaign(context.api, campaignId);
  if (!sends) return;
  await context.approve(operation, input, () => ({ spend: { recipients: people }, facts: [fact] }));
}
