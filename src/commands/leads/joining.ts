import type { Context } from '../../cli/command.ts';
import { listed } from '../../cli/listed.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
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
 * that sends, so it takes the consent of a call that sends. A draft or paused campaign asks nothing.
 */
export async function approveJoining(context: Context, joining: Joining): Promise<void> {
  const { campaignId, people, operation, input } = joining;
  if (context.globals.dryRun) return;
  const campaign = await listed(context.api.pages(campaigns.list, {}), campaignId);
  if (campaign === undefined || (campaign.status !== 'running' && campaign.status !== 'completed')) return;
  const effect =
    campaign.status === 'running'
      ? 'is running: emails to these leads are created at once'
      : 'is completed: adding leads resumes it';
  await context.approve(operation, input, () => ({
    spend: { recipients: people },
    facts: [`Campaign ${campaignId} "${campaign.name}" ${effect}.`],
  }));
}
