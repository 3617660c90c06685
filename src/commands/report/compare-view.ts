import { counted, grouped, percent } from '../../base/counted.ts';
import {
  type Column,
  heading,
  record,
  stack,
  table,
  text,
  toned,
  type View,
  type ViewOf,
} from '../../cli/declare/view.ts';
import { type Page, pageView } from '../../cli/output/page/page.ts';
import { inline } from '../../cli/output/text/inline.ts';
import { dayWithWeekday } from '../../cli/output/text/times.ts';
import * as s from '../../contract/schema/schema.ts';
import { falseAlarms, fewest } from '../../domain/statistics/comparison.ts';
import type { Sample } from '../../domain/statistics/mid-p.ts';
import { answersOf, type Side, sampleOf, sideEntries } from './read-sides.ts';

const sideFields = s.object({ ...sideEntries, rate: s.nullable(s.number()) });

/** What `report compare` answers. */
export const compareFields = s.object({
  a: sideFields,
  b: sideFields,
  metric: s.oneOf(['replies', 'positive']),
  unit: s.oneOf(['people', 'emails']),
  ...s.each(['pValue', 'difference', 'low', 'high'], s.nullable(s.number())),
  verdict: s.oneOf(['a', 'b', 'none', 'too-early']),
  early: s.nullable(s.oneOf(['no-mail', 'before-plan', 'few-people', 'few-answers'])),
  /** False alarms that are accepted: less than 5 % where there are several pairs. */
  level: s.number(),
  /** The difference of the plan that holds, as a share of 1. */
  plan: s.nullable(s.number()),
  /** When that plan was fixed, and at which look. */
  fixed: s.nullable(s.object({ at: s.string(), look: s.integer() })),
  /** The verdict of the plan, with the figures that it was given for; all other figures are those of now. */
  decided: s.nullable(
    s.object({
      at: s.string(),
      look: s.integer(),
      pValue: s.nullable(s.number()),
      ...s.each(['a', 'b'], s.object({ units: s.integer(), count: s.integer() })),
    }),
  ),
  neededEach: s.integer(),
  /** What `neededEach` is worked out from, where too few have answered to tell. */
  assumedRate: s.nullable(s.number()),
  /** Emails of the last days; null where the service does not say. */
  ripening: s.nullable(s.integer()),
  looks: s.integer(),
});

export type Shown = s.DocumentOf<typeof compareFields>;
const tones = { a: 'good', b: 'good', none: 'idle', 'too-early': 'warn' } as const;

export const compareView = (shown: Shown): View =>
  stack(heading(titleOf(shown)), pageView(comparePage(shown)));

export function comparePage(shown: Shown): Page {
  const { a, b, metric, unit, difference, low, high } = shown;
  const sides = [
    { ...a, campaign: `A: ${campaignOf(a)}`, answers: answersOf(a, metric) },
    { ...b, campaign: `B: ${campaignOf(b)}`, answers: answersOf(b, metric) },
  ];
  const columns: readonly Column<(typeof sides)[number]>[] = [
    a.variant === null ? ['Campaign', 'campaign'] : ['Variant', 'variant'],
    [unit === 'people' ? 'People' : 'Emails', 'contacted', 'number'],
    [metric === 'replies' ? 'Replies' : 'Positive replies', 'answers', 'number'],
    ['Rate', 'rate', 'rate'],
  ];
  const between =
    difference === null || low === null || high === null
      ? undefined
      : `${signed(difference)} points (${signed(low)} to ${signed(high)})`;
  return {
    title: titleOf(shown),
    sections: [
      { blocks: [table(sides, columns)] },
      {
        blocks: [
          record(['Difference', between], ['Verdict', toned(verdictText(shown), tones[shown.verdict])]),
          ...moreText(shown),
        ],
      },
    ],
  };
}

/** What to know about the verdict. */
function moreText(shown: Shown): ViewOf<'text'>[] {
  const { level, ripening, unit, looks, plan, verdict } = shown;
  const lines = reasonText(shown);
  const pairs = Math.round(falseAlarms / level);
  if (pairs !== 1)
    lines.push(
      `There are ${pairs} pairs, so a verdict takes ${percent(level)} instead of 5.0% (Bonferroni). The interval (${percent(1 - level)}) and the size needed are of that level.`,
    );
  lines.push(...planText(shown));
  // The service does not say of which step they are.
  const of = unit === 'people' ? 'of both campaigns' : 'of the campaign';
  if (ripening)
    lines.push(
      `Still ripening: ${counted(ripening, 'email')} ${of}, sent in the last 5 days. Replies to them can still come.`,
    );
  const danger =
    verdict === 'too-early' || plan !== null
      ? ''
      : ' Each look is one more chance of a false alarm. After 20 daily looks, 15 of 100 equal pairs show a difference.';
  const advice = plan === null ? ' --plan 2pp fixes the size first.' : '';
  if (looks > 1) lines.push(`This is look ${grouped(looks)} at this comparison.${danger}${advice}`);
  return lines.length === 0 ? [] : [text(...lines)];
}

