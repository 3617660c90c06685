import { omitUndefined } from '../../base/omit-undefined.ts';
import type { StoredLooks } from '../../cli/answer/stored-looks.ts';
import {
  baseRate,
  type Comparison,
  compare,
  falseAlarms,
  neededFor,
} from '../../domain/statistics/comparison.ts';
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
  readonly look: number;
}

/** What is stored of a pair. */
interface Looks {
  readonly looks?: number;
  readonly decision?: Decision;
}

/** The one verdict of a plan. Sides have their names, as a later line may turn them round. */
interface Decision {
  readonly plan: Plan;
  readonly at: string;
  readonly look: number;
  readonly pValue: number | null;
  readonly winner: string | null;
  readonly samples: Readonly<Record<string, Sample>>;
}

interface Look {
  readonly metric: Metric;
  /** The difference of `--plan`, as a share of 1. */
  readonly asked: number | 'none' | undefined;
  /** By the clock of the target, RFC 3339. */
  readonly at: string;
}

/**
 * One look at two sides: counts it, fixes the plan that it asks for, and judges. With a plan there is one verdict, at the
 * planned size; every later look repeats it.
 */
export function lookAt(
  stored: Pick<StoredLooks, 'findLook' | 'keepLook'>,
  sides: Sides,
  { metric, asked, at }: Look,
): Omit<Shown, 'ripening'> {
  const { a, b, pairs } = sides;
  const [one, other] = [sampleOf(a, metric), sampleOf(b, metric)];
  const keys = keysOf(sides, metric);
  const known = found<Looks>(stored, keys.pair);
  const looks = (known.looks ?? 0) + 1;
  const base = baseRate(one, other);
  const assumedRate = base === undefined ? usualRates[metric] : null;
  const sizeOf = (points: number) => neededFor(points, base ?? usualRates[metric], falseAlarms / pairs);
  const { plan: held } = found<{ readonly plan: Plan }>(stored, keys.plan);
  const plan: Plan | undefined =
    asked === undefined || asked === held?.points
      ? held
      : asked === 'none'
        ? undefined
        : { points: asked, level: falseAlarms / pairs, size: sizeOf(asked), assumedRate, at, look: looks };
  const level = plan?.level ?? falseAlarms / pairs;
  const figures = compare(one, other, { planned: plan?.size, level });
  const decision =
    plan &&
    (known.decision?.plan.at === plan.at
      ? known.decision
      : decisionOf(plan, figures, { at, look: looks, samples: { [nameOf(a)]: one, [nameOf(b)]: other } }));
  const winner = decision?.winner ?? null;
  const verdict = winner === null ? 'none' : winner === nameOf(a) ? 'a' : 'b';
  stored.keepLook(keys.plan, JSON.stringify(omitUndefined({ plan })));
  stored.keepLook(keys.pair, JSON.stringify(omitUndefined({ looks, decision })));
  return {
    a: rated(a, one),
    b: rated(b, other),
    metric,
    unit: a.variant === null ? 'people' : 'emails',
    ...figures,
    ...(decision && { verdict, early: null }),
    level,
    plan: plan?.points ?? null,
    fixed: plan ? { at: plan.at, look: plan.look } : null,
    decided: decision ? decidedOf(decision, sides) : null,
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

function decisionOf(
  plan: Plan,
  { verdict, pValue }: Comparison,
  look: Pick<Decision, 'at' | 'look' | 'samples'>,
): Decision | undefined {
  if (verdict === 'too-early') return undefined;
  const [a = '', b = ''] = Object.keys(look.samples);
  return { plan, ...look, pValue, winner: verdict === 'none' ? null : verdict === 'a' ? a : b };
}

function decidedOf({ at, look, pValue, samples }: Decision, { a, b }: Sides): Shown['decided'] {
  const of = (side: Side) => samples[nameOf(side)] ?? { units: 0, count: 0 };
  return { at, look, pValue, a: of(a), b: of(b) };
}
