import {
  gapAfter,
  isFollowUpDue,
  type Lane,
  never,
  nextLane,
  readyAt,
} from '../../../domain/mailbox/turn.ts';
import type { Sandbox } from '../../core/state.ts';
import { type RunningCampaign, runningCampaign } from '../campaign/campaigns.ts';
import {
  type CampaignEmails,
  capacityFor,
  countSent,
  isMailboxFull,
  type MailboxState,
  mailboxState,
  rest,
  sentTodayByAll,
} from './mailbox-state.ts';
import { sendEmail } from './outgoing.ts';

/** A running campaign as one of its mailboxes sees it now. */
interface SendingLane extends Lane {
  readonly campaign: RunningCampaign;
  readonly emails: CampaignEmails;
}

/**
 * A mailbox looks for something to send: at most one email, then it waits for the time between two emails to pass. A
 * mailbox has one such event ahead of it at most, whatever the number of its campaigns and leads.
 */
export function tick(sandbox: Sandbox, { senderId }: { senderId: number }, at: number): void {
  const state = mailboxState(sandbox, senderId);
  if (state?.tickAt !== at) return;
  const lanes = state.sender.isConnected ? lanesOf(sandbox, state, at) : [];
  const lane = nextLane(lanes, at);
  if (lane) send(sandbox, state, lane, at);
  else {
    const next = Math.min(...lanes.map((waiting) => waiting.readyAt));
    rest(sandbox, state, next < never ? next : null);
  }
}

/** Sends the next email of a lane; where it was canceled instead, the mailbox looks again at once. */
function send(sandbox: Sandbox, state: MailboxState, lane: SendingLane, at: number): void {
  const { campaign, emails } = lane;
  const waiting = isFollowUpDue(lane, at) ? emails.followUps : emails.firstEmails;
  const email = waiting.take();
  if (sendEmail(sandbox, campaign, state.today.mailbox, email)) {
    countSent(sandbox, state, campaign);
    state.lastSentAt = at;
    state.freeAt = at + gapAfter(campaign.limits, sandbox.chance('gap', email.id));
    rest(sandbox, state, state.freeAt);
  } else rest(sandbox, state, at);
}

function lanesOf(sandbox: Sandbox, state: MailboxState, at: number): SendingLane[] {
  const isFull = isMailboxFull(state);
  return state.campaigns.flatMap((emails) => laneOf(sandbox, emails, state, at, isFull) ?? []);
}

function laneOf(
  sandbox: Sandbox,
  emails: CampaignEmails,
  state: MailboxState,
  at: number,
  mailboxFull: boolean,
): SendingLane | undefined {
  const [followUp, first] = [emails.followUps.first(), emails.firstEmails.first()];
  const campaign = (followUp ?? first) && runningCampaign(sandbox, emails.id);
  if (!campaign) return undefined;
  const [followUpDue, firstDue] = [followUp?.dueAt ?? never, first?.dueAt ?? never];
  const sentToday = state.today.sent.get(campaign.id) ?? 0;
  const isFull =
    mailboxFull || sentToday >= capacityFor(sandbox, state, campaign) || isCampaignFull(sandbox, campaign);
  const dueAt = Math.min(followUpDue, firstDue);
  const waiting = { dueAt, freeAt: state.freeAt, lastSentAt: state.lastSentAt ?? 0, isFull };
  return {
    campaign,
    emails,
    campaignId: campaign.id,
    sentToday,
    followUpDue,
    followUpId: followUp?.id ?? 0,
    firstDue,
    readyAt: readyAt(campaign.limits, waiting, at),
  };
}

const isCampaignFull = (sandbox: Sandbox, { id, settings }: RunningCampaign): boolean =>
  settings.dailyLimit !== null && sentTodayByAll(sandbox, id).sent >= settings.dailyLimit;
