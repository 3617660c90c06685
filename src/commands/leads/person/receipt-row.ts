import { requestFields, rowErrorFields } from '../../../cli/answer/request-fields.ts';
import * as s from '../../../contract/schema/schema.ts';

export const receiptRowFields = s.object({
  profile: s.nullable(s.string()),
  target: s.nullable(s.oneOf(['live', 'sandbox'])),
  leadId: s.nullable(s.id()),
  /** Whether the address was blocked before. */
  blocked: s.nullable(s.oneOf(['added', 'already'])),
  /** Whether there was a lead to delete. */
  deleted: s.nullable(s.boolean()),
  outcome: s.oneOf(['forgotten', 'failed', 'planned']),
  error: s.nullable(rowErrorFields),
  requests: s.optional(s.array(requestFields)),
});

export type ReceiptRow = s.DocumentOf<typeof receiptRowFields>;
