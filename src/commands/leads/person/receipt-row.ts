import type { Failure } from '../../../base/errors.ts';
import type { DescribedRequest } from '../../../cli/answer/show-request.ts';
import { type RowError, rowError } from '../../../cli/stop/not-all.ts';
import type { Forgotten, PlaceOfPerson } from './forget-at.ts';

/** A person at an account, or why that cannot be known. */
export type PersonAt =
  | (PlaceOfPerson & { readonly profile: string | null })
  | { readonly profile: string | null; readonly address: string; readonly failure: Failure };

export interface ReceiptRow extends Forgotten {
  readonly profile: string | null;
  readonly target: 'live' | 'sandbox' | null;
  readonly leadId: number | null;
  readonly outcome: 'forgotten' | 'failed' | 'planned';
  readonly error: RowError | null;
  /** In a dry run. */
  readonly requests?: readonly DescribedRequest[];
}

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
