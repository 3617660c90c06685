import { withStoredLooks } from '../../cli/answer/stored-looks.ts';
import { judgeBounces } from '../../cli/stop/guard-looks.ts';
import type { Api } from '../../client/api/api.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { leads } from '../../contract/areas/leads.ts';
import { campaignRow } from '../../domain/attention/campaign-row.ts';
import { lookedAt } from '../../domain/attention/webhook-concerns.ts';
import { attentionIn, type Looker } from './attention-in.ts';
import { type Done, findLooks, keepLooks, partHidden } from './looks.ts';
import { createPartReader } from './part-reader.ts';
import { listReads, readLists, readRunning, startLists } from './read-lists.ts';

/** One account, and the machine that looks at it. */
interface AccountParts extends Looker {
  readonly api: Api;
  /** By the clock of the target, where its answers do not say what time it is there. */
  readonly now: number;
  readonly done?: Done | undefined;
}

export type AccountStatus = Awaited<ReturnType<typeof readAccount>>;

/** The operations that {@link readAccount} may call, for `uses`. */
export const accountReads = [
  ...listReads,
  campaigns.get,
  campaigns.stats,
  campaigns.sequence,
  leads.list,
] as const;

/** At most ten calls, and three for each of the five newest campaigns that run. Throws where nothing can be read. */
export async function readAccount(parts: AccountParts) {
  const { api, settings, world, isForPeople } = parts;
  // In a home that cannot be written nothing is stored, and one line says so.
  let hasWarned = false;
  const warn = (line: string) => {
    if (!hasWarned) parts.warn(line);
    hasWarned = true;
  };
  const reader = createPartReader(api, world.clock);
  const started = startLists(reader);
  // A list that hangs takes no time from what is read of campaigns.
  const [lists, running] = await Promise.all([readLists(started), readRunning(reader, started)]);
  const [failure] = reader.failures();
  if (lists.isBlank && failure) throw failure;
  const now = await nowAt(parts, lists.date);
  const place = { world, settings, note: warn };
  const at = new Date(now).toISOString();
  return withStoredLooks(place, async (stored) => {
    const before = findLooks(stored);
    // Forecasts are a part of the program of their own.
    const forecasts = running.length > 0 ? await import('./expected-ends.ts') : undefined;
    const known = lists.campaigns ? {} : before.sequences;
    const sequences = (await forecasts?.readSequences(reader, running, before.sequences)) ?? known;
    const seen = lists.webhooks ? lookedAt(lists.webhooks, before.webhooks, now) : before.webhooks;
    const ends = await forecasts?.expectedEnds(running, sequences, { now, signal: world.signal });
    const rest = (lists.campaigns?.items ?? []).filter(({ status }) => status !== 'running');
    const listed = [...running, ...rest.map((campaign) => ({ campaign, senders: undefined }))];
    const verdicts = await judgeBounces(stored, place, listed, { at });
    const found = await attentionIn({ settings, world, isForPeople, warn }, reader, {
      lists,
      running: running.map((one) => ({
        ...one,
        runsDry: ends?.get(one)?.runsDry,
        verdict: verdicts.get(one.campaign),
      })),
      held: rest.flatMap((campaign) => {
        const verdict = verdicts.get(campaign);
        return verdict?.held ? [{ campaign, verdict }] : [];
      }),
      seen,
      now,
      bar: settings.lowCredits,
    });
    const isWhole = reader.failures().length === 0;
    const hiding = { before: before.hidden, done: parts.done, isWhole };
    const { attention, hidden, states } = partHidden(found, hiding);
    const looks = { webhooks: seen, sequences, hidden: states };
    const isStored = keepLooks(stored, before, looks);
    return {
      credits: lists.balance ?? null,
      attention,
      hidden,
      isStored,
      /** Those that run first, then the newest. */
      campaigns: listed.map((one) => campaignRow({ ...one, end: ends?.get(one) }, now)),
      /** What could not be read, a sentence each: it is null above, or was not looked at. */
      notes: reader.notes(),
      notRead: reader.notRead(),
      /** Why the journal could not be read: whether a call is open is not known. */
      failure: reader.localFailure(),
    };
  });
}

/** The clocks of two machines may differ by less than this: then it is the same time on both. */
const apartMs = 60_000;

/** What time it is in the account: a sandbox has a clock of its own, which may be ahead of that of others. */
async function nowAt({ settings, world, now }: AccountParts, date: string | undefined): Promise<number> {
  if (settings.inProcess) return (await world.sandboxNow?.()) ?? now;
  const [wall, said] = [world.clock.now(), Date.parse(date ?? '')];
  if (Number.isNaN(said)) return now;
  return Math.abs(said - wall) < apartMs ? wall : said;
}
