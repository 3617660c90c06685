import type { Field } from '../../../cli/declare/view.ts';
import type { campaigns } from '../../../contract/areas/campaigns.ts';
import type { Output } from '../../../contract/operation.ts';

type Counts = NonNullable<Output<typeof campaigns.stats>['emailCounts']>;

/** States that say something besides the results: what waits, and what was not sent or did not arrive. */
const labels = {
  scheduled: 'Scheduled',
  pending: 'Waiting to be sent',
  waitingForReschedule: 'Waiting for a new time',
  followUp: 'Follow-ups that wait',
  followUpDraft: 'Follow-ups not scheduled yet',
  draft: 'Drafts',
  deferred: 'Delayed by the recipient',
  blocked: 'Not sent: blocked',
  canceled: 'Canceled',
  followUpCanceled: 'Follow-ups canceled',
  dropped: 'Dropped',
  errorOnSent: 'Failed to send',
  invalid: 'Invalid addresses',
  catchAll: 'Catch-all addresses',
  spamReport: 'Reported as spam',
} as const satisfies Partial<Record<keyof Counts, string>>;

export const countFields = (counts: Counts | null | undefined): Field[] =>
  Object.entries(labels).flatMap(([name, label]): Field[] => {
    const count = counts?.[name as keyof typeof labels];
    return typeof count === 'number' && count > 0 ? [[label, count, 'number']] : [];
  });
