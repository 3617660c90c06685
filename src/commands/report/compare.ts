import { sum } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import { leftOut, readOr, whyOf } from '../../cli/answer/fact.ts';
import { storingPlace, withStoredLooks } from '../../cli/answer/stored-looks.ts';
import { type Context, command } from '../../cli/declare/command.ts';
import { arg, opt, type ValuesOf } from '../../cli/declare/params.ts';
import { checkPage, notWithMarkdown, pageOptions, withPage } from '../../cli/output/page/page-options.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { report } from '../../contract/areas/report.ts';
import { day } from '../../domain/window.ts';
import { compareFields, comparePage, compareView, type Shown } from './compare-view.ts';
import { lookAt } from './look-at.ts';
import { readOutcomes } from './read-outcomes.ts';
import { metrics, readCampaigns, readVariants, type Sides } from './read-sides.ts';

const ripeningDays = 5;

const sideArgs = {
  a: arg.text('campaign: id or exact name', { asked: 'campaign' }),
  b: arg.optionalText('the other campaign', { asked: 'campaign', unless: ['variants'] }),
  metric: opt.choice('what to compare: all replies (default) or positive ones', metrics),
  variants: opt.flag('compare the variants of one step of the campaign'),
  step: opt.int('with --variants: compare this step (default 1)', { min: 1, max: 20, hint: 'n' }),
};

export const compare = command({
  name: 'compare',
  summary: 'Test whether one campaign or variant gets more replies than another',
  about: `Compares the share of people who replied. --variants compares the best two variants of one step. A difference counts if chance alone would produce one this large in under 5% of cases (Fisher's exact test). With more than two variants, the 5% is divided among all pairs.

\`early\` says why it is too early for a verdict: no-mail, few-people (below 100 on one side), few-answers or before-plan (--plan needs more people). \`ripening\` counts emails of the last 5 days, which may still be answered.

Frequent comparisons find differences by chance, so this machine counts them. If you pass --plan 2pp with the first comparison, there is no verdict until enough people are contacted to detect a difference of 2 points (80% power). \`neededEach\` is the number of people each side needs.`,
  uses: [campaigns.list, campaigns.stats, report.outcomes],
  tool: 'read',
  answer: compareFields,
  args: {
    ...sideArgs,
    plan: opt.text('difference to detect, in percentage points: 2pp, or none to drop the plan', {
      hint: 'points',
    }),
    ...pageOptions,
  },
  excludes: [['variants', 'b'], notWithMarkdown],
  examples: [
    'outreach report compare 1 2',
    'outreach report compare 1 2 --metric positive --plan 2pp --json',
    'outreach report compare 1 --step 1 --variants',
  ],
  async run(context, { html, markdown, plan, ...wanted }): Promise<Shown | string> {
    await checkPage(context, { html });
    const asked = plan === undefined ? plan : pointsOf(plan);
    const sides = await readSides(context, wanted);
    const { metric = 'replies' } = wanted;
    const now = await context.service.targetNow();
    const ripening = await readRipening(context, sides, now);
    const look = { metric, asked, at: new Date(now).toISOString() };
    const shown = await withStoredLooks(storingPlace(context), async (stored) => ({
      ...lookAt(stored, sides, look),
      ripening,
    }));
    return withPage(context, { html, markdown }, shown, comparePage);
  },
  view: compareView,
});

/** `2pp`, as a share of 1. */
function pointsOf(text: string): number | 'none' {
  if (text === 'none') return text;
  const points = Number(/^(\d{1,2}(?:\.\d+)?) ?(?:pp|points?)$/i.exec(text.trim())?.[1]);
  if (points >= 0.1 && points <= 50) return points / 100;
  throw new Failure('invalid_value', `--plan must be percentage points such as 2pp, not '${text}'`, {
    hint: 'From 0.1pp to 50pp: 2pp is 5 % against 7 %. Or none, which drops the plan.',
  });
}

function readSides(
  context: Context,
  { a, b, metric = 'replies', variants, step }: ValuesOf<typeof sideArgs>,
): Promise<Sides> {
  if (variants) return readVariants(context, { campaign: a, step: step ?? 1, metric });
  if (step !== undefined)
    throw new Failure('contradicting_options', '--step needs --variants', { hint: null });
  if (b === undefined)
    throw new Failure('missing_argument', 'name the other campaign, or pass --variants', {
      hint: 'outreach report compare 1 2\noutreach report compare 1 --step 1 --variants',
    });
  return readCampaigns(context.service, [a, b], metric);
}

/**
 * Emails whose replies can still come: those of the last days, of both campaigns. The service does not say how long it
 * takes. Null where it does not say how many.
 */
async function readRipening(context: Context, { a, b }: Sides, now: number): Promise<number | null> {
  const since = new Date(now - ripeningDays * day).toISOString();
  const ids = [a.campaignId];
  if (String(b.campaignId) !== String(a.campaignId)) ids.push(b.campaignId);
  const { value, failure } = await readOr(report.outcomes, () =>
    Promise.all(
      ids.map((campaignId) => readOutcomes(context.service.api, { since, until: undefined, campaignId })),
    ),
  );
  if (failure) leftOut(context, report.outcomes, whyOf(failure));
  return value ? sum(value.map(({ outcomes }) => outcomes.sent)) : null;
}