const titleOf = ({ a, metric }: Shown): string => {
  const what = metric === 'replies' ? 'Replies' : 'Positive replies';
  return a.variant === null ? `${what} of two campaigns` : `${what} to step ${a.step} of ${campaignOf(a)}`;
};

const campaignOf = ({ campaignId, name }: Side): string =>
  name === '' ? `campaign ${campaignId}` : `campaign ${campaignId} "${inline(name)}"`;

/** A variant has a name of its own, which may be the letter of the other side. */
const labelOf = (letter: 'A' | 'B', { variant }: Side): string =>
  variant === null ? letter : `Variant ${inline(variant)}`;

/** In percentage points. */
function signed(share: number): string {
  const points = (share * 100).toFixed(1);
  return share > 0 && points !== '0.0' ? `+${points}` : points.replace('-0.0', '0.0');
}

function verdictText(shown: Shown): string {
  const { a, b, verdict, metric, unit } = shown;
  if (verdict === 'too-early') return 'Too early to say.';
  const answers = metric === 'replies' ? 'replies' : 'positive replies';
  const [first, second] = [shown.decided?.a ?? sampleOf(a, metric), shown.decided?.b ?? sampleOf(b, metric)];
  const figures = `${figureOf(first)} against ${figureOf(second)} ${unit}`;
  if (verdict === 'none') return `No clear difference: ${figures}.`;
  const sides = [labelOf('A', a), labelOf('B', b)];
  const [better, other] = verdict === 'a' ? sides : sides.reverse();
  return `${better} gets more ${answers} than ${other}: ${figures}.`;
}

const figureOf = ({ units, count }: Sample): string => `${grouped(count)} of ${grouped(units)}`;

function reasonText(shown: Shown): string[] {
  const { verdict, early, unit, plan, decided, neededEach, assumedRate } = shown;
  const needed = `${plan === null ? `about ${grouped(rounded(neededEach))}` : grouped(neededEach)} ${unit} each`;
  const points = pointsText(plan ?? 0.02);
  const assumed = assumedRate === null ? '' : `, if ${percent(assumedRate)} answer`;
  const toShow = `To show a difference of ${points} you need ${needed}${assumed}.`;
  if (early === 'no-mail') return ['One of them has sent nothing yet.', toShow];
  const did = unit === 'people' ? 'contacted' : 'sent';
  if (early === 'few-people') return [`One of them has ${did} fewer than ${fewest} ${unit}.`, toShow];
  if (early === 'few-answers') return ['So few answers cannot show a difference, however they fall.', toShow];
  if (early === 'before-plan')
    return [
      `The plan gives a verdict at ${needed}, for a difference of ${points}${assumed}. Until then, do not choose by these figures.`,
    ];
  if (verdict === 'none') return plan === null ? [toShow] : [];
  const pValue = (decided ?? shown).pValue ?? 1;
  const chance =
    pValue < 0.0001
      ? 'less than once in 10,000 times'
      : `about once in ${counted(rounded(Math.round(1 / pValue)), 'time')}`;
  return [`If both were equal, a difference like this would come by chance ${chance}.`];
}

const pointsText = (share: number): string => `${Number((share * 100).toFixed(2))} points`;

const dayOf = (at: string): string => dayWithWeekday(at.slice(0, 10));

function planText({ plan, fixed, decided, looks, neededEach, unit }: Shown): string[] {
  if (plan === null || fixed === null) return [];
  const size = `${grouped(neededEach)} ${unit} each`;
  const verdict =
    decided?.look === looks
      ? `The plan is fulfilled: ${size}. This is its verdict; later looks repeat it.`
      : decided &&
        `This is the verdict of look ${grouped(decided.look)}, on ${dayOf(decided.at)}, when the plan was fulfilled: ${size}. What came later does not change it.`;
  const when = fixed.look === 1 ? 'at the first look' : `at look ${grouped(fixed.look)}, after earlier ones`;
  const own = `The plan for ${pointsText(plan)} was fixed on ${dayOf(fixed.at)}, ${when}.`;
  return verdict ? [verdict, own] : [own];
}

/** 3,680 is about 3,700. */
const rounded = (count: number): number => Number(count.toPrecision(2));
