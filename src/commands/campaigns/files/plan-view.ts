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
  const lines: OutlineLine[] = [];
  let [same, unmanaged] = [0, 0];
  for (const item of items)
    if (hasDetails(item)) lines.push(...itemLines(item, texts));
    else if (item.action === 'same') same += 1;
    else unmanaged += 1;
  const rest: string[] = [];
  if (same > 0) rest.push(`= same      ${counted(same, 'file')}`);
  if (unmanaged > 0) rest.push(`not managed: ${counted(unmanaged, 'campaign')} (never touched)`);
  if (rest.length > 0) lines.push(line(0, toned(rest.join(' · '), 'idle')));
  return lines;
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
  const some: string[] = [];
  for (const [number, what] of parts) if (number > 0) some.push(`${number} ${what}`);
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
  const rows: (Pick<ShownItem, 'file' | 'campaignId' | 'action'> & FieldRow)[] = [];
  for (const { file, campaignId, action, changes, pauses, status } of items) {
    const of = { file, campaignId, action };
    if (pauses) rows.push({ ...of, field: 'status', kind: 'change', from: String(status), to: 'paused' });
    for (const change of action === 'create' ? changes : wholeSteps(changes)) rows.push({ ...of, ...change });
  }
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
  const rows: FieldRow[] = [];
  for (const change of changes) {
    const { from, to, kind, field } = change;
    const block = blocks.get(stepOf(field) ?? 0);
    if (block === undefined || kind !== 'change') rows.push(change);
    else if ((cellOf(from) ?? '') !== (cellOf(to) ?? '')) rows.push({ ...change, kind: block.is });
  }
  return rows;
}

/** What the rows of a pipe do not hold, for stderr. */
export const remarks = (plan: Pick<ShownPlan, 'items' | 'calls'>): string[] => [
  ...plan.items.filter(hasDetails).flatMap(remarksOf),
  summaryOf(plan),
];
