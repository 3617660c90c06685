import { counted, grouped } from '../../../base/counted.ts';
import { Failure } from '../../../base/errors.ts';
import type { leads } from '../../../contract/areas/leads.ts';
import type { Output } from '../../../contract/operation.ts';

/** How many of the leads that were sent the service says it has. Throws `unreadable_answer` where that cannot be. */
export function taken({ count, leads: listed }: Output<typeof leads.upsert>, sent: number): number {
  const stored = new Set(listed.map(({ id }) => String(id))).size;
  if (Number.isSafeInteger(count) && count >= 0 && count <= sent && stored <= sent)
    return Math.max(count, stored);
  throw new Failure(
    'unreadable_answer',
    `The answer to POST /leads cannot be: it has ${counted(stored, 'lead')} and the count ${count}, of ${grouped(sent)} sent`,
    { kind: 'unknown-outcome', status: 200, outcome: 'unknown', hint: null },
  );
}
