import type { Failure } from '../../base/errors.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { leads } from '../../contract/areas/leads.ts';
import { senders } from '../../contract/areas/senders.ts';
import type { AnyOperation, Input, ItemOf, Output } from '../../contract/operation.ts';
import { leftOut, type Read, type Reader, readOr, tryRead, whyOf } from '../answer/fact.ts';
import type { Service, Surroundings } from '../declare/command.ts';
import { noCampaign } from '../find/find-id.ts';
import { allIn, findInPages } from '../find/find-in-pages.ts';
import { isFailedGuess } from '../messages/hints/route-hint.ts';

/** What the service shows of a campaign on paths that the spec does not show: each may be unreadable. */
interface Parts {
  readonly detail: Output<typeof campaigns.get>['campaign'];
  readonly sequence: Output<typeof campaigns.sequence>;
  readonly schedule: NonNullable<Output<typeof campaigns.getSchedule>['schedule']>;
  readonly health: Output<typeof campaigns.health>;
  readonly stats: Output<typeof campaigns.stats>;
}

export type CampaignPart = keyof Parts;

/** A part that was not asked for or cannot be read is undefined. */
export type PartsReading = { readonly [P in CampaignPart]?: Parts[P] | undefined } & {
  /** Why a part cannot be read, with what to do. */
  readonly why: WhyNot<CampaignPart>;
  /** Of those, what another try may read: the service failed, or its answer did not come whole. */
  readonly faults?: Readonly<Partial<Record<CampaignPart, Failure>>>;
};

type WhyNot<P extends string> = Readonly<Partial<Record<P, string>>>;

/** A campaign as far as the service shows it. */
export type CampaignReading = PartsReading & {
  readonly id: number;
  /** As lists show it; of its detail record where the list cannot be read. */
  readonly campaign: ItemOf<typeof campaigns.list>;
  /** How many leads it has; undefined where the service does not say, or the list cannot be read. */
  readonly leads: number | undefined;
  /** The newest leads, as many as were asked for. */
  readonly newest: readonly ItemOf<typeof leads.list>[];
  /** Every mailbox that is attached; undefined where the list cannot be read. */
  readonly senders: readonly ItemOf<typeof senders.list>[] | undefined;
  readonly why: WhyNot<'campaign' | 'leads' | 'senders'>;
};

/** What each part is read by. */
const operations = {
  campaign: campaigns.list,
  leads: leads.list,
  senders: senders.list,
  detail: campaigns.get,
  sequence: campaigns.sequence,
  schedule: campaigns.getSchedule,
  health: campaigns.health,
  stats: campaigns.stats,
} as const;

/** The operations that {@link readCampaign} may call, for `uses`. */
export const campaignReads = Object.values(operations);

interface ReadOptions {
  /** How many of the newest leads; one unless said. */
  readonly newest?: number;
  /** Takes what the detail record has as well from there: two reads fewer where it can be read. */
  readonly lean?: boolean;
  /** Reads the schedule by its own path also with `lean`; the detail record counts where that path is not there. */
  readonly ownSchedule?: boolean;
  /** The detail record, where the caller has read it; `lean` then. */
  readonly known?: Parts['detail'] | undefined;
  /** What may keep a part from being read without ending it all: {@link readOr} unless said. */
  readonly reader?: Reader;
}

/**
 * Three documented reads, and one more for each part. Throws `not_found` where the list of campaigns does not have it, or
 * what is wrong with that list where nothing at all can be read.
 */
export async function readCampaign(
  context: Surroundings,
  id: number,
  parts: readonly CampaignPart[],
  { newest = 1, ...options }: ReadOptions = {},
): Promise<CampaignReading> {
  const { service } = context;
  const { reader = readOr } = options;
  const reading = readParts(context.service, id, parts, options);
  const of = { query: { campaignId: id } };
  const listed = () =>
    reader(campaigns.list, async (list) => {
      const found = await findInPages(service.api.pages(list, {}), id);
      if (found) return found;
      throw noCampaign(id);
    });
  const inDetail = options.lean || options.known ? reading : undefined;
  const [{ why, ...read }, campaign, people, mailboxes] = await Promise.all([
    reading,
    inDetail ? inDetail.then(({ detail }) => (detail ? { value: detail } : listed())) : listed(),
    reader(leads.list, (list) => service.api.page(list, of, { pageSize: newest })),
    reader(senders.list, (list) => allIn(service.api.pages(list, of))),
  ]);
  const reads = { campaign, leads: people, senders: mailboxes };
  const { failure }: Read<unknown> = campaign;
  const isShown = Object.values<Read<unknown>>(reads).some(({ value }) => value !== undefined);
  if (failure && !isShown && parts.every((part) => read[part] === undefined)) throw failure;
  const { total, hasMore, items } = people.value ?? { total: null, hasMore: true, items: [] };
  return {
    id,
    campaign: campaign.value ?? read.detail ?? { id, name: 'name not known' },
    leads: total ?? (hasMore ? undefined : items.length),
    newest: items,
    senders: mailboxes.value,
    ...read,
    why: { ...why, ...failuresIn(reads).why },
  };
}

