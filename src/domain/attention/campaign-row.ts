import type { CampaignRecords } from '../course/campaign-records.ts';
import { dayNumber } from '../window.ts';

/** When a campaign that runs has probably sent everything, or why that is not known. */
export interface ExpectedEnd {
  /** The UTC day: `2026-03-12`. */
  readonly ends: string | null;
  readonly endsWhy: string | null;
  /** Where its last first email leaves within three sending days: the UTC day, and how many people still wait for one. */
  readonly runsDry?: { readonly on: string; readonly left: number; readonly isNew: boolean } | undefined;
}

export type CampaignRow = ReturnType<typeof campaignRow>;

interface RowFacts extends Pick<CampaignRecords, 'campaign' | 'leads' | 'stats'> {
  readonly end?: ExpectedEnd | undefined;
}

/** A campaign on one line. What was not read is null. */
export function campaignRow({ campaign, leads, stats, end }: RowFacts, now: number) {
  const { id, name, status } = campaign;
  const contacted = countIn(campaign.stats?.contactedLeadsCount);
  const replied = countIn(campaign.stats?.repliedLeadsCount);
  const positive = countIn(campaign.stats?.leadsRespondedPositivelyCount);
  const days = daysIn(stats, now);
  return {
    id,
    name,
    status: typeof status === 'string' ? status : null,
    leads: countIn(leads),
    contacted,
    sentToday: days?.at(-1) ?? null,
    replied,
    /** People who answered that they are interested, of those contacted, 0 to 1; null where no one was. */
    positiveRate: contacted && positive !== null && positive <= contacted ? positive / contacted : null,
    ends: end?.ends ?? null,
    endsWhy: end?.endsWhy ?? null,
    /** Emails on each of the last seven UTC days, today last. */
    days,
  };
}

const countIn = (count: number | null | undefined): number | null =>
  typeof count === 'number' && count >= 0 ? count : null;

const shownDays = 7;

/** Days on which nothing happened are left out by the service; what is no day, or no count, makes all of it doubtful. */
function daysIn(stats: RowFacts['stats'], now: number): number[] | null {
  if (!stats?.daily) return null;
  const days = new Array<number>(shownDays).fill(0);
  const first = dayNumber(now) - shownDays + 1;
  for (const { date, sent } of stats.daily) {
    const index = dayNumber(Date.parse(date.slice(0, 10))) - first;
    const count = countIn(sent);
    if (Number.isNaN(index) || count === null) return null;
    if (index >= 0 && index < shownDays) days[index] = (days[index] ?? 0) + count;
  }
  return days;
}
