import type { Sandbox } from '../../core/state.ts';
import { launch } from '../leads/membership.ts';
import { wakeCampaign } from '../sending/wake.ts';
import { type Campaign, completeIfDone, setStatus } from './campaigns.ts';

/** Starts a draft, creating its emails, or goes on with a paused campaign. Whether it may start was asked before. */
export function startCampaign(sandbox: Sandbox, campaign: Campaign): void {
  if (campaign.status === 'draft') {
    launch(sandbox, campaign);
    sandbox.db.prepare('UPDATE campaign SET launched_at = ? WHERE id = ?').run(sandbox.now(), campaign.id);
  }
  setStatus(sandbox, campaign.id, 'running');
  completeIfDone(sandbox, campaign.id);
  wakeCampaign(sandbox, campaign.id);
}