/** Why parts cannot be read; of these, what another try may read. */
function failuresIn<P extends string>(reads: Readonly<Record<P, Read<unknown> | undefined>>) {
  const why: Partial<Record<P, string>> = {};
  const faults: Partial<Record<P, Failure>> = {};
  for (const part of Object.keys(reads) as P[]) {
    const failure = reads[part]?.failure;
    if (!failure) continue;
    why[part] = whyOf(failure);
    const { kind, code, status = 0 } = failure;
    if (code === 'truncated_answer' || (kind === 'service' && (status === 0 || status >= 500)))
      faults[part] = failure;
  }
  return { why, faults };
}

/** What rules of its emails and recipients need of a campaign that is known to be there: three reads, none of which has to work. */
export async function readJoined({ service }: Pick<Surroundings, 'service'>, campaignId: number) {
  const of = { query: { campaignId } };
  const [{ detail, sequence, why }, attached] = await Promise.all([
    readParts(service, campaignId, ['detail', 'sequence']),
    readOr(senders.list, () => allIn(service.api.pages(senders.list, of))),
  ]);
  const { why: whyNot } = failuresIn({ senders: attached });
  return { detail, sequence, senders: attached.value, why: { ...why, ...whyNot } };
}

/** The parts alone: one read for each. */
export async function readParts(
  context: Pick<Service, 'api'>,
  id: number,
  parts: readonly CampaignPart[],
  { lean = false, ownSchedule = false, known: given, reader = readOr }: Omit<ReadOptions, 'newest'> = {},
): Promise<PartsReading> {
  const call = { params: { id } };
  const part = <const O extends AnyOperation>(name: CampaignPart, operation: O) =>
    parts.includes(name) ? tryRead(context, operation, call as Input<O>, reader) : undefined;
  const reading = part('detail', campaigns.get);
  const known = given ?? (lean ? detailIn(await reading) : undefined);
  const [detail, sequence, schedule, health, stats] = await Promise.all([
    reading,
    part('sequence', campaigns.sequence),
    known?.schedule && !ownSchedule
      ? { value: { schedule: known.schedule } }
      : part('schedule', campaigns.getSchedule)?.then((read) =>
          read.failure?.status === 404 && known?.schedule ? { value: { schedule: known.schedule } } : read,
        ),
    part('health', campaigns.health),
    part('stats', campaigns.stats),
  ]);
  const reads = { detail, sequence, schedule, health, stats };
  return {
    detail: given ?? detailIn(detail),
    sequence: sequence?.value,
    schedule:
      schedule?.value && (schedule.value.schedule ?? (schedule.value as unknown as Parts['schedule'])),
    health: health?.value,
    stats: stats?.value,
    ...failuresIn(reads),
  };
}

/** Says on stderr which parts cannot be read, where they are only mentioned; or which guessed paths are not there. */
export function warnLeftOut(
  context: Pick<Surroundings, 'service' | 'screen'>,
  { why }: CampaignReading,
  onlyGuesses = false,
): void {
  for (const [part, reason] of Object.entries(why))
    if (!onlyGuesses || isFailedGuess(reason))
      leftOut(context, operations[part as keyof typeof operations], reason);
}

/** Also where the service sends it without its wrapping. */
const detailIn = (read: Read<Output<typeof campaigns.get>> | undefined): Parts['detail'] | undefined =>
  read?.value && (read.value.campaign ?? (read.value as unknown as Parts['detail']));

/** The settings of a campaign, which may be nested or flat. */
export const settingsIn = ({
  detail,
}: Pick<CampaignReading, 'detail'>): NonNullable<Parts['detail']['settings']> => ({
  ...detail,
  ...detail?.settings,
});

/** It may have scheduled emails, which the blocklist and the verifier no longer stop. */
export const hasStarted = ({ campaign }: Pick<CampaignReading, 'campaign'>): boolean =>
  campaign.status !== 'draft';
