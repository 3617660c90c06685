import { Failure } from '../../base/errors.ts';
import { autopilot } from '../../contract/areas/autopilot.ts';
import type { ItemOf } from '../../contract/operation.ts';
import { hasEnded } from '../../domain/item-states.ts';
import type { Service } from '../declare/command.ts';
import { allIn } from './find-in-pages.ts';

/**
 * Runs that are approved and have not ended: each finds people by its profile and launches its campaign without another
 * question. None where the workspace has no autopilot. Throws `incomplete_list` where they are not all listed.
 */
export async function approvedRuns({
  api,
}: Pick<Service, 'api'>): Promise<readonly ItemOf<typeof autopilot.runs>[]> {
  try {
    return await allIn(
      api.pages(autopilot.runs, {}),
      (run) => (run.approvedAt ?? null) !== null && !hasEnded(run),
    );
  } catch (error) {
    if (error instanceof Failure && (error.status === 403 || error.status === 404)) return [];
    throw error;
  }
}
