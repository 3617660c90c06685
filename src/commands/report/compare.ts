import { Failure } from '../../base/errors.ts';
import { fields } from '../../cli/declare/answer.ts';
import { type Context, command } from '../../cli/declare/command.ts';
import { arg, opt } from '../../cli/declare/params.ts';
import { verbatim } from '../../cli/declare/view.ts';
import { type StoredChecks, withStoredChecks } from '../../cli/launch/check/stored-checks.ts';
import { checkPage, notWithMarkdown, pageOptions, withPage } from '../../cli/output/page/page-options.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { report } from '../../contract/areas/report.ts';
import { baseRate, compare as compareSamples, neededFor } from '../../domain/statistics/comparison.ts';
import { day } from '../../domain/window.ts';
import { comparePage, compareView, type Shown } from './compare-view.ts';
import {
  answersOf,
  type Metric,
  metrics,
  readCampaigns,
  readVariants,
  type Side,
  type Sides,
} from './read-sides.ts';

/** What a comparison can tell apart unless a plan says otherwise, as a share of 1. */
const usualPoints = 0.02;
/** As long as there are too few answers to tell. */
const usualRates: Readonly<Record<Metric, number>> = { replies: 0.03, positive: 0.01 };
const falseAlarms = 0.05;
const ripeningDays = 5;

export const compare = command({
  name: 'compare',
  summary: 'Say whether one campaign or variant gets more replies than another',
  about: `Of two campaigns it compares the share of the contacted people who replied, with --metric positive the share of positive replies. With --variants it compares the emails of one step by their variant; of more than two variants the two with the highest rates, and the more pairs there are, the clearer a difference has to be.

The test is the two-sided mid-p of Fisher's exact test at 5 %, the interval of the difference is Newcombe's at 95 %. Below 100 people each, or where so few replies cannot show anything, it is too early: that ends with 0 as well.

Looking often finds differences that are not there: of equal pairs that are looked at daily for 20 days, 15 in 100 show one. So the looks are counted on this machine. --plan 2pp fixes at the first look how many people each needs to show a difference of 2 percentage points (80 % power), and gives no verdict before.`,
  uses: [campaigns.list, campaigns.stats, report.outcomes],
  answer: fields(
    ...['a', 'b'].flatMap((side) =>
      ['campaignId', 'name', 'step', 'variant', 'contacted', 'replied', 'positive', 'rate'].map(
        (name) => `${side}.${name}`,
      ),
    ),
    ...['metric', 'unit', 'pValue', 'difference', 'low', 'high', 'verdict', 'early', 'level'],
    ...['plan', 'neededEach', 'assumedRate', 'ripening', 'looks'],
  ),
  args: {
    a: arg.text('campaign: id or exact name', { asked: 'campaign' }),
    b: arg.optionalText('the other campaign', { asked: 'campaign', unless: ['variants'] }),
    metric: opt.choice('what counts; replies unless given', metrics),
    variants: opt.flag('compare the variants of one step of the campaign'),
    step: opt.int('with --variants: of this step; 1 unless given', { min: 1, max: 20, hint: 'n' }),
    pair: opt.list('with --variants: these two', { hint: 'A,B' }),
    plan: opt.text('the difference to be shown, in percentage points: 2pp', { hint: 'points' }),
    ...pageOptions,
  },
  excludes: [['variants', 'b'], notWithMarkdown],
  examples: [
    'outreach report compare 1 2',
    'outreach report compare 1 2 --metric positive --plan 2pp --json',
    'outreach report compare 1 --step 1 --variants',
  ],
  async run(context, { html, markdown, metric = 'replies', plan, ...wanted }): Promise<Shown | string> {
    await checkPage(context, { html });
    const points = plan === undefined ? undefined : pointsOf(plan);
    const sides = await readSides(context, { ...wanted, metric });
    const ripening = await readRipening(context, sides);
    const shown = await withStoredChecks(context, async (stored) => {
      const key = `compare ${keyOf(sides, metric)}`;
      const looks = Number(stored.findLook(key) ?? 0) + 1;
      stored.keepLook(key, String(looks));
      const fix = (size: number) => fixed(stored, `${key} plan ${points}`, size);
      return { ...shownOf(sides, metric, points, fix), ripening, looks };
    });
    return withPage(context, { html, markdown }, shown, comparePage);
  },
  view: (shown) => (typeof shown === 'string' ? verbatim(shown) : compareView(shown)),
});

