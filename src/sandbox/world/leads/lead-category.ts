import type { leadCategories } from '../../../contract/areas/leads.ts';
import type { Sandbox } from '../../core/state.ts';
import { categoryChanged } from '../events/lead-events.ts';
import type { LeadRow } from './leads.ts';

export type LeadCategory = (typeof leadCategories)[number];

/**
 * Moves a lead into a category: decided by a person or the categorization of a reply. The same value is no
 * change. `meeting_booked` records the time of a meeting where none is; leaving it keeps the time (spec, Lead category).
 * True where something changed. `campaignId` is the campaign whose email brought it about, where there is one.
 */
export function setCategory(
  sandbox: Sandbox,
  { id, workspaceId, tag }: LeadRow,
  category: LeadCategory,
  campaignId?: number,
): boolean {
  const now = sandbox.now();
  const { changes } = sandbox.db
    .prepare('UPDATE lead SET tag = ?, updated_at = ? WHERE id = ? AND tag IS NOT ?')
    .run(category, now, id, category);
  if (category === 'meeting_booked')
    sandbox.db
      .prepare('UPDATE lead SET meeting_booked_at = coalesce(meeting_booked_at, ?) WHERE id = ?')
      .run(now, id);
  if (changes > 0) categoryChanged(sandbox, workspaceId, id, tag, campaignId);
  return changes > 0;
}
