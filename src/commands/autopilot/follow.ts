import { Failure } from '../../base/errors.ts';
import { serviceCode } from '../../base/failure-codes.ts';
import { plainWords } from '../../base/text/plain-words.ts';
import { awaitEnd } from '../../cli/answer/await-end.ts';
import type { Context } from '../../cli/declare/command.ts';
import { autopilot, runStatuses } from '../../contract/areas/autopilot.ts';
import { runState } from '../../domain/item-states.ts';
import { type Run, type RunItem, runIn } from './run-view.ts';

type Status = (typeof runStatuses)[number];

/** What the service does meanwhile. */
const doing: Partial<Record<Status, string>> = {
  building_icp: '; the service selects who to email',
  writing_sequence: '; the service writes the emails',
  sourcing_prospects: '; the service looks for people',
  provisioning_infrastructure: '; the service sets up mailboxes',
};

interface FollowOptions {
  /** Ends here, too, or wherever the run is beyond it. */
  readonly until?: Status | undefined;
  /** The approval was given just now: a run that still seems to wait for it is not there yet. */
  readonly approved?: boolean;
}

/**
 * Follows a run to its next gate: where it waits for a person, or ends. Throws `ended-badly` with the record where it
 * failed or was killed; what was spent before stays spent.
 */
export async function follow(
  context: Context,
  id: number,
  { until, approved = false }: FollowOptions = {},
): Promise<Run> {
  const there = (run: RunItem): boolean => {
    if (run.killSwitch || ['paused', 'completed', 'failed'].includes(run.status)) return true;
    if (run.status === 'awaiting_approval') return !approved;
    return until !== undefined && isBeyond(run, until);
  };
  const result = await awaitEnd(context, autopilot.run, id, {
    subject: `Run ${id}`,
    again: ['autopilot', 'watch', String(id)],
    done: ({ run }) => there(run),
    state: ({ run }) => [plainWords(runState(run)) + (doing[run.status as Status] ?? '')],
  });
  const run = runIn(result);
  if (!run.killSwitch && run.status !== 'failed') return run;
  const how = run.killSwitch ? 'was killed' : 'failed';
  const said = run.audit?.at(-1)?.message?.replace(/^killed\b:?\s*/i, '');
  throw new Failure(
    run.killSwitch ? 'killed' : serviceCode(run.lastError || 'failed'),
    `Run ${id} ${how}${said ? `: ${said}` : ''}`,
    {
      kind: 'ended-badly',
      outcome: 'done',
      result: run,
      hint: `To see its history: outreach autopilot get ${id}`,
    },
  );
}

/** Their order is the way of a run; sourcing comes a second time after the approval. */
function isBeyond({ status, approvedAt }: RunItem, until: Status): boolean {
  const again = status === 'sourcing_prospects' && approvedAt ? 'awaiting_approval' : status;
  return runStatuses.indexOf(again as Status) >= runStatuses.indexOf(until);
}
