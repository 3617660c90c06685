import { inLanes } from '../../base/steps.ts';
import { readOr, whyOf } from '../../cli/answer/fact.ts';
import type { Screen } from '../../cli/declare/command.ts';
import { allIn } from '../../cli/find/find-in-pages.ts';
import type { Api } from '../../client/api/api.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { report } from '../../contract/areas/report.ts';
import { senders } from '../../contract/areas/senders.ts';
import type { AnyOperation, ItemOf, Output } from '../../contract/operation.ts';
import type { Report } from './campaign-costs.ts';
import { type Period, readOnce, sumOf } from './read-outcomes.ts';

type Listed = ItemOf<typeof campaigns.list>;

/** A campaign on the page. */
export interface Part extends Pick<Listed, 'id' | 'name' | 'stats'> {
  /** Of the period; undefined where they could not be read. */
  readonly outcomes: Report['outcomes'] | undefined;
  /** Since it began. */
  readonly figures: Output<typeof campaigns.stats> | undefined;
}

/** What a page for a client shows. */
export interface ClientReport {
  readonly whole: Report;
  readonly parts: readonly Part[];
  /** Campaigns that sent something and are on no line of the page. */
  readonly left: number;
  /** Those that send for these campaigns; undefined where they could not be read. */
  readonly mailboxes: readonly ItemOf<typeof senders.list>[] | undefined;
  /** What could not be read. */
  readonly unread: readonly string[];
}

/** Two calls each. */
const mostCampaigns = 50;

/** Of all campaigns that sent something where no ids are given. Only the outcomes have to be readable. */
export async function readClientReport(
  api: Api,
  { warn, progress }: Pick<Screen, 'warn' | 'progress'>,
  { ids, ...period }: Period & { readonly ids: readonly number[] },
  readOutcomes = readOnce(api),
): Promise<ClientReport> {
  const unread: string[] = [];
  const unlessUnread = async <T>(
    what: string,
    operation: AnyOperation,
    read: () => Promise<T>,
  ): Promise<T | undefined> => {
    const { value, failure } = await readOr(operation, read);
    if (failure) warn(`Could not read ${what}, so the page lacks it: ${whyOf(failure)}`);
    if (failure) unread.push(what);
    return value;
  };
  const all = await unlessUnread('the campaigns', campaigns.list, () =>
    allIn(api.pages(campaigns.list, {}, { pageSize: 200 })),
  );
  const known = (id: number): Part | Listed =>
    all?.find((campaign) => String(campaign.id) === String(id)) ?? ({ id, name: `Campaign ${id}` } as Listed);
  const chosen = ids.length > 0 ? ids.map(known) : (all ?? []).filter(hasSent);
  const own = await inLanes(ids, (campaignId) => readOutcomes({ ...period, campaignId }));
  const whole = together(own) ?? (await readOutcomes({ ...period, campaignId: undefined }));
  const label = 'Reading the campaigns';
  const parts = await progress(label, (say) => {
    let done = 0;
    return inLanes(chosen.slice(0, mostCampaigns), async ({ id, name, stats }): Promise<Part> => {
      const read = () => readOutcomes({ ...period, campaignId: id });
      const outcomes = await unlessUnread(`the results of campaign ${id}`, report.outcomes, read);
      const figures = await unlessUnread(`the days and steps of campaign ${id}`, campaigns.stats, () =>
        api(campaigns.stats, { params: { id } }),
      );
      done += 1;
      say(label, { done, total: chosen.length });
      return { id, name, stats, outcomes: outcomes?.outcomes, figures };
    });
  });
  const mailboxes = await unlessUnread('the mailboxes', senders.list, () =>
    allIn(api.pages(senders.list, {}, { pageSize: 200 })),
  );
  const sends = new Set(ids.map(String));
  return {
    whole,
    parts,
    left: chosen.length - parts.length,
    mailboxes: mailboxes?.filter(
      ({ campaignIds }) => ids.length === 0 || campaignIds?.some((id) => sends.has(String(id))),
    ),
    unread,
  };
}

const hasSent = ({ stats }: Listed): boolean => (stats?.emailsSentCount ?? 1) > 0;

/** Of several campaigns; what is spent is that of the workspace in each of them. */
function together(reports: readonly Report[]): Report | undefined {
  const [first, ...more] = reports;
  if (first === undefined || more.length === 0) return first;
  return { ...first, campaignId: null, outcomes: sumOf(reports.map(({ outcomes }) => outcomes)) };
}
