import { grouped } from '../../base/counted.ts';
import type { campaigns } from '../../contract/areas/campaigns.ts';
import type { Output } from '../../contract/operation.ts';
import type { FieldName } from '../campaign-file/campaign-fields.ts';
import { followUpsIn, sentByStep } from '../why/due.ts';
import type { Change, PlanItem } from './plan.ts';

type Stats = Output<typeof campaigns.stats>;

interface Figures {
  readonly campaign: Output<typeof campaigns.get>['campaign'] | undefined;
  readonly stats: Stats | undefined;
  /** The steps whose emails change or are new; undefined where that is not known, or where all change. */
  readonly steps: readonly number[] | undefined;
}

/** At most: less those who had all that changes, replied or bounced, who may be the same people: the larger counts. */
export function reachIn(
  leads: number,
  { campaign, stats, steps }: Figures,
): { readonly people: number; readonly why?: string } {
  const { repliedLeadsCount, bouncedLeadsCount, contactedLeadsCount } = campaign?.stats ?? {};
  if ((contactedLeadsCount ?? Number.POSITIVE_INFINITY) > leads) return { people: leads };
  const stops = (campaign?.settings ?? campaign)?.isEnabledStopFollowUpsOnReply === true;
  const [replied, bounced] = [stops ? (repliedLeadsCount ?? 0) : 0, bouncedLeadsCount ?? 0];
  // How many have had the last step that changes; none, where that is new.
  const past = sentByStep(stats)[Math.max(0, ...(steps ?? [])) - 1] ?? 0;
  const stopped = replied + bounced;
  if (past === 0 && stopped === 0) return { people: leads };
  if (past > stopped)
    return { people: Math.max(0, leads - past), why: `those who have had all of it (${grouped(past)})` };
  const parts = [
    ...(replied > 0 ? [`those who replied (${grouped(replied)})`] : []),
    ...(bounced > 0 ? [`those whose mail bounced (${grouped(bounced)})`] : []),
  ];
  return { people: Math.max(0, leads - stopped), why: parts.join(' and ') };
}

/** The steps that change between two sequences; undefined where their signature does: that changes all emails. */
export function changedSteps(fields: readonly FieldName[], count: number): readonly number[] | undefined {
  if (fields.includes('signature')) return undefined;
  const steps: number[] = [];
  for (const field of fields) for (const step of placeOf(field, '.+')) if (step <= count) steps.push(step);
  return steps;
}

/** The steps, by their place from 1, whose emails change or are new; not those that go. */
export function stepsThatChange(changes: readonly Change[]): readonly number[] {
  const steps = new Set<number>();
  for (const { field, kind } of changes)
    if (kind !== 'drift') for (const step of placeOf(field, '.+')) steps.add(step);
  for (const { field, to } of changes)
    if (to === null) for (const step of placeOf(field, 'body')) steps.delete(step);
  return [...steps];
}

const placeOf = (field: string, part: string): number[] => {
  const place = new RegExp(`^steps\\.(\\d+)\\.${part}$`, 's').exec(field)?.[1];
  return place === undefined ? [] : [Number(place)];
};

/** Emails that wait between two steps, and leads that have not had every step that changes, as far as figures tell. */
export function peopleIn(
  changes: readonly Change[],
  stats: Stats | undefined,
  leads: number | undefined,
): NonNullable<PlanItem['people']> {
  const changed = stepsThatChange(changes);
  const sent = sentByStep(stats);
  const isTold = leads !== undefined && stats?.steps !== undefined;
  return {
    betweenSteps: typeof stats?.emailCounts?.followUp === 'number' ? followUpsIn(stats) : null,
    ...(changed.length > 0 && {
      leads: isTold ? Math.max(0, ...changed.map((step) => leads - (sent[step - 1] ?? 0))) : null,
    }),
  };
}
