import { campaigns } from '../../contract/areas/campaigns.ts';
import type { Output } from '../../contract/operation.ts';
import type { CampaignFields, FieldName, FieldValue } from '../campaign-file/campaign-fields.ts';
import type { Finding } from '../launch/problem.ts';

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
  /** What a change sets although the service changed it since the last apply. */
  readonly overwrites?: 'drift' | 'conflict';
}

/** A part of a campaign that is read with one call, or one field that its record does not show. */
export type UnreadablePart = 'settings' | 'sequence' | 'schedule' | 'senders' | FieldName;

/** A part that could not be read of the service; never changed. */
export interface Unreadable {
  readonly field: UnreadablePart;
  readonly why: string;
}

type Id<O extends keyof typeof campaigns> = (typeof campaigns)[O]['id'];

/** A call that the plan makes, in order. */
export interface PlannedCall {
  readonly operation: Id<'create' | 'update' | 'schedule' | 'replaceSequence' | 'attachSenders' | 'pause'>;
  /** Null for a campaign that is to be created. */
  readonly id: number | null;
  /** A pause has none. */
  readonly body?: object;
  /** What the lock has once it is done, on top of what it had; null takes a field away. */
  readonly sets: CampaignFields;
}

export const isPause = ({ operation }: PlannedCall): boolean => operation === campaigns.pause.id;

export interface PlanItem {
  /** `autumn.md`, within the folder; null for a campaign without a file. */
  readonly file: string | null;
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
  readonly problems: readonly Finding[];
  /** What else a person should know before it is applied. */
  readonly warnings?: readonly string[];
  /** It was found by its name: the lock has no id for this file. */
  readonly adopted?: true;
  /** The id that the lock has for this file, and the service does not. */
  readonly gone?: number;
  /** The file that the lock has for this campaign, and the folder does not: renamed where `file` is set, else no longer managed. */
  readonly formerFile?: string;
  /** Emails that wait between two steps; leads that have not had all steps that change. Null: the service does not tell. */
  readonly people?: { readonly betweenSteps: number | null; readonly leads?: number | null };
  readonly calls: readonly PlannedCall[];
  /** What the lock has before any call: what was applied last, or agrees now. */
  readonly baseBefore: CampaignFields;
}

export interface PlanOptions {
  /** What only the service changed is set back. */
  readonly overwriteDrift?: boolean;
  /** What file and service both changed is set as the file says. */
  readonly overwriteConflicts?: boolean;
  /** A campaign that the lock knows and the service does not is created again. */
  readonly recreate?: boolean;
  readonly pauseFirst?: boolean;
  readonly allowLive?: boolean;
}

export interface Plan {
  /** Files in the order of their names, then campaigns without a file, as the service lists them. */
  readonly items: readonly PlanItem[];
  readonly options: PlanOptions;
  /** By file, the digest of its text. */
  readonly files: Readonly<Record<string, string>>;
  /** By id, the digest of what was read of each campaign that has a file, its status included. */
  readonly reads: Readonly<Record<string, string>>;
  /** By id, the digest of what was read and the file does not manage. */
  readonly others: Readonly<Record<string, string>>;
  /** `sha256:…` over what the plan would do and what it read; the same as long as nothing changes. */
  readonly digest: string;
}

export interface ListedCampaign {
  readonly id: number;
  readonly name: string | null;
  readonly status: unknown;
  readonly createdAt: string | null;
}

export interface LiveCampaign extends ListedCampaign {
  /** What its own record says of what the list says as well; absent where it does not say a status. */
  readonly shown?: { readonly name: string | null; readonly status: unknown };
  /** A field that is neither here nor below a part that is unreadable is one that the service does not have. */
  readonly fields: CampaignFields;
  readonly unreadable: readonly Unreadable[];
  /** As they came: what a change leaves alone is sent back so. */
  readonly steps: readonly LiveStep[];
}

export type LiveStep = Output<typeof campaigns.sequence>['steps'][number];

export interface Mailbox {
  readonly id: number;
  readonly address: string;
  readonly isConnected: boolean;
}

export interface LiveAccount {
  readonly campaigns: readonly ListedCampaign[];
  readonly mailboxes: readonly Mailbox[];
}
