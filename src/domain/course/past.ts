import { dailyCapacity } from '../mailbox/capacity.ts';
import { never } from '../mailbox/turn.ts';
import { always, day as dayMs, dayNumber } from '../window.ts';
import { seededChance } from './chance.ts';
import { beginDay, type CourseMailbox } from './lane.ts';
import type { Plan, PlannedCampaign } from './plan.ts';
import { newSending, type Sending, turn } from './sending.ts';

/**
 * The past sent once more by the same rules, each day as many emails as were counted, with chance from the seed: one of the
 * many ways that fit what the service shows, which are totals alone. Undefined where nothing was sent.
 */
export function replayed(plan: Plan, seed: number): Sending | undefined {
  const days = new Set<number>();
  const sparing = new Set<number>();
  const counted: Map<number, number>[] = [];
  for (const [id, { past }] of plan.campaigns.entries()) {
    const byDay = new Map<number, number>();
    for (const { day, sent } of past?.days ?? []) {
      days.add(day);
      byDay.set(day, sent);
    }
    counted.push(byDay);
    if (sparesIdle(plan, id)) sparing.add(id);
  }
  if (days.size === 0) return undefined;
  const before = beforePlan(plan, sparing);
  const chance = seededChance(before.campaigns, seed);
  const inOrder = [...days].sort((a, b) => a - b);
  const sending = newSending(before, chance, inOrder[0] ?? 0);
  for (const number of inOrder) {
    for (const campaign of sending.campaigns) {
      campaign.day = number;
      campaign.today = 0;
      campaign.limit = counted[campaign.id]?.get(number) ?? 0;
    }
    sendDay(sending, number, sparing);
  }
  return sending;
}

/** Whether those of its mailboxes that send now could send all of each day, on which more people waited than they reached. */
function sparesIdle({ campaigns, mailboxes }: Plan, id: number): boolean {
  const { past } = campaigns[id] as PlannedCampaign;
  let most = past?.days[0];
  if (!past || !most) return false;
  for (const each of past.days) if (each.sent > most.sent) most = each;
  let may = 0;
  for (const { before, alsoIn } of mailboxes)
    if (before && (id === 0 || alsoIn.includes(id)))
      may += dailyCapacity(before, past.limits, most.day * dayMs).emails;
  return most.sent <= may && most.sent < Math.min(past.steps?.[0] ?? 0, past.dailyLimit ?? never);
}

/** What was sent was sent: no score held it back, but where a campaign spared the mailboxes that send nothing now. */
function beforePlan(plan: Plan, sparing: ReadonlySet<number>): Plan {
  const [own, ...others] = plan.campaigns.map(
    (campaign, id): PlannedCampaign => ({
      ...campaign,
      limits: {
        ...(campaign.past ?? campaign).limits,
        ...(!sparing.has(id) && { minimumHealthScore: undefined }),
      },
      dailyLimit: null,
      firsts: campaign.past?.steps?.[0] ?? never,
      firstsDueAt: 0,
      answers: campaign.past?.answers ?? campaign.answers,
    }),
  );
  return {
    ...plan,
    campaigns: [own as PlannedCampaign, ...others],
    mailboxes: plan.mailboxes.map((mailbox) => ({ ...mailbox, ...mailbox.before, isConnected: true })),
  };
}

/** Sends what was counted on a day: within the limits if they allow it, else beyond them, as they were others then. */
function sendDay(sending: Sending, number: number, sparing: ReadonlySet<number>): void {
  const { campaigns, mailboxes, chance } = sending;
  const start = number * dayMs;
  for (const mailbox of mailboxes) beginDay(mailbox, number, start, chance);
  for (const isLimited of [true, false]) {
    for (const campaign of campaigns) {
      const { limits } = campaign.planned;
      campaign.limits = isLimited ? limits : { ...limits, window: always };
    }
    for (const mailbox of mailboxes) {
      mailbox.freeAt = mailbox.lastSentAt = 0;
      if (isLimited) continue;
      mailbox.capacity = never;
      for (const lane of mailbox.lanes)
        if (lane.capacity > 0 || !sparing.has(lane.campaignId)) lane.capacity = never;
    }
    const able = mailboxes.filter(
      ({ limits }) => limits.before !== null && dayNumber(limits.connectedAt) <= number,
    );
    const turns = turnQueue(able.length, start);
    for (let at = turns.at(); at < start + dayMs; at = turns.at())
      turns.move(turn(sending, able[turns.first()] as CourseMailbox, at));
    if (campaigns.every(({ today, limit }) => today >= limit)) return;
  }
}

/** A heap by moment; of several at one moment the one that chose it first, as in a queue of events. */
export function turnQueue(takers: number, startAt: number) {
  const moments = new Float64Array(takers).fill(startAt);
  const heap = [...moments.keys()];
  const chosen = Float64Array.from(heap);
  let moves = takers;
  const isBefore = (a: number, b: number): boolean => {
    const [one, other] = [moments[a] as number, moments[b] as number];
    return one === other ? (chosen[a] as number) < (chosen[b] as number) : one < other;
  };
  return {
    /** The moment of the next turn; without takers it never comes. */
    at: (): number => (takers === 0 ? Number.POSITIVE_INFINITY : (moments[heap[0] as number] as number)),
    first: (): number => heap[0] as number,
    move(next: number): void {
      const taker = heap[0] as number;
      moments[taker] = next;
      chosen[taker] = moves++;
      let hole = 0;
      for (;;) {
        let child = 2 * hole + 1;
        if (child >= takers) break;
        if (child + 1 < takers && isBefore(heap[child + 1] as number, heap[child] as number)) child += 1;
        if (!isBefore(heap[child] as number, taker)) break;
        heap[hole] = heap[child] as number;
        hole = child;
      }
      heap[hole] = taker;
    },
  };
}
