import { campaigns } from '../../contract/areas/campaigns.ts';
import { appeared } from './appeared.ts';
import type { Evidence } from './evidence.ts';

/**
 * An import from another tool brings campaigns as drafts, under names that only the other tool knows, and no call tells
 * of the job itself. New drafts are shown to a person; they are never taken for it.
 */
export const instantly: Evidence = appeared({
  list: campaigns.list,
  matches: ({ status }) => (status === 'draft' ? 'perhaps' : false),
  answer: () => null,
});
