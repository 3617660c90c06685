import type { Sandbox } from '../../core/state.ts';
import { rfc3339 } from '../../core/times.ts';
import { emit } from '../../deliveries/emit.ts';
import { type Run, type RunStatus, runs } from './runs.ts';

export const advanceKind = 'autopilot.advance';

/** A step that is due. It is dropped where the run was halted or went another way meanwhile. */
export interface Step {
  readonly runId: number;
  readonly status: RunStatus;
  readonly approved: boolean;
}

/** How long each state lasts; the figures are ours. A running campaign is looked at every few hours. */
export const lasts = {
  building_icp: 4000,
  writing_sequence: 4000,
  sourcing_prospects: 2000,
  provisioning_infrastructure: 2000,
  paused: 6 * 3_600_000,
  running: 6 * 3_600_000,
} as const;

export function scheduleStep(sandbox: Sandbox, run: Run, afterMs: number): void {
  const step: Step = { runId: run.id, status: run.status, approved: run.approvedAt !== null };
  sandbox.schedule(sandbox.now() + afterMs, advanceKind, step);
}

/** Adds a line to the audit trail. */
export function note(sandbox: Sandbox, run: Run, actor: string, message: string): Run {
  const audit = [...run.audit, { actor, at: rfc3339(sandbox.now()), stage: run.status, message }];
  return change(sandbox, run, { audit });
}

export function change(sandbox: Sandbox, { id }: Run, changes: Partial<Omit<Run, 'id'>>): Run {
  runs.update(sandbox, id, changes);
  return runs.get(sandbox, id);
}

/** Every change of a status passes here. */
export function moveTo(
  sandbox: Sandbox,
  run: Run,
  status: RunStatus,
  message: string,
  { actor = 'system', ...changes }: Partial<Run> & { readonly actor?: string } = {},
): Run {
  const moved = change(sandbox, run, { ...changes, status, lastAdvancedAt: sandbox.now() });
  tellMove(sandbox, moved, run.status, status);
  return note(sandbox, moved, actor, message);
}

/** Moves it, and lets the state last. */
export function proceed(
  sandbox: Sandbox,
  run: Run,
  status: keyof typeof lasts,
  message: string,
  changes: Partial<Run> = {},
): void {
  scheduleStep(sandbox, moveTo(sandbox, run, status, message, changes), lasts[status]);
}

/** `to` is `halted` for a run that was killed, as the spec's table of transitions has it. */
export function tellMove(sandbox: Sandbox, run: Run, from: string, to: string, killReason = ''): void {
  if (from === to) return;
  const { id: runId, workspaceId, lastError } = run;
  emit(sandbox, workspaceId, 'AutopilotRunStatusChanged', () => ({
    eventId: '',
    runId,
    from,
    to,
    lastError,
    killReason,
  }));
}

/** The end of a run that cannot go on; `why` is a word for programs. */
export const fail = (sandbox: Sandbox, run: Run, why: string, message: string): Run =>
  moveTo(sandbox, run, 'failed', message, { lastError: why });
