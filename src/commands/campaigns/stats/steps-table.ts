import { type Column, table, type ViewOf } from '../../../cli/declare/view.ts';
import type { campaigns } from '../../../contract/areas/campaigns.ts';
import type { Output } from '../../../contract/operation.ts';
import { baseRate, compare, neededFor } from '../../../domain/statistics/comparison.ts';
import { highestTwo, levelFor } from '../../../domain/statistics/two-of-several.ts';

type Step = NonNullable<Output<typeof campaigns.stats>['steps']>[number];
type Variant = NonNullable<Step['variants']>[number];

interface Row {
  readonly name: string;
  readonly sent: number;
  readonly replied: number;
  readonly positive?: number;
  readonly difference?: string | undefined;
}

/** Variants are below their step; a step with one wording has nothing to compare. */
export function stepsTable(steps: readonly Step[]): ViewOf<'table'> {
  const rows = steps.flatMap((step): Row[] => {
    const { index, sent, replied, variants } = step;
    const several = variants && variants.length > 1 ? variants : [];
    return [
      { name: `Step ${index}`, sent, replied, difference: differenceOf(several) },
      ...several.map((variant) => ({ ...variant, name: `Step ${index} ${variant.label}` })),
    ];
  });
  const columns: Column<Row>[] = [
    ['Step', ({ name }) => name],
    ['Sent', ({ sent }) => sent, 'number'],
    ['Replied', ({ replied }) => replied, 'number'],
    ['Rate', ({ sent, replied }) => (sent > 0 ? replied / sent : null), 'rate'],
  ];
  if (rows.some(({ positive }) => positive !== undefined))
    columns.push(
      ['Positive', ({ positive }) => positive, 'number'],
      ['Difference', ({ difference }) => difference, 'prose'],
    );
  return table(rows, columns);
}

/** Fewer emails than show a difference of 2 points do not show that there is none. */
const worthKnowing = 0.02;

const sampleOf = ({ sent, replied }: Variant) => ({ units: sent, count: replied });

/** Whether the two that got the most replies differ; undefined where there are no two, or their figures contradict each other. */
function differenceOf(variants: readonly Variant[]): string | undefined {
  const two = highestTwo(variants, sampleOf);
  if (two === undefined || variants.some(({ sent, replied }) => replied < 0 || replied > sent))
    return undefined;
  const { a, b, pairs } = two;
  const [one, other] = [sampleOf(a), sampleOf(b)];
  const { verdict } = compare(one, other, { planned: undefined, level: levelFor(pairs) });
  if (verdict === 'a' || verdict === 'b') return `${verdict === 'a' ? a.label : b.label} gets more replies`;
  const base = baseRate(one, other);
  const isEnough = base !== undefined && Math.min(one.units, other.units) >= neededFor(worthKnowing, base);
  const which = variants.length > 2 ? `${a.label} and ${b.label}: ` : '';
  return `${which}${verdict === 'none' && isEnough ? 'no difference shown' : 'too few to tell'}`;
}
