import { omitUndefined } from '../../base/omit-undefined.ts';
import type { StoredLooks } from '../../cli/answer/stored-looks.ts';
import { baseRate, compare, falseAlarms, neededFor } from '../../domain/statistics/comparison.ts';
import type { Sample } from '../../domain/statistics/mid-p.ts';
import type { Shown } from './compare-view.ts';
import { type Metric, type Side, type Sides, sampleOf } from './read-sides.ts';

/** What a comparison can tell apart unless a plan says otherwise, as a share of 1. */
const usualPoints = 0.02;
/** As long as there are too few answers to tell. */
const usualRates: Readonly<Record<Metric, number>> = { replies: 0.03, positive: 0.01 };

/** Of two campaigns, or of all variants of a step. It holds until another one, or none, is asked for. */
interface Plan {
  readonly points: number;
  readonly level: number;
  /** People or emails of each side. */
  readonly size: number;
  /** What the size is worked out from, where too few had answered to tell. */
  readonly assumedRate: number | null;
  readonly at: string;
}

interface Look {
  readonly metric: Metric;
  /** The difference of `--plan`, as a share of 1. */
  readonly asked: number | 'none' | undefined;
  /** By the clock of the target, RFC 3339. */
  readonly at: string;
}

/** One look at two sides: counts it, fixes the plan that it asks for, and judges: with a plan not before its size. */
export function lookAt(
  stored: Pick<StoredLooks, 'findLook' | 'keepLook'>,
  sides: Sides,
  { metric, asked, at }: Look,
): Omit<Shown, 'ripening'> {
  const { a, b, pairs } = sides;
  const [one, other] = [sampleOf(a, metric), sampleOf(b, metric)];
  const keys = keysOf(sides, metric);
  const looks = (found<{ readonly looks: number }>(stored, keys.pair).looks ?? 0) + 1;
  const base = baseRate(one, other);
  const assumedRate = base === undefined ? usualRates[metric] : null;
  const sizeOf = (points: number) => neededFor(points, base ?? usualRates[metric], falseAlarms / pairs);
  const plan = planNow(found<{ readonly plan: Plan }>(stored, keys.plan).plan, asked, (points) => ({
    points,
    level: falseAlarms / pairs,
    size: sizeOf(points),
    assumedRate,
    at,
  }));
  const level = plan?.level ?? falseAlarms / pairs;
  stored.keepLook(keys.plan, JSON.stringify(omitUndefined({ plan })));
  stored.keepLook(keys.pair, JSON.stringify({ looks }));
  return {
    a: rated(a, one),
    b: rated(b, other),
    metric,
    unit: a.variant === null ? 'people' : 'emails',
    ...compare(one, other, { planned: plan?.size, level }),
    level,
    plan: plan?.points ?? null,
    fixedAt: plan?.at ?? null,
    neededEach: plan?.size ?? sizeOf(usualPoints),
    assumedRate: plan ? plan.assumedRate : assumedRate,
    looks,
  };
}

const rated = (side: Side, { units, count }: Sample) => ({
  ...side,
  rate: units === 0 ? null : count / units,
});

const nameOf = ({ campaignId, step, variant }: Side): string =>
  JSON.stringify([String(campaignId), step, variant]);

/** The same whichever of the two is named first. Which variants are compared follows from the figures: they share a plan. */
function keysOf({ a, b }: Sides, metric: Metric): { readonly pair: string; readonly plan: string } {
  const pair = [a, b].map(nameOf).sort().join(' ');
  const whole = a.variant === null ? pair : nameOf({ ...a, variant: null });
  return { pair: `compare ${metric} ${pair}`, plan: `plan ${metric} ${whole}` };
}

const found = <T extends object>(stored: Pick<StoredLooks, 'findLook'>, key: string): Partial<T> =>
  JSON.parse(stored.findLook(key) ?? '{}');

function planNow(held: Plan | undefined, asked: Look['asked'], make: (points: number) => Plan) {
  if (asked === undefined || asked === held?.points) return held;
  return asked === 'none' ? undefined : make(asked);
}
