import { counted, plural } from '../../../base/counted.ts';
import {
  heading,
  type OutlineLine,
  outline,
  screen,
  table,
  text,
  type View,
} from '../../../cli/declare/view.ts';
import { cellOf } from '../../../cli/output/formats/auto-view.ts';
import type { Change } from '../../../domain/campaign-plan/plan.ts';
import { openWordDiff } from '../../../domain/campaign-plan/word-diff.ts';
import { line, toned } from './field-lines.ts';
import { blocksIn, isByHand, itemLines, remarksOf, type ShownItem, stepOf } from './plan-lines.ts';

export interface ShownPlan {
  readonly profile: string | null;
  readonly target: string;
  readonly items: readonly ShownItem[];
  /** How many calls it makes. */
  readonly calls: number;
}

/** At a terminal file by file, field by field; in a pipe a row for each field. */
export const planView = async (plan: ShownPlan): Promise<View> =>
  screen(
    fieldRows(plan.items),
    heading(titleOf(plan)),
    outline(await outlineOf(plan.items)),
    text(summaryOf(plan)),
  );

/** File by file what happens, field by field, and how many stay as they are. `shown` hides what others must not read. */
export async function outlineOf(
  items: readonly ShownItem[],
  shown = (given: string) => given,
): Promise<OutlineLine[]> {
  const texts = { shown, diff: await openWordDiff() };
  const left = items.filter((item) => !hasDetails(item));
  const same = left.filter(({ action }) => action === 'same').length;
  const unmanaged = left.length - same;
  const rest = [
    ...(same === 0 ? [] : [`= same      ${counted(same, 'file')}`]),
    ...(unmanaged === 0 ? [] : [`not managed: ${counted(unmanaged, 'campaign')} (never touched)`]),
  ].join(' · ');
  return [
    ...items.filter(hasDetails).flatMap((item) => itemLines(item, texts)),
    ...(rest === '' ? [] : [line(0, toned(rest, 'idle'))]),
  ];
}

export const titleOf = ({ profile, target, items }: ShownPlan): string => {
  const files = items.filter(({ file }) => file !== null).length;
  const of = profile === null ? 'the key of the environment' : `profile ${profile}`;
  const campaigns = items.filter(({ campaignId }) => campaignId !== null).length;
  return `Plan for ${of} (${target === 'live' ? 'LIVE' : target}), ${counted(files, 'file')}, ${counted(campaigns, 'campaign')}`;
};

const hasDetails = (item: ShownItem): boolean => {
  const { action, adopted, formerFile, byHand, unreadable = [], problems = [], warnings = [] } = item;
  return (
    !(action === 'same' || action === 'unmanaged') ||
    adopted === true ||
    formerFile !== undefined ||
    byHand.length + unreadable.length + problems.length + warnings.length > 0
  );
};

/** `1 to create, 2 to change, 1 drift. 9 changes to make.` */
export function summaryOf({ items, calls }: Pick<ShownPlan, 'items' | 'calls'>): string {
  const of = { create: 0, change: 0, drift: 0, conflict: 0, same: 0, unmanaged: 0 };
  let [pauses, byHand, recreated, live, blocked] = [0, 0, 0, 0, 0];
  for (const item of items) {
    if (!isByHand(item)) of[item.action] += 1;
    if (item.pauses) pauses += 1;
    if (item.byHand.length > 0) byHand += 1;
    if (item.needs?.includes('--recreate')) recreated += 1;
    if (item.needs?.includes('--allow-live')) live += 1;
    if (item.problems?.some(({ severity }) => severity === 'block')) blocked += 1;
  }
  const parts = [
    [of.create, 'to create'],
    [of.change, 'to change'],
    [pauses, 'to pause'],
    [byHand, 'by hand'],
    [of.drift, 'drift'],
    [of.conflict, plural(of.conflict, 'conflict')],
  ] as const;
  const some = parts.flatMap(([number, what]) => (number > 0 ? [`${number} ${what}`] : []));
  const gone = `${counted(recreated, 'campaign')} ${plural(recreated, 'is', 'are')} gone`;
  const todo =
    calls > 0
      ? `${counted(calls, 'change')} to make.`
      : `${some.length > 0 ? 'No change to make' : 'Nothing to change'}.`;
  return [
    ...(some.length === 0 ? [] : [`${some.join(', ')}.`]),
    todo,
    ...(recreated === 0 ? [] : [`${gone}: apply needs --recreate.`]),
    ...(live === 0 ? [] : ['Apply needs --allow-live or --pause-first.']),
    ...(blocked === 0
      ? []
      : [`The copy of ${counted(blocked, 'file')} breaks a blocking rule: apply refuses it.`]),
  ].join(' ');
}

/** For a pipe: a row for each field that differs. */
function fieldRows(items: readonly ShownItem[]): View {
  const rows = items.flatMap(({ file, campaignId, action, changes, pauses, status }) =>
    [
      ...(pauses ? [{ field: 'status', kind: 'change', from: String(status), to: 'paused' }] : []),
      ...(action === 'create' ? changes : wholeSteps(changes)),
    ].map((change) => ({ file, campaignId, action, ...change })),
  );
  return table(
    rows,
    [
      ['FILE', 'file', 'id'],
      ['CAMPAIGN', 'campaignId', 'id'],
      ['ACTION', 'action'],
      ['FIELD', 'field'],
      ['KIND', 'kind'],
      ['FROM', ({ from }) => cellOf(from)],
      ['TO', ({ to }) => cellOf(to)],
    ],
    '',
  );
}

type FieldRow = Pick<Change, 'from' | 'to'> & { readonly field: string; readonly kind: string };

/** Of a step that goes or comes whole that is said in place of `change`, and what it has not is left out. */
function wholeSteps(changes: readonly Change[]): FieldRow[] {
  const blocks = blocksIn(changes);
  return changes.flatMap((change): FieldRow[] => {
    const block = blocks.get(stepOf(change.field) ?? 0);
    if (block === undefined || change.kind !== 'change') return [change];
    const { from, to } = change;
    return (cellOf(from) ?? '') === (cellOf(to) ?? '') ? [] : [{ ...change, kind: block.is }];
  });
}

/** What the rows of a pipe do not hold, for stderr. */
export const remarks = (plan: Pick<ShownPlan, 'items' | 'calls'>): string[] => [
  ...plan.items.filter(hasDetails).flatMap(remarksOf),
  summaryOf(plan),
];
