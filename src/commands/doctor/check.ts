import { Failure, isStop } from '../../base/errors.ts';
import type { Files } from '../../cli/declare/command.ts';
import { hintOf } from '../../cli/messages/hints/hint-of.ts';

/** One line of the report, in the shape in which the local folders report theirs. */
export type Check = Omit<Awaited<ReturnType<Files['profiles']['inspect']>>[number], 'failure'>;

export const passed = (check: string, detail: string): Check => ({ check, state: 'ok', detail });
export const skipped = (check: string, detail: string): Check => ({ check, state: 'skipped', detail });
export const warned = (check: string, detail: string, hint?: string): Check => ({
  check,
  state: 'warning',
  detail,
  ...(hint !== undefined && { hint }),
});

/** What was thrown, as a line; a defect of ours, Ctrl-C and a target that may not be called still go up. */
export function failedBy(check: string, error: unknown): Check {
  if (!(error instanceof Failure) || isStop(error) || error.is('live_required')) throw error;
  const hint = hintOf(error);
  return { check, state: 'failed', detail: error.message, ...(hint !== undefined && { hint }) };
}
