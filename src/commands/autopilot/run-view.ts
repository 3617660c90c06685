import { advise } from '../../cli/advice/advise.ts';
import { allOf, recordOf } from '../../cli/declare/answer.ts';
import type { Next } from '../../cli/declare/command.ts';
import { heading, record, stack, table, toned, type View } from '../../cli/declare/view.ts';
import { autopilot } from '../../contract/areas/autopilot.ts';
import type { ItemOf, Output } from '../../contract/operation.ts';
import * as s from '../../contract/schema/schema.ts';
import { runState } from '../../domain/item-states.ts';
import { type Plan, planFields } from './plan-view.ts';

export type RunItem = ItemOf<typeof autopilot.runs>;
/** A run, with its plan where a budget was given. */
export type Run = RunItem & { plan?: Plan };

/** The service wraps a run beside its plan; a command gives the run. */
export const runIn = ({ run, plan }: Output<typeof autopilot.run>): Run => ({
  ...run,
  ...(plan && { plan }),
});

export const runAnswer = allOf(recordOf(autopilot.runs), s.object({ plan: recordOf(autopilot.plan) }));

export const runView = (run: Run): View =>
  stack(
    record(
      ['Run', run.id, 'id'],
      ['Website', run.website, 'id'],
      ['Status', runState(run), 'state'],
      ['Error', run.lastError ? toned(run.lastError, 'bad') : undefined],
      ['Prospects', run.targetProspectCount, 'number'],
      ['Reply mode', run.replyMode, 'choice'],
      ['Campaign', run.campaignId || undefined, 'id'],
      ['ICP', run.icpId || undefined, 'id'],
      ['Approved', run.approvedAt ?? undefined],
      ['Last step', run.lastAdvancedAt ?? undefined],
      ['Created', run.createdAt],
    ),
    ...(run.plan ? [heading('Plan'), record(...planFields(run.plan))] : []),
    ...(run.audit?.length
      ? [
          heading('What happened'),
          // The stage of an entry is the one that it leads to.
          table(run.audit, [
            ['At', 'at', 'time'],
            ['Who', 'actor', 'text', 8],
            ['What', 'message', 'prose', 1],
            ['Then', 'stage', 'choice'],
          ]),
        ]
      : []),
  );

export function nextOf({ id, status, campaignId, killSwitch }: Run): Next {
  const campaign = campaignId || undefined;
  const stop = ['stop it', advise('autopilot kill', { run: id })] as const;
  if (killSwitch || status === 'failed') return [];
  if (status === 'awaiting_approval')
    return [
      advise('autopilot approve', { run: id }),
      ['read its emails', advise('campaigns sequence show', { campaign })],
      stop,
    ];
  if (status === 'running') return [['its figures', advise('campaigns stats', { campaign })], stop];
  if (status === 'completed') return campaign ? [advise('report outcomes', { campaign })] : [];
  return [advise('autopilot watch', { run: id }), stop];
}
