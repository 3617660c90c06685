import { counted } from '../../base/counted.ts';
import type { campaigns } from '../../contract/areas/campaigns.ts';
import type { Output } from '../../contract/operation.ts';
import { baseRate, compare, falseAlarms, highestTwo, neededFor } from '../../domain/statistics/comparison.ts';
import { impossibleCounts } from '../../domain/statistics/impossible-counts.ts';
import { type Column, table, type ViewOf } from '../declare/view.ts';

type Step = NonNullable<Output<typeof campaigns.stats>['steps']>[number];
type Variant = NonNullable<Step['variants']>[number];

interface Row {
  readonly name: string;
  readonly sent: number;
  readonly replied: number;
  readonly positive?: number | undefined;
}

/** Of 1; null where there is nothing to divide by, or more than all. */
export const shareOf = (part: number, all: number): number | null =>
  all > 0 && part <= all ? part / all : null;

/** Variants are below their step; a step with one wording has nothing to compare. */
export function stepsTable(steps: readonly Step[]): ViewOf<'table'> {
  const rows: Row[] = [];
  for (const { index, sent, replied, variants } of steps) {
    rows.push({ name: `Step ${index}`, sent, replied, positive: positiveOf(variants ?? []) });
    for (const variant of variants && variants.length > 1 ? variants : [])
      rows.push({ ...variant, name: `Step ${index} ${variant.label}` });
  }
  const columns: Column<Row>[] = [
    ['Step', 'name'],
    ['Sent', 'sent', 'number'],
    ['Replied', 'replied', 'number'],
    ['Reply rate', ({ sent, replied }) => shareOf(replied, sent), 'rate'],
  ];
  if (rows.some(({ positive }) => positive !== undefined))
    columns.splice(
      2,
      0,
      ['Positive', 'positive', 'number'],
      ['Positive rate', ({ sent, positive }) => positive && shareOf(positive, sent), 'rate'],
    );
  return table(rows, columns);
}

/** Undefined where not all of them say it. */
function positiveOf(variants: readonly Variant[]): number | undefined {
  let sum: number | undefined;
  for (const { positive } of variants) {
    if (typeof positive !== 'number') return undefined;
    sum = (sum ?? 0) + positive;
  }
  return sum;
}

/** Fewer emails than show a difference of 2 points do not show that there is none. */
const worthKnowing = 0.02;

const sampleOf = ({ sent, replied }: Variant) => ({ units: sent, count: replied });

/** A line for each step with variants: whether the two that got the most replies differ. */
export function differences(steps: readonly Step[]): string[] {
  const lines: string[] = [];
  for (const { index, variants } of steps) {
    const difference = differenceOf(variants ?? []);
    if (difference !== undefined) lines.push(`Step ${index}, ${difference}`);
  }
  return lines;
}

/** Undefined where there are no two, or their figures contradict each other. */
function differenceOf(variants: readonly Variant[]): string | undefined {
  const two = highestTwo(variants, sampleOf);
  const figures = variants.map(({ sent, replied }) => ['replied', replied, 'sent', sent] as const);
  if (two === undefined || impossibleCounts(figures)) return undefined;
  const { a, b, pairs } = two;
  const [one, other] = [sampleOf(a), sampleOf(b)];
  const level = falseAlarms / pairs;
  const { verdict } = compare(one, other, { planned: undefined, level });
  const between = `${a.label} and ${b.label}`;
  if (verdict === 'a' || verdict === 'b')
    return `${between}: ${verdict === 'a' ? a.label : b.label} gets more replies`;
  if (verdict === 'too-early') return `${between}: too early to say`;
  const base = baseRate(one, other);
  const needed = base === undefined ? 0 : neededFor(worthKnowing, base, level);
  const more = needed > Math.min(one.units, other.units);
  return `${between}: no clear difference${more ? `; to show one of 2 points, each needs about ${counted(Number(needed.toPrecision(2)), 'email')}` : ''}`;
}
