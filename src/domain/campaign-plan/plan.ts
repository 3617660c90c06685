import type { CampaignFields, FieldName, FieldValue } from '../campaign-file/campaign-fields.ts';
import type { Problem } from '../launch/problem.ts';

/** What a plan does about a file, or a campaign without one. */
export type Action = 'create' | 'change' | 'same' | 'drift' | 'conflict' | 'unmanaged';

/** How a field of a file and of the service differ, by what was applied last. */
export type Difference = 'change' | 'drift' | 'conflict';

export interface Change {
  readonly field: FieldName;
  /** What the service has. */
  readonly from: FieldValue;
  /** What the file says. */
  readonly to: FieldValue;
  readonly kind: Difference;
}

/** A part that could not be read of the service; never changed. */
export interface Unreadable {
  readonly field: FieldName;
  readonly why: string;
}

/** A call that the plan makes, in order. Of a creation the id is not known before: `id` is null. */
export type PlannedCall =
  | { readonly operation: 'campaigns.create'; readonly body: object }
  | { readonly operation: 'campaigns.pause'; readonly id: number }
  | {
      readonly operation:
        | 'campaigns.update'
        | 'campaigns.schedule'
        | 'campaigns.replaceSequence'
        | 'campaigns.attachSenders';
      readonly id: number | null;
      readonly body: object;
      /** The fields that are as the file says once it is done. */
      readonly fields: readonly FieldName[];
    };

export interface PlanItem {
  /** `autumn.md`, within the folder; null for a campaign without a file. */
  readonly file: string | null;
  /** Null where it is to be created. */
  readonly campaignId: number | null;
  readonly name: string | null;
  readonly action: Action;
  /** What the list says. */
  readonly status: unknown;
  /** It sends: a change needs `--allow-live`. */
  readonly running: boolean;
  readonly changes: readonly Change[];
  /** What the service's interface cannot do. */
  readonly byHand: readonly string[];
  readonly unreadable: readonly Unreadable[];
  /** What the copy rules found in what changes. */
  readonly problems: readonly Problem[];
  /** How it was found where the lock does not say: by its name; the id that the lock has and the service does not. */
  readonly adopted?: true;
  readonly gone?: number;
  /** Of a running campaign that changes: emails that wait between two steps, and leads that have not had the changed steps. */
  readonly people?: { readonly betweenSteps?: number; readonly leads?: number };
  readonly calls: readonly PlannedCall[];
  /** What the lock has of it after all calls: the values that file and service agree on. */
  readonly base: CampaignFields;
}
