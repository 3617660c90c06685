import { counted, plural } from '../../../../base/counted.ts';
import { Failure, isStop } from '../../../../base/errors.ts';
import { allOf } from '../../../../cli/declare/answer.ts';
import type { Context } from '../../../../cli/declare/command.ts';
import { table, type View } from '../../../../cli/declare/view.ts';
import { hintOf } from '../../../../cli/messages/hints/hint-of.ts';
import { type RowError, rowError } from '../../../../cli/stop/not-all.ts';
import * as s from '../../../../contract/schema/schema.ts';
import type { Plan } from '../../../../domain/campaign-plan/plan.ts';
import { type PlanDocument, planDocument, planFields } from '../plan-document.ts';
import type { ShownItem } from '../plan-lines.ts';
import type { Applied } from './apply-plan.ts';

/** The plan, and for each item how it went. */
export interface AppliedDocument extends Omit<PlanDocument, 'items'> {
  readonly items: readonly AppliedItem[];
  readonly dryRun?: boolean;
}

export interface AppliedItem extends ShownItem {
  readonly outcome: Applied['outcome'];
  readonly error: RowError | null;
}

export function appliedOf(context: Context, plan: Plan, applied: readonly Applied[]): AppliedDocument {
  const document = planDocument(context, plan);
  return {
    ...document,
    items: document.items.map((item, index): AppliedItem => {
      const { campaignId = item.campaignId, outcome = 'skipped', failure } = applied[index] ?? {};
      return { ...item, campaignId, outcome, error: failure ? rowError(failure) : null };
    }),
  };
}

/** An unknown outcome counts for more than an interruption. Where nothing changed and all failed alike, that failure. */
export function endingOf(applied: readonly Applied[]): Failure | undefined {
  const failed: Failure[] = [];
  const failedFiles: string[] = [];
  let [done, left] = [0, 0];
  for (const { item, outcome, failure } of applied) {
    if (outcome === 'done') done += 1;
    if (outcome === 'skipped' && item.calls.length > 0) left += 1;
    if (failure === undefined) continue;
    failed.push(failure);
    failedFiles.push(item.file ?? `campaign ${item.campaignId}`);
  }
  const unknown = failed.find(({ kind }) => kind === 'unknown-outcome');
  const stopped = failed.find(isStop);
  const first = unknown ?? stopped ?? failed[0];
  if (first === undefined && left === 0) return undefined;
  if (first && !unknown && !stopped && failedAlike(applied, failed))
    return first.with({ message: `${failedFiles.join(', ')}: ${first.message}`, cause: first });
  const what = [
    `${counted(done, 'campaign')} ${plural(done, 'is as its file says', 'are as their files say')}`,
    ...(failed.length > 0 ? [`${failed.length} failed`] : []),
    ...(left > 0 ? [`${left} left`] : []),
  ].join(', ');
  const again = 'Run the same command again: it makes the missing changes.';
  if (first === undefined) return new Failure('interrupted', what, { hint: again, outcome: 'done' });
  const hint = hintOf(first);
  return new Failure((unknown ?? stopped) ? first.code : 'not_all_applied', `${what}: ${first.message}`, {
    kind: (unknown ?? stopped)?.kind ?? 'partial',
    outcome: unknown ? 'unknown' : done > 0 ? 'done' : first.outcome,
    // What is to be done about an unknown outcome, or a campaign that changed, comes before any other run.
    hint: unknown || first.is('changed_meanwhile') ? (hint ?? null) : hint ? `${hint}\n${again}` : again,
    extra: unknown?.extra,
    cause: first,
  });
}

const failedAlike = (applied: readonly Applied[], failed: readonly Failure[]): boolean =>
  applied.every(
    ({ made, item, failure }) => made === 0 && (failure !== undefined || item.calls.length === 0),
  ) && new Set(failed.map(({ kind }) => kind)).size === 1;

export const appliedView = ({ items }: AppliedDocument): View =>
  table(
    items.filter(({ file }) => file !== null),
    [
      ['File', 'file'],
      ['Campaign', 'campaignId', 'id'],
      ['Action', 'action'],
      ['Outcome', 'outcome'],
      ['By hand', ({ byHand }) => byHand.join('; '), 'prose', 0],
      ['Why', 'error.message', 'prose', 0],
    ],
    'No campaign file.',
  );

export const appliedFields = allOf(
  planFields,
  s.object({
    dryRun: s.optional(s.boolean()),
    items: s.array(
      s.object({
        outcome: s.oneOf(['failed', 'skipped', 'done']),
        error: s.object({ ...s.each(['code', 'message', 'hint'], s.string()) }),
      }),
    ),
  }),
);
