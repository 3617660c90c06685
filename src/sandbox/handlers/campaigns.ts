import { counted, plural } from '../../base/counted.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import type { Output } from '../../contract/operation.ts';
import { isHeldBack } from '../../domain/mailbox/capacity.ts';
import { Refusal, sectionOf } from '../core/handler.ts';
import { pageInfo, pageOf } from '../core/paging.ts';
import { invalidField } from '../core/request.ts';
import type { Sandbox } from '../core/state.ts';
import {
  campaignDetail,
  campaignItem,
  dailyStats,
  emailCounts,
  stepStats,
  totals,
} from '../world/campaign/campaign-views.ts';
import { campaignOf, campaignTable, setStatus } from '../world/campaign/campaigns.ts';
import { createCampaign, merge, scheduleFrom } from '../world/campaign/create-campaign.ts';
import { refuseUnlessReady, startCampaign } from '../world/campaign/start-campaign.ts';
import { attachSender, scoreOf, sendersOf } from '../world/mailboxes/senders.ts';
import { replaceSteps, sequenceOf } from '../world/sending/sequence.ts';
import { wakeCampaign } from '../world/sending/wake.ts';

export const section = sectionOf(campaigns, {
  list: ({ query, workspaceId }, sandbox) => {
    const page = pageOf(query, 20);
    const { rows, total } = campaignTable.page(sandbox, page, 't.workspace_id = ?', workspaceId);
    return { campaigns: rows.map((row) => campaignItem(sandbox, row)), ...pageInfo(page, total) };
  },

  create: ({ body, workspaceId }, sandbox) => {
    const id = createCampaign(sandbox, workspaceId, body);
    return changed(sandbox, workspaceId, id, 'Campaign created');
  },

  get: ({ params, workspaceId }, sandbox) => ({
    campaign: campaignDetail(sandbox, campaignOf(sandbox, workspaceId, params.id)),
  }),

  update: ({ params, body, workspaceId }, sandbox) => {
    const campaign = campaignOf(sandbox, workspaceId, params.id);
    campaignTable.update(sandbox, campaign.id, {
      name: body.name,
      emoji: body.emoji,
      flow: body.flow,
      settings: merge(campaign.settings, body),
      schedule: scheduleFrom(campaign.schedule, body),
      updatedAt: sandbox.now(),
    });
    wakeCampaign(sandbox, campaign.id);
    return changed(sandbox, workspaceId, campaign.id, 'Campaign updated');
  },

  resume: ({ params, workspaceId }, sandbox) => {
    const campaign = campaignOf(sandbox, workspaceId, params.id);
    refuseUnlessReady(sandbox, campaign);
    const first = campaign.status === 'draft';
    startCampaign(sandbox, campaign);
    return changed(sandbox, workspaceId, campaign.id, first ? 'Campaign started' : 'Campaign resumed');
  },

  pause: ({ params, workspaceId }, sandbox) => {
    const { id, status } = campaignOf(sandbox, workspaceId, params.id);
    if (status === 'draft' || status === 'completed')
      throw new Refusal(409, `Campaign ${id} is ${status}: only a running campaign can be paused`);
    setStatus(sandbox, id, 'paused');
    return changed(
      sandbox,
      workspaceId,
      id,
      status === 'paused' ? 'Campaign was paused already' : 'Campaign paused',
    );
  },

  schedule: ({ params, body, workspaceId }, sandbox) => {
    const campaign = campaignOf(sandbox, workspaceId, params.id);
    const schedule = scheduleFrom(campaign.schedule, body);
    campaignTable.update(sandbox, campaign.id, { schedule, updatedAt: sandbox.now() });
    wakeCampaign(sandbox, campaign.id);
    return { schedule: { ...schedule }, message: 'Schedule updated' };
  },

  getSchedule: ({ params, workspaceId }, sandbox) => ({
    schedule: { ...campaignOf(sandbox, workspaceId, params.id).schedule },
  }),

  sequence: ({ params, workspaceId }, sandbox) =>
    sequenceOf(sandbox, campaignOf(sandbox, workspaceId, params.id)),

  replaceSequence: ({ params, body, workspaceId }, sandbox) => {
    const campaign = campaignOf(sandbox, workspaceId, params.id);
    replaceSteps(sandbox, campaign.id, body.steps);
    campaignTable.update(sandbox, campaign.id, { signature: body.signature, updatedAt: sandbox.now() });
    return {
      ...sequenceOf(sandbox, campaignOf(sandbox, workspaceId, campaign.id)),
      message: 'Sequence replaced',
    };
  },

  attachSenders: ({ params, body, workspaceId }, sandbox) => {
    const { id } = campaignOf(sandbox, workspaceId, params.id);
    const wanted = [...new Set(body.senderEmailIds)];
    refuseUnlessConnected(sandbox, workspaceId, wanted);
    const attached = wanted.filter((senderId) => attachSender(sandbox, id, senderId)).length;
    wakeCampaign(sandbox, id);
    const before = wanted.length - attached;
    const already = before === 0 ? '' : ` (${before} ${plural(before, 'was', 'were')} attached already)`;
    return {
      campaignId: id,
      message: `Attached ${counted(attached, 'mailbox', 'mailboxes')}${already}`,
      attached,
      alreadyAttached: before,
      senderEmailIds: sendersOf(sandbox, id).map((sender) => sender.id),
    };
  },

  health: ({ params, workspaceId }, sandbox) => {
    const { id, settings } = campaignOf(sandbox, workspaceId, params.id);
    const minimum = settings.minimumHealthScore || null;
    const accounts: Output<typeof campaigns.health>['accounts'] = [];
    let heldBackCount = 0;
    for (const sender of sendersOf(sandbox, id)) {
      const { id: senderEmailId, address } = sender;
      const healthScore = scoreOf(sender, sandbox.now());
      const heldBack = isHeldBack(healthScore, minimum ?? undefined);
      const why = healthScore === null ? 'no health score yet' : `below the minimum of ${minimum}`;
      const reason = heldBack ? why : null;
      accounts.push({ senderEmailId, address, healthScore, heldBack, reason });
      if (heldBack) heldBackCount += 1;
    }
    return {
      accounts,
      allHeldBack: accounts.length > 0 && heldBackCount === accounts.length,
      heldBackCount,
      message:
        minimum === null
          ? 'The campaign sets no minimum health score'
          : `${heldBackCount} of ${counted(accounts.length, 'mailbox', 'mailboxes')} held back`,
      minimumHealthScore: minimum,
    };
  },

  stats: ({ params, workspaceId }, sandbox) => {
    const { id } = campaignOf(sandbox, workspaceId, params.id);
    return {
      totals: totals(sandbox, id),
      daily: dailyStats(sandbox, id),
      steps: stepStats(sandbox, id),
      emailCounts: emailCounts(sandbox, id),
    };
  },
});

function changed(sandbox: Sandbox, workspaceId: number, id: number, message: string) {
  return { campaign: campaignDetail(sandbox, campaignOf(sandbox, workspaceId, id)), message };
}

/** Every id must be a connected mailbox of the workspace, or none is attached (spec, Attach-senders request). */
function refuseUnlessConnected(sandbox: Sandbox, workspaceId: number, ids: readonly number[]): void {
  for (const id of ids) {
    const row = sandbox.db
      .prepare('SELECT is_connected AS isConnected FROM sender WHERE id = ? AND workspace_id = ?')
      .get<{ isConnected: number }>(id, workspaceId);
    const reason = row ? 'is not connected' : 'is not a mailbox of this workspace';
    if (row?.isConnected !== 1)
      throw invalidField('senderEmailIds', id, `must be connected mailboxes; ${id} ${reason}`);
  }
}
