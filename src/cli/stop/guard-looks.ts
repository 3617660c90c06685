import { isCount } from '../../base/counted.ts';
import { isRecord } from '../../base/is-record.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import type { ItemOf, Output } from '../../contract/operation.ts';
import {
  type GuardMemory,
  type GuardVerdict,
  guardLook,
  guardReasons,
} from '../../domain/attention/guard-look.ts';
import { isAtRest } from '../../domain/item-states.ts';
import type { StoredLooks, StoringPlace } from '../answer/stored-looks.ts';
import { doneCalls } from '../connect/done-calls.ts';
import { ifReadable } from '../find/names.ts';

type Campaign = ItemOf<typeof campaigns.list>;

/** A campaign of a list, with its statistics where they were read. */
export interface SeenCampaign {
  readonly campaign: Campaign;
  readonly stats?: Output<typeof campaigns.stats> | undefined;
}

const lookName = 'campaigns guard';
const version = 1;
/** Of campaigns, the newest: what is kept has an end. */
const most = 500;

type Memories = Readonly<Record<string, GuardMemory>>;

interface JudgeOptions {
  readonly at: string;
  readonly keeps?: boolean;
  /** They were resumed from here, a moment ago: these figures are those that later ones are judged from. */
  readonly isResumed?: boolean;
}

/**
 * Judges campaigns by what looks of this machine have kept, and keeps this one unless the caller says not to: of one that does not
 * run only where it ran at an earlier look. One whose counts cannot be right has no verdict.
 */
export async function judgeBounces(
  stored: StoredLooks,
  { world, settings, note }: StoringPlace,
  seen: readonly SeenCampaign[],
  { at, keeps = true, isResumed }: JudgeOptions,
): Promise<ReadonlyMap<Campaign, GuardVerdict>> {
  const starts =
    (seen.length > 0 && (await ifReadable(doneCalls({ world, settings }, campaigns.resume)))) || [];
  const verdicts = new Map<Campaign, GuardVerdict>();
  const look = (found: string | undefined): string => {
    const memories = memoriesIn(found, note);
    const looked = { ...memories };
    for (const { campaign, stats } of seen) {
      const memory = memories[String(campaign.id)];
      const [contacted, bounced] = [campaign.stats?.contactedLeadsCount, campaign.stats?.bouncedLeadsCount];
      if (!isCount(contacted) || !isCount(bounced) || bounced > contacted) continue;
      const spam = stats?.emailCounts?.spamReport;
      const complaints = isCount(spam) ? spam : null;
      const status = isResumed ? 'running' : campaign.status;
      const result = guardLook(memory, {
        ...{ contacted, bounced, complaints, at, status, isResumed },
        start: starts.find(({ params }) => String(params.id) === String(campaign.id))?.intent ?? 0,
      });
      verdicts.set(campaign, result.verdict);
      if (!isAtRest(campaign) || memory || isResumed) looked[String(campaign.id)] = result.memory;
    }
    return textOf(looked);
  };
  if (keeps) stored.changeLook(lookName, look);
  else look(stored.findLook(lookName));
  return verdicts;
}

/** Keeps that `guard` paused a campaign, and why: `status` shows it until it runs again, and then its past does not count. */
export function keepPaused(
  stored: StoredLooks,
  { note }: StoringPlace,
  { id }: Campaign,
  { window, over }: GuardVerdict,
): void {
  stored.changeLook(lookName, (found) => {
    const memories = memoriesIn(found, note);
    const memory = memories[String(id)];
    const paused = memory && { ...memory, isPaused: true, held: { window, over } };
    return textOf(paused ? { ...memories, [String(id)]: paused } : memories);
  });
}

const textOf = (memories: Memories): string =>
  JSON.stringify({ version, campaigns: Object.fromEntries(Object.entries(memories).slice(-most)) });

/** Those that are damaged, or of another version, are none. */
function memoriesIn(found: string | undefined, note: StoringPlace['note']): Memories {
  if (found === undefined) return {};
  try {
    const kept: unknown = JSON.parse(found);
    if (isRecord(kept) && kept.version === version && isRecord(kept.campaigns))
      if (Object.values(kept.campaigns).every(isMemory)) return kept.campaigns as Memories;
  } catch {
    // Not JSON.
  }
  note('What earlier looks kept of bounces cannot be read: it counts as none, and is made anew.');
  return {};
}

const isMemory = (value: unknown): boolean =>
  isRecord(value) &&
  Array.isArray(value.looks) &&
  value.looks.length > 0 &&
  value.looks.every((look) => isFigures(look, 'at')) &&
  typeof value.isPaused === 'boolean' &&
  (value.held === undefined || isHeld(value.held)) &&
  isCount(value.start);

const isFigures = (value: unknown, time: 'at' | 'since'): boolean =>
  isRecord(value) &&
  isCount(value.contacted) &&
  isCount(value.bounced) &&
  (value.complaints === null || isCount(value.complaints)) &&
  (value[time] === null || typeof value[time] === 'string');

const isHeld = (value: unknown): boolean =>
  isRecord(value) &&
  isFigures(value.window, 'since') &&
  Array.isArray(value.over) &&
  value.over.every((reason) => guardReasons.includes(reason));
