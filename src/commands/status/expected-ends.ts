import { inTurns } from '../../base/steps.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import type { ExpectedEnd } from '../../domain/attention/campaign-row.ts';
import type { CampaignRecords } from '../../domain/course/campaign-records.ts';
import { canSend, coursesFor, dateOf, type Forecast, forecasting } from '../../domain/course/forecast.ts';
import { planIn } from '../../domain/course/plan-in.ts';
import { stepDelays } from '../../domain/sequence/step-copies.ts';
import { dayNumber } from '../../domain/window.ts';
import type { Looks } from './looks.ts';
import type { PartReader } from './part-reader.ts';
import type { Running } from './read-lists.ts';

type Sequences = Looks['sequences'];

/** The remembered pauses between emails, and one more by a call: each look knows one more campaign. */
export async function readSequences(
  reader: PartReader,
  running: readonly Running[],
  remembered: Sequences,
): Promise<Sequences> {
  const known: Record<string, Sequences[string]> = {};
  for (const { campaign } of running) {
    const seen = remembered[String(campaign.id)];
    if (seen && seen.updatedAt === (campaign.updatedAt ?? null)) known[String(campaign.id)] = seen;
  }
  const next = running.find(
    ({ campaign, stats }) => stats && (stats.steps?.length ?? 2) > 1 && !known[String(campaign.id)],
  );
  if (!next) return known;
  const { id, updatedAt } = next.campaign;
  const read = await reader.one(campaigns.sequence, { params: { id } });
  if (!read) return known;
  const delays = stepDelays(read) ?? [];
  return { ...known, [String(id)]: { updatedAt: updatedAt ?? null, delays } };
}

/** When each campaign has probably sent everything, or what keeps that from being known. */
export async function expectedEnds(
  running: readonly Running[],
  sequences: Sequences,
  moment: Parameters<typeof endOf>[3],
): Promise<ReadonlyMap<Running, ExpectedEnd>> {
  const ends = new Map<Running, ExpectedEnd>();
  for (const one of running) ends.set(one, await endOf(one, running, sequences, moment));
  return ends;
}

const unknown = (endsWhy: string): ExpectedEnd => ({ ends: null, endsWhy });

async function endOf(
  one: Running,
  running: readonly Running[],
  sequences: Sequences,
  { now, signal }: { readonly now: number; readonly signal: AbortSignal },
): Promise<ExpectedEnd> {
  const known = delaysOf(one, sequences);
  // When the first emails end hardly depends on the pauses after them.
  const delays = known ?? alike(one, Object.values(sequences)[0]?.delays);
  if (delays.length === 0) return unknown(notYet);
  const own = recordsOf(one, delays);
  if (!own) return unknown('its settings, figures or mailboxes were not read');
  const others = running.filter((other) => other !== one && sharesMailbox(one, other));
  const beside = others.map((other) => recordsOf(other, delaysOf(other, sequences) ?? alike(other, delays)));
  if (beside.includes(undefined)) return unknown('another campaign on its mailboxes was not read');
  const { plan, knowsWindow } = planIn({ ...own, senders: one.senders }, beside as CampaignRecords[], {
    now,
  });
  if (!knowsWindow) return unknown('its sending hours are not known');
  if (!canSend(plan)) return unknown('nothing can be sent: see campaigns why');
  const courses = coursesFor(plan, most.emails / running.length, most.courses);
  const forecast = await inTurns(forecasting(plan, courses), signal);
  const { lastDay, isCut } = forecast;
  if (isCut) return unknown('it takes more than three years');
  if (lastDay === null) return unknown('nothing is left to send');
  const runsDry = dryIn(forecast, one.stats, now);
  return known ? { ends: dateOf(lastDay), endsWhy: null, runsDry } : { ...unknown(notYet), runsDry };
}

/** Courses that tell one day, and emails that those of all campaigns may simulate: more take longer than all else here. */
const most = { courses: 7, emails: 3000 } as const;

const notYet = 'its sequence was not read: one is read at each look';
/** Sending days in which people can still be found and imported. */
const dryDays = 3;

function dryIn({ days, firsts }: Forecast, stats: Running['stats'], now: number): ExpectedEnd['runsDry'] {
  const last = days.findLastIndex(({ first }) => first > 0);
  const found = last < dryDays ? days[last] : undefined;
  // Who has just started a campaign knows how many people it has.
  const today = dateOf(dayNumber(now));
  const isNew = !stats?.daily?.some(({ date, sent }) => sent > 0 && date < today);
  return found && { on: dateOf(found.day), left: firsts, isNew };
}

const delaysOf = ({ campaign, stats }: Running, sequences: Sequences): readonly number[] | undefined =>
  stats?.steps?.length === 1 ? [0] : sequences[String(campaign.id)]?.delays;

/** The sequences of an account are alike: of a campaign beside, the number of its emails is known. */
const alike = ({ stats }: Running, delays: readonly number[] = []): readonly number[] =>
  (stats?.steps ?? []).map((_, index) => delays[index] ?? delays.at(-1) ?? 0);

function recordsOf(
  { campaign, detail, stats, leads, senders }: Running,
  delays: readonly number[],
): CampaignRecords | undefined {
  if (!detail || !stats?.emailCounts || !senders) return undefined;
  return {
    id: campaign.id,
    campaign,
    detail,
    leads,
    stats,
    schedule: detail.schedule ?? undefined,
    sequence: { steps: delays.map((delayDays, index) => ({ order: index + 1, delayDays })) },
    why: {},
  };
}

/** Where it cannot be read which mailboxes a campaign has, it may be any. */
const sharesMailbox = (one: Running, { senders }: Running): boolean =>
  senders === undefined || senders.some((mailbox) => one.senders?.includes(mailbox) === true);
