import { counted, grouped } from '../../../base/counted.ts';
import { omitUndefined } from '../../../base/omit-undefined.ts';
import type { Service } from '../../../cli/declare/command.ts';
import type { Quote } from '../../../cli/declare/quote.ts';
import { fromFact } from '../../../cli/find/names.ts';
import { type CampaignReading, hasStarted, settingsIn } from '../../../cli/launch/read-campaign.ts';
import { cellOf } from '../../../cli/output/formats/auto-view.ts';
import { inline } from '../../../cli/output/text/inline.ts';
import type { campaigns } from '../../../contract/areas/campaigns.ts';
import type { Output } from '../../../contract/operation.ts';
import { firstsDueIn } from '../../../domain/course/plan-in.ts';
import { recipientSettings } from '../../../domain/launch/recipient-rules.ts';
import { isHeldBack } from '../../../domain/mailbox/capacity.ts';
import { windowIn } from '../../../domain/mailbox/limits-in.ts';
import { stepDelays } from '../../../domain/sequence/step-copies.ts';
import { waitingIn } from '../../../domain/why/due.ts';
import { nextOpen } from '../../../domain/window.ts';
import { describeSchedule, type Schedule } from '../campaign-view.ts';

/** What starting a campaign will do, as far as the service tells it; `checks` is what the launch checks know. */
export async function launchQuote(
  context: Pick<Service, 'targetNow'>,
  reading: CampaignReading,
  { blocked, lines }: LaunchChecks,
): Promise<Quote> {
  const { id, campaign, leads: total, senders, detail, sequence, schedule, health } = reading;
  const emailed = contactedIn(campaign);
  const spared = hasStarted(reading) ? 0 : blocked;
  const recipients = recipientsOf(reading, spared);
  const settings = settingsIn(reading);
  const { dailyLimit: limit, minimumHealthScore } = settings;
  const { verifies } = recipientSettings(settings, hasStarted(reading));
  const minimum = health?.minimumHealthScore ?? minimumHealthScore;
  const heldBack = health
    ? heldBackIn(health)
    : (senders ?? []).filter(({ healthScore }) => isHeldBack(healthScore ?? null, minimum ?? undefined))
        .length;
  const firstEmailAt = schedule && (await firstOpening(context, schedule, reading));
  return {
    spend: omitUndefined({ recipients }),
    ...(recipients !== 0 && omitUndefined({ firstEmailAt })),
    // Those whom it has written to already may be done, and its verifier leaves people out.
    ...((emailed > 0 || verifies) && { atMost: true }),
    question: `Start campaign ${id} "${inline(campaign.name)}"`,
    facts: [
      `Campaign: ${id} "${inline(campaign.name)}", now ${cellOf(campaign.status)}`,
      `Leads: ${total === undefined ? 'number unknown' : grouped(total)} in the campaign, ${grouped(emailed)} already contacted${emailed > 0 ? ', deleted people included' : ''}${blocked > 0 ? `, ${grouped(blocked)} on the blocklist` : ''}`,
      ...(recipients === 0
        ? [
            `No lead is left to email: ${spared > 0 ? 'those that are not contacted are on the blocklist' : 'the campaign is completed'}`,
          ]
        : []),
      ...(sequence ? [`Sequence: ${stepsText(sequence.steps.length)}`] : []),
      senders ? sendersFact(senders, heldBack, minimum) : 'Mailboxes: not known',
      ...(senders?.length ? [fromFact(senders)] : []),
      ...(detail ? [`Daily limit: ${limit ? grouped(limit) : 'none'}`] : []),
      ...(schedule ? [`Schedule: ${describeSchedule(schedule)}`] : []),
      ...lines,
    ],
  };
}

export interface LaunchChecks {
  readonly blocked: number;
  readonly lines: readonly string[];
}

/**
 * How many people get email, at most. A campaign that was launched has all its emails (spec, Campaign status); only of a
 * completed one none waits. `blocked` of those it has not contacted get none.
 */
function recipientsOf(
  { campaign, leads: total, stats }: CampaignReading,
  blocked: number,
): number | undefined {
  if (total === undefined) return undefined;
  const { status } = campaign;
  const waiting = waitingIn(status === 'draft' ? undefined : stats);
  const most = Math.max(0, total - blocked);
  if (status === 'completed') return Math.min(most, waiting ?? (contactedIn(campaign) >= total ? 0 : most));
  return waiting ? Math.min(most, waiting) : most;
}

/** Leads that it has contacted, with those that are deleted since. */
const contactedIn = ({ stats }: CampaignReading['campaign']): number => stats?.contactedLeadsCount ?? 0;

/** When it may send for the first time, by the clock of the target: not before the delay of its first step is over. */
async function firstOpening(
  { targetNow }: Pick<Service, 'targetNow'>,
  schedule: Schedule,
  reading: CampaignReading,
): Promise<string | undefined> {
  const now = await targetNow();
  const [delay = 0] = stepDelays(reading.sequence) ?? [];
  const window = windowIn(schedule);
  const opens = window && nextOpen(window, Math.max(now, firstsDueIn(reading, delay, { now })));
  return opens === undefined ? undefined : new Date(opens).toISOString();
}

const stepsText = (steps: number): string => {
  if (steps === 0) return 'EMPTY, so nothing can be sent';
  return `${steps === 1 ? '' : 'up to '}${counted(steps, 'email')} to each lead`;
};

function sendersFact(
  mailboxes: NonNullable<CampaignReading['senders']>,
  heldBack: number,
  minimum: number | null | undefined,
): string {
  if (mailboxes.length === 0) return 'Mailboxes: NONE attached, so nothing can be sent';
  const connected = mailboxes.filter(({ isConnected }) => isConnected !== false).length;
  const held = heldBack > 0 ? `, ${heldBack} held back by the minimum health score of ${minimum ?? '?'}` : '';
  return `Mailboxes: ${mailboxes.length} attached, ${connected} connected${held}`;
}

/** How many mailboxes are held back: counted where only the list came. */
export const heldBackIn = (health: Health | undefined): number =>
  health?.heldBackCount ?? health?.accounts.filter(({ heldBack }) => heldBack).length ?? 0;

type Health = Pick<Output<typeof campaigns.health>, 'accounts' | 'heldBackCount'>;
