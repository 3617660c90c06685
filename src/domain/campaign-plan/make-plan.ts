import type { CampaignFields } from '../campaign-file/campaign-fields.ts';
import type { LockedFiles } from '../campaign-file/lock.ts';
import type { Place } from '../campaign-file/yaml-document.ts';
import type { LiveAccount, LiveCampaign, Plan, PlanOptions } from './plan.ts';

/** What a plan takes of a campaign file. */
export interface PlannedFile {
  readonly file: string;
  /** What it manages, except `senders`. */
  readonly fields: CampaignFields;
  /** Addresses and `*@domain`; undefined where the file does not manage them. */
  readonly senders?: readonly { readonly pattern: string; readonly place: Place }[] | undefined;
  readonly text: string;
}

export interface PlanInput {
  readonly files: readonly PlannedFile[];
  /** The part of the lock that is of this account. */
  readonly lock: LockedFiles;
  readonly account: LiveAccount;
  /** Every campaign that `identify` finds a file for. */
  readonly live: readonly LiveCampaign[];
  readonly options: PlanOptions;
}

/**
 * What would be done so that the service is as the files say. Throws `usage` for files of one campaign and for addresses
 * that the account does not have, `conflict` for a name that several campaigns have.
 */
export function makePlan({ options }: PlanInput): Plan {
  return { items: [], options, files: {}, reads: {}, digest: '' };
}
