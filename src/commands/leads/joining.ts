import type { Context } from '../../cli/command.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { leads } from '../../contract/areas/leads.ts';

/**
 * Leads added to a running campaign get their emails at once, and a completed campaign resumes (spec, Campaign status):
 * that sends, so it takes the consent of a call that sends. A draft or paused campaign asks nothing.
 */
export async function approveJoining(context: Context, campaignId: number, people: number): Promise<void> {
  if (context.globals.dryRun) return;
  const campaign = await findCampaign(context, campaignId);
  if (campaign === undefined || (campaign.status !== 'running' && campaign.status !== 'completed')) return;
  const effect =
    campaign.status === 'running'
      ? 'is running: emails to these leads are created at once'
      : 'is completed: adding leads resumes it';
  await context.approve(leads.upsert, { body: { campaignId } }, () => ({
    spend: { recipients: people },
    facts: [`Campaign ${campaignId} "${campaign.name}" ${effect}.`, `${people} leads are added.`],
  }));
}

async function findCampaign({ api }: Context, campaignId: number) {
  for await (const page of api.pages(campaigns.list, {})) {
    const found = page.items.find(({ id }) => id === campaignId);
    if (found !== undefined) return found;
  }
  return undefined;
}
