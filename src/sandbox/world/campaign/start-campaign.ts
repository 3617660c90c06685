import { everOpens } from '../../../domain/window.ts';
import { Refusal } from '../../core/handler.ts';
import { hasRow } from '../../core/rows.ts';
import type { Sandbox } from '../../core/state.ts';
import { isProcessing, launch } from '../leads/membership.ts';
import { sendersOf } from '../mailboxes/senders.ts';
import { wakeCampaign } from '../sending/wake.ts';
import { type Campaign, campaignTable, completeIfDone, setStatus, windowOf } from './campaigns.ts';

/** Starts a draft, creating its emails, or goes on with a paused campaign. Whether it may start was asked before. */
export function startCampaign(sandbox: Sandbox, campaign: Campaign): void {
  if (campaign.status === 'draft') {
    launch(sandbox, campaign);
    campaignTable.update(sandbox, campaign.id, { launchedAt: sandbox.now() });
  }
  setStatus(sandbox, campaign.id, 'running');
  completeIfDone(sandbox, campaign.id);
  wakeCampaign(sandbox, campaign.id);
}

/**
 * Throws 409 where a campaign cannot be started or resumed. The spec names one guard, leads that are still processed;
 * anything else that would keep it from sending is also a conflict with its state.
 */
export function refuseUnlessReady(sandbox: Sandbox, campaign: Campaign): void {
  const problem = launchProblem(sandbox, campaign);
  if (!problem) return;
  const [code, why] = problem;
  throw new Refusal(409, `Campaign ${campaign.id} cannot be started: ${why}`, { code });
}

/** What keeps it from being started or resumed, if anything does. */
export function launchProblem(sandbox: Sandbox, campaign: Campaign): [code: string, why: string] | undefined {
  const { id, status, flow, schedule } = campaign;
  if (status === 'running') return ['already_running', 'it is running already'];
  if (status === 'completed') return ['completed', 'everything was sent; leads added to it resume it'];
  if (flow !== 'api' && isProcessing(sandbox, campaign))
    return ['leads_processing', 'its leads are still being processed; try again shortly'];
  if (!hasRow(sandbox, 'step WHERE campaign_id = ?', id)) return ['no_sequence', 'it has no email sequence'];
  if (!everOpens(windowOf(schedule))) return ['no_schedule', 'its schedule names no day to send on'];
  if (!sendersOf(sandbox, id).some(({ isConnected }) => isConnected))
    return ['no_senders', 'no connected mailbox is attached to it'];
  if (status === 'draft' && !hasRow(sandbox, 'campaign_lead WHERE campaign_id = ?', id))
    return ['no_leads', 'it has no leads'];
  return undefined;
}
