import type { Failure } from '../../../base/errors.ts';
import { requestFields, rowErrorFields } from '../../../cli/answer/request-fields.ts';
import { rowError } from '../../../cli/stop/not-all.ts';
import * as s from '../../../contract/schema/schema.ts';
import type { Forgotten, PlaceOfPerson } from './forget-at.ts';

/** A person at an account, or why that cannot be known. */
export type PersonAt =
  | (PlaceOfPerson & { readonly profile: string | null })
  | { readonly profile: string | null; readonly address: string; readonly failure: Failure };

export const receiptRowFields = s.object({
  profile: s.nullable(s.string()),
  target: s.nullable(s.oneOf(['live', 'sandbox'])),
  leadId: s.nullable(s.id()),
  blocked: s.nullable(s.oneOf(['added', 'already'])),
  deleted: s.nullable(s.boolean()),
  outcome: s.oneOf(['forgotten', 'failed', 'planned']),
  error: s.nullable(rowErrorFields),
  requests: s.optional(s.array(requestFields)),
});

export type ReceiptRow = s.DocumentOf<typeof receiptRowFields>;

export interface Tried {
  readonly row: ReceiptRow;
  readonly failure?: Failure;
}

export const rowOf = (person: PersonAt): Omit<ReceiptRow, 'outcome' | 'error'> => ({
  profile: person.profile,
  target: 'failure' in person ? null : person.settings.target,
  leadId: 'failure' in person ? null : (person.lead?.id ?? null),
  blocked: null,
  deleted: null,
});

export const failed = (person: PersonAt, failure: Failure, reached?: Forgotten): Tried => ({
  row: { ...rowOf(person), ...reached, outcome: 'failed', error: rowError(failure) },
  failure,
});
