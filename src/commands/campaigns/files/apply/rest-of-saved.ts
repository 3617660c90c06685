import { digestOfValue } from '../../../../base/digest.ts';
import { Failure } from '../../../../base/errors.ts';
import type { Context } from '../../../../cli/declare/command.ts';
import { campaigns } from '../../../../contract/areas/campaigns.ts';
import type { Plan } from '../../../../domain/campaign-plan/plan.ts';
import { restOfPlan } from '../../../../domain/campaign-plan/rest-of-plan.ts';
import type { SavedPlan } from '../plan-file.ts';

/**
 * What is to be done of a saved plan: all of it where nothing has changed since, and where all that has changed is what it
 * sets, the calls that are missing. Throws `conflict` for anything else.
 */
export async function restOfSaved({ service }: Context, saved: SavedPlan, now: Plan): Promise<Plan> {
  if (saved.planDigest === now.digest) return now;
  const isAdopting = now.items.some(({ adopted }) => adopted);
  const made = isAdopting ? await service.journal.done(campaigns.create) : [];
  const { plan, differing } = restOfPlan(saved, now, (body) =>
    made.some((call) => digestOfValue(call.body) === digestOfValue(body)),
  );
  if (differing.length === 0) return plan;
  throw changedMeanwhile('since this plan was made', differing);
}

/** `autumn.md, campaign 12 changed`. */
export const changedMeanwhile = (when: string, differing: readonly string[]): Failure =>
  new Failure(
    'changed_meanwhile',
    `${when}, ${differing.length === 0 ? 'the account' : differing.join(', ')} changed; nothing was sent`,
    { hint: 'Plan again, and look at what it says now.' },
  );
