import type { campaigns } from '../../contract/areas/campaigns.ts';
import type { Output } from '../../contract/operation.ts';
import { followUpsIn } from '../why/due.ts';
import type { Change, PlanItem } from './plan.ts';

type Stats = Output<typeof campaigns.stats>;

/** The steps, by their place from 1, whose emails change or are new; not those that go. */
export function stepsThatChange(changes: readonly Change[]): readonly number[] {
  const removed = new Set(changes.flatMap(({ field, to }) => (to === null ? placeOf(field, 'body') : [])));
  const steps = changes
    .filter(({ kind }) => kind !== 'drift')
    .flatMap(({ field }) => placeOf(field, '.+'))
    .filter((step) => !removed.has(step));
  return [...new Set(steps)];
}

const placeOf = (field: string, part: string): number[] => {
  const place = new RegExp(`^steps\\.(\\d+)\\.${part}$`, 's').exec(field)?.[1];
  return place === undefined ? [] : [Number(place)];
};

/**
 * Whom a change of a running campaign reaches, as far as its figures tell: emails that wait between two steps, and leads
 * that have not had every step that changes.
 */
export function peopleIn(
  changes: readonly Change[],
  stats: Stats | undefined,
  leads: number | undefined,
): NonNullable<PlanItem['people']> {
  const changed = stepsThatChange(changes);
  const sent = [...(stats?.steps ?? [])].sort((a, b) => a.index - b.index).map((step) => step.sent);
  const isTold = leads !== undefined && stats?.steps !== undefined;
  return {
    betweenSteps: typeof stats?.emailCounts?.followUp === 'number' ? followUpsIn(stats) : null,
    ...(changed.length > 0 && {
      leads: isTold ? Math.max(0, ...changed.map((step) => leads - (sent[step - 1] ?? 0))) : null,
    }),
  };
}
