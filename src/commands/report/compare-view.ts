import { counted, grouped } from '../../base/counted.ts';
import {
  type Column,
  type Field,
  heading,
  record,
  stack,
  table,
  text,
  toned,
  type View,
  type ViewOf,
} from '../../cli/declare/view.ts';
import type { Page } from '../../cli/output/page/page.ts';
import { inline } from '../../cli/output/text/inline.ts';
import { type Comparison, fewest } from '../../domain/statistics/comparison.ts';
import { answersOf, type Metric, type Side } from './read-sides.ts';

type Rated = Side & { readonly rate: number | null };

/** What `report compare` answers. */
export interface Shown extends Comparison {
  readonly a: Rated;
  readonly b: Rated;
  readonly metric: Metric;
  readonly unit: 'people' | 'emails';
  /** False alarms that are accepted: less than 5 % where the two were chosen from several. */
  readonly level: number;
  /** The difference of `--plan`, as a share of 1. */
  readonly plan: number | null;
  readonly neededEach: number;
  /** What `neededEach` is worked out from, where too few have answered to tell. */
  readonly assumedRate: number | null;
  /** Emails of the last days. */
  readonly ripening: number;
  readonly looks: number;
}

const tones = { a: 'good', b: 'good', none: 'idle', 'too-early': 'warn' } as const;

export function compareView(shown: Shown): View {
  const { a, b } = shown;
  const sides = record(['A', sideText(shown, a)], ['B', sideText(shown, b)], ...verdictFields(shown));
  return stack(heading(titleOf(shown)), sides, ...moreText(shown));
}

export function comparePage(shown: Shown): Page {
  const { a, b, metric, unit } = shown;
  const sides = [
    { letter: 'A', side: a },
    { letter: 'B', side: b },
  ];
  const columns: readonly Column<(typeof sides)[number]>[] = [
    [a.variant === null ? 'Campaign' : 'Variant', ({ letter, side }) => `${letter}: ${nameOf(side)}`],
    [unit === 'people' ? 'People' : 'Emails', ({ side }) => side.contacted, 'number'],
    [metric === 'replies' ? 'Replies' : 'Positive replies', ({ side }) => answersOf(side, metric), 'number'],
    ['Rate', ({ side }) => side.rate, 'rate'],
  ];
  return {
    title: titleOf(shown),
    sections: [
      { blocks: [table(sides, columns)] },
      { blocks: [record(...verdictFields(shown)), ...moreText(shown)] },
    ],
  };
}

const verdictFields = (shown: Shown): Field[] => [
  ['Difference', differenceText(shown)],
  ['Verdict', toned(verdictText(shown), tones[shown.verdict])],
];

/** What to know about the verdict. */
function moreText(shown: Shown): ViewOf<'text'>[] {
  const lines = [...reasonText(shown), ...ripeningText(shown), ...looksText(shown)];
  return lines.length === 0 ? [] : [text(lines.join('\n'))];
}

const titleOf = ({ a, metric }: Shown): string => {
  const what = metric === 'replies' ? 'Replies' : 'Positive replies';
  return a.variant === null ? `${what} of two campaigns` : `${what} to step ${a.step} of ${campaignOf(a)}`;
};

const campaignOf = ({ campaignId, name }: Side): string =>
  name === '' ? `campaign ${campaignId}` : `campaign ${campaignId} "${inline(name)}"`;

const nameOf = (side: Side): string =>
  side.variant === null ? campaignOf(side) : `variant ${inline(side.variant)}`;

function sideText({ metric, unit }: Shown, side: Rated): string {
  const rate = side.rate === null ? '' : `, ${percent(side.rate)}`;
  return `${nameOf(side)}: ${grouped(answersOf(side, metric))} of ${grouped(side.contacted)} ${unit}${rate}`;
}

const differenceText = ({ difference, low, high }: Shown): string | undefined =>
  difference === null || low === null || high === null
    ? undefined
    : `${signed(difference)} points (${signed(low)} to ${signed(high)})`;

const percent = (share: number): string => `${(share * 100).toFixed(1)}%`;

/** In percentage points. */
function signed(share: number): string {
  const points = (share * 100).toFixed(1);
  return share > 0 && points !== '0.0' ? `+${points}` : points.replace('-0.0', '0.0');
}

function verdictText(shown: Shown): string {
  const { a, b, verdict, metric, unit } = shown;
  if (verdict === 'too-early') return 'Too early to say.';
  const answers = metric === 'replies' ? 'replies' : 'positive replies';
  const figures = `${figureOf(shown, a)} against ${figureOf(shown, b)} ${unit}`;
  if (verdict === 'none') return `No difference shown: ${figures}.`;
  const [better, other] = verdict === 'a' ? ['A', 'B'] : ['B', 'A'];
  return `${better} gets more ${answers} than ${other}: ${figures}.`;
}

const figureOf = ({ metric }: Shown, side: Rated): string =>
  `${grouped(answersOf(side, metric))} of ${grouped(side.contacted)}`;

function reasonText(shown: Shown): string[] {
  const { verdict, early, unit, plan, pValue, neededEach, assumedRate } = shown;
  const needed = `${plan === null ? `about ${grouped(rounded(neededEach))}` : grouped(neededEach)} ${unit} each`;
  const points = plan === null ? '2 points' : `${Number((plan * 100).toFixed(2))} points`;
  const assumed = assumedRate === null ? '' : `, if ${percent(assumedRate)} answer`;
  const toShow = `To show a difference of ${points} you need ${needed}${assumed}.`;
  if (early === 'no-mail') return ['One of them has sent nothing yet.', toShow];
  if (early === 'few-people') return [`There are fewer than ${fewest} ${unit} of one of them.`, toShow];
  if (early === 'few-answers') return ['So few answers cannot show a difference, however they fall.', toShow];
  if (early === 'before-plan')
    return [
      `The plan gives a verdict at ${needed}, for a difference of ${points}${assumed}. Until then, do not choose by these figures.`,
    ];
  if (verdict === 'none') return [plan === null ? toShow : `The plan is fulfilled: ${needed}.`];
  return [`If both were equal, a difference like this came by chance ${chanceText(pValue ?? 1)}.`];
}

function chanceText(pValue: number): string {
  if (pValue < 0.0001) return 'less than once in 10,000 times';
  return `about once in ${counted(rounded(Math.round(1 / pValue)), 'time')}`;
}

/** 3,680 is about 3,700. */
const rounded = (count: number): number => Number(count.toPrecision(2));

/** The service does not say of which step they are. */
function ripeningText({ ripening, unit }: Shown): string[] {
  if (ripening === 0) return [];
  const of = unit === 'people' ? 'of both campaigns' : 'of the campaign';
  return [
    `Still ripening: ${counted(ripening, 'email')} ${of}, sent in the last 5 days; replies to them can still come.`,
  ];
}

function looksText({ looks, plan, verdict }: Shown): string[] {
  if (looks < 2) return [];
  const danger =
    verdict === 'too-early'
      ? ''
      : ' Each look is one more chance to find a difference that is not there: of equal pairs that are looked at daily for 20 days, 15 in 100 show one.';
  const advice = plan === null ? ' --plan 2pp fixes the size first.' : '';
  return [`This is look ${grouped(looks)} at this comparison.${danger}${advice}`];
}