/** `2pp`, as a share of 1. */
function pointsOf(text: string): number {
  const points = Number(/^(\d{1,2}(?:\.\d+)?) ?(?:pp|points?)$/i.exec(text.trim())?.[1]);
  if (points >= 0.1 && points <= 50) return points / 100;
  throw new Failure('invalid_value', `--plan must be percentage points such as 2pp, not '${text}'`, {
    hint: 'From 0.1pp to 50pp: 2pp is 5 % against 7 %.',
  });
}

interface Wanted {
  readonly a: string;
  readonly b: string | undefined;
  readonly metric: Metric;
  readonly variants: boolean;
  readonly step: number | undefined;
  readonly pair: string[] | undefined;
}

function readSides(context: Context, { a, b, metric, variants, step, pair }: Wanted): Promise<Sides> {
  if (variants) return readVariants(context, { campaign: a, step: step ?? 1, pair, metric });
  if (step !== undefined || pair !== undefined)
    throw new Failure('contradicting_options', '--step and --pair need --variants', { hint: null });
  if (b === undefined)
    throw new Failure('missing_argument', 'name the other campaign, or pass --variants', {
      hint: 'outreach report compare 1 2\noutreach report compare 1 --step 1 --variants',
    });
  return readCampaigns(context, [a, b], metric);
}

/** The size that this plan was given at its first look. */
function fixed(stored: StoredChecks, plan: string, size: number): number {
  const known = Number(stored.findLook(plan) ?? 0);
  if (known > 0) return known;
  stored.keepLook(plan, String(size));
  return size;
}

/** The same whichever of the two is named first. */
function keyOf({ a, b }: Sides, metric: Metric): string {
  const ends = [a, b].map(({ campaignId, step, variant }) =>
    JSON.stringify([String(campaignId), step, variant]),
  );
  return `${metric} ${ends.sort().join(' ')}`;
}

/** Emails whose replies can still come: those of the last days, of both campaigns. The service does not say how long it takes. */
async function readRipening({ api, targetNow }: Context, { a, b }: Sides): Promise<number> {
  const since = new Date((await targetNow()) - ripeningDays * day).toISOString();
  const ids = [...new Map([a, b].map(({ campaignId }) => [String(campaignId), campaignId])).values()];
  const sent = await Promise.all(
    ids.map(async (campaignId) => {
      const { outcomes } = await api(report.outcomes, { query: { since, campaignId } });
      return outcomes.sent;
    }),
  );
  return sent.reduce((sum, count) => sum + count, 0);
}

function shownOf(
  { a, b, pairs }: Sides,
  metric: Metric,
  points: number | undefined,
  fix: (size: number) => number,
): Omit<Shown, 'looks' | 'ripening'> {
  const sampleOf = (side: Side) => ({ units: side.contacted, count: answersOf(side, metric) });
  const [one, other] = [sampleOf(a), sampleOf(b)];
  const base = baseRate(one, other);
  const needed = neededFor(points ?? usualPoints, base ?? usualRates[metric]);
  const neededEach = points === undefined || base === undefined ? needed : fix(needed);
  const level = falseAlarms / pairs;
  const planned = points === undefined ? undefined : neededEach;
  const rated = (side: Side) => ({
    ...side,
    rate: side.contacted === 0 ? null : answersOf(side, metric) / side.contacted,
  });
  return {
    a: rated(a),
    b: rated(b),
    metric,
    unit: a.variant === null ? 'people' : 'emails',
    ...compareSamples(one, other, { planned, level }),
    level,
    plan: points === undefined ? null : points,
    neededEach,
    assumedRate: base === undefined ? usualRates[metric] : null,
  };
}
