import { dailyCapacity, mailboxCapacity } from '../../../domain/mailbox/capacity.ts';
import {
  gapAfter,
  isFollowUpDue,
  type Lane,
  never,
  nextLane,
  readyAt,
} from '../../../domain/mailbox/turn.ts';
import { dayNumber } from '../../../domain/window.ts';
import type { Sandbox } from '../../core/state.ts';
import { limitsOf, type RunningCampaign, runningCampaign } from '../campaign/campaigns.ts';
import { type SendingMailbox, sendingMailbox } from '../mailboxes/senders.ts';
import {
  countSent,
  type MailboxState,
  mailboxState,
  rest,
  sentTodayByAll,
  sentTodayInAll,
} from './mailbox-state.ts';
import { sendEmail } from './outgoing.ts';
import { firstEmails, followUps } from './waiting-emails.ts';

/** A running campaign as one of its mailboxes sees it now. */
interface SendingLane extends Lane {
  readonly campaign: RunningCampaign;
  readonly firstId: number;
}

/**
 * A mailbox looks for something to send: at most one email, then it waits for the time between two emails to pass. A
 * mailbox has one such event ahead of it at most, whatever the number of its campaigns and leads.
 */
export function tick(sandbox: Sandbox, { senderId }: { senderId: number }, at: number): void {
  const state = mailboxState(sandbox, senderId);
  if (state?.tickAt !== at) return;
  const mailbox = sendingMailbox(sandbox, state.sender, at);
  const lanes = mailbox.isConnected ? lanesOf(sandbox, mailbox, state, at) : [];
  const lane = nextLane(lanes, at);
  if (lane) send(sandbox, mailbox, state, lane, at);
  else {
    const next = Math.min(...lanes.map((waiting) => waiting.readyAt));
    rest(sandbox, state, next < never ? next : null);
  }
}

/** Sends the next email of a lane; where it was canceled instead, the mailbox looks again at once. */
function send(
  sandbox: Sandbox,
  mailbox: SendingMailbox,
  state: MailboxState,
  lane: SendingLane,
  at: number,
): void {
  const { campaign } = lane;
  const waiting = isFollowUpDue(lane, at)
    ? followUps(sandbox, campaign.id, mailbox.id)
    : firstEmails(sandbox, campaign.id);
  const emailId = isFollowUpDue(lane, at) ? lane.followUpId : lane.firstId;
  waiting.remove(emailId);
  if (sendEmail(sandbox, campaign, mailbox, emailId)) {
    countSent(sandbox, state, campaign);
    state.lastSentAt = at;
    state.freeAt = at + gapAfter(campaign.schedule, sandbox.chance('gap', emailId));
    rest(sandbox, state, state.freeAt);
  } else rest(sandbox, state, at);
}

function lanesOf(sandbox: Sandbox, mailbox: SendingMailbox, state: MailboxState, at: number): SendingLane[] {
  const full = sentTodayInAll(state) >= mailboxCapacity(mailbox, at).emails;
  return state.campaignIds.flatMap((id) => laneOf(sandbox, id, mailbox, state, at, full) ?? []);
}

function laneOf(
  sandbox: Sandbox,
  campaignId: number,
  mailbox: SendingMailbox,
  state: MailboxState,
  at: number,
  mailboxFull: boolean,
): SendingLane | undefined {
  const followUp = followUps(sandbox, campaignId, mailbox.id).first();
  const first = firstEmails(sandbox, campaignId).first();
  const campaign = (followUp ?? first) && runningCampaign(sandbox, campaignId);
  if (!campaign) return undefined;
  const [followUpDue, firstDue] = [followUp?.dueAt ?? never, first?.dueAt ?? never];
  const limits = limitsOf(campaign);
  const sentToday = state.today.byCampaign.get(campaignId) ?? 0;
  const roll = sandbox.chance('variation', campaignId, mailbox.id, dayNumber(at));
  const isFull =
    mailboxFull ||
    sentToday >= dailyCapacity(mailbox, limits, at, roll).emails ||
    isCampaignFull(sandbox, campaign);
  const dueAt = Math.min(followUpDue, firstDue);
  const waiting = { dueAt, freeAt: state.freeAt, lastSentAt: state.lastSentAt ?? 0, isFull };
  return {
    campaign,
    campaignId,
    sentToday,
    followUpDue,
    followUpId: followUp?.id ?? 0,
    firstDue,
    firstId: first?.id ?? 0,
    readyAt: readyAt(limits, waiting, at),
  };
}

const isCampaignFull = (sandbox: Sandbox, { id, settings }: RunningCampaign): boolean =>
  settings.dailyLimit !== null && sentTodayByAll(sandbox, id).sent >= settings.dailyLimit;
