import { counted } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import type { Context, Service } from '../../cli/declare/command.ts';
import { noCampaign } from '../../cli/find/find-id.ts';
import { whole } from '../../cli/find/find-in-pages.ts';
import type { Api } from '../../client/api/api.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import type { ItemOf } from '../../contract/operation.ts';
import * as s from '../../contract/schema/schema.ts';
import { highestTwo } from '../../domain/statistics/comparison.ts';
import { impossibleCounts, type PartOf } from '../../domain/statistics/impossible-counts.ts';
import type { Sample } from '../../domain/statistics/mid-p.ts';

export const metrics = ['replies', 'positive'] as const;
export type Metric = (typeof metrics)[number];

export const sideEntries = {
  campaignId: s.id(),
  name: s.fromOthers(s.string()),
  step: s.nullable(s.integer()),
  variant: s.nullable(s.string()),
  /** People; of a wording, emails. */
  contacted: s.integer(),
  replied: s.nullable(s.integer()),
  positive: s.nullable(s.integer()),
};

const sideFields = s.object(sideEntries);

/** What is compared: a campaign, or one wording of one of its steps. */
export type Side = s.DocumentOf<typeof sideFields>;

export interface Sides {
  readonly a: Side;
  readonly b: Side;
  /** Out of how many pairs this one was chosen. */
  readonly pairs: number;
}

export async function readCampaigns(
  { api, find }: Pick<Service, 'api' | 'find'>,
  wanted: readonly [string, string],
  metric: Metric,
): Promise<Sides> {
  const [one, other] = [await find.campaign(wanted[0]), await find.campaign(wanted[1])];
  if (String(one) === String(other))
    throw new Failure('invalid_value', `both are campaign ${one}: name two`, {
      hint: 'To compare the variants of a step: --step 1 --variants',
    });
  const found = await listed(api, [one, other]);
  return { a: sideOf(found, one, metric), b: sideOf(found, other, metric), pairs: 1 };
}

type Listed = ReadonlyMap<string, ItemOf<typeof campaigns.list>>;

/** The list has their figures. It is read until all were found. */
async function listed(api: Api, ids: readonly number[]): Promise<Listed> {
  const found = new Map<string, ItemOf<typeof campaigns.list>>();
  const open = new Set(ids.map(String));
  for await (const { items } of whole(api.pages(campaigns.list, {}, { pageSize: 200 }))) {
    for (const item of items) if (open.delete(String(item.id))) found.set(String(item.id), item);
    if (open.size === 0) break;
  }
  return found;
}

function sideOf(found: Listed, id: number, metric: Metric): Side {
  const campaign = found.get(String(id));
  if (campaign === undefined) throw noCampaign(id);
  const { contactedLeadsCount, repliedLeadsCount, leadsRespondedPositivelyCount, ...beside } =
    campaign.stats ?? {};
  const side = {
    campaignId: campaign.id,
    name: campaign.name,
    step: null,
    variant: null,
    contacted: contactedLeadsCount ?? Number.NaN,
    replied: repliedLeadsCount ?? null,
    positive: leadsRespondedPositivelyCount ?? null,
  };
  const { bouncedLeadsCount: bounced, emailsSentCount: emails } = beside;
  return checked(metric, side, [
    ['bounced', bounced, 'contacted', side.contacted],
    ['contacted', side.contacted, 'emails sent', emails],
  ]);
}

/** A share needs both figures, and counts that can be. */
function checked(metric: Metric, side: Side, more: readonly PartOf[] = []): Side {
  const { campaignId, contacted, replied, positive } = side;
  if ((metric === 'replies' ? replied : positive) === null || Number.isNaN(contacted))
    throw otherShape(
      `the service does not say how many people campaign ${campaignId} contacted, or how many of them answered`,
    );
  const impossible = impossibleCounts([
    ['replies', replied, 'contacted', contacted],
    ['positive replies', positive, 'contacted', contacted],
    ['positive replies', positive, 'replies', replied],
    ...more,
  ]);
  if (impossible !== undefined)
    throw otherShape(`the figures of campaign ${campaignId} cannot be: ${impossible}`);
  return side;
}

const otherShape = (message: string): Failure => new Failure('other_shape', message, { hint: null });

interface VariantQuery {
  readonly campaign: string;
  readonly step: number;
  readonly metric: Metric;
}

export async function readVariants(context: Context, query: VariantQuery): Promise<Sides> {
  const id = await context.service.find.campaign(query.campaign);
  const [{ steps }, found] = await Promise.all([
    context.service.api(campaigns.stats, { params: { id } }),
    listed(context.service.api, [id]),
  ]);
  if (!steps) throw otherShape(`the statistics of campaign ${id} have no steps`);
  const step = steps.find(({ index }) => index === query.step);
  if (step === undefined)
    throw new Failure('invalid_value', `campaign ${id} has no step ${query.step}`, {
      hint:
        steps.length === 0 ? 'It has no steps.' : `It has: ${steps.map(({ index }) => index).join(', ')}.`,
    });
  const name = found.get(String(id))?.name ?? '';
  const sides = (step.variants ?? []).map(({ label, sent, replied, positive }) =>
    checked(query.metric, {
      campaignId: id,
      name,
      step: query.step,
      variant: label,
      contacted: sent,
      replied,
      positive,
    }),
  );
  return chosen(context, sides, query);
}

/** It was checked that this figure is there. */
export const answersOf = ({ replied, positive }: Side, metric: Metric): number =>
  (metric === 'replies' ? replied : positive) ?? 0;

/** What the statistics are about. */
export const sampleOf = (side: Side, metric: Metric): Sample => ({
  units: side.contacted,
  count: answersOf(side, metric),
});

/** The two with the highest rates. */
function chosen({ screen }: Context, sides: readonly Side[], { step, metric }: VariantQuery): Sides {
  const two = highestTwo(sides, (side) => sampleOf(side, metric));
  if (two === undefined)
    throw new Failure('invalid_value', `step ${step} has one wording: there is nothing to compare`, {
      hint: 'Variants are given with the sequence: outreach campaigns sequence set --help',
    });
  if (sides.length > 2)
    screen.note(
      `Step ${step} has ${counted(sides.length, 'variant')}: ${two.a.variant} and ${two.b.variant} have the highest rates.`,
    );
  return two;
}
