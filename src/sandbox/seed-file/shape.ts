import type { campaigns } from '../../contract/areas/campaigns.ts';
import type { leads } from '../../contract/areas/leads.ts';
import { limits } from '../../contract/limits.ts';
import type { Filters } from '../../contract/schema/filters.ts';
import {
  array,
  boolean,
  type Infer,
  integer,
  nullable,
  number,
  object,
  oneOf,
  optional,
  record,
  string,
  unknown,
} from '../../contract/schema/schema.ts';

export const sender = object({
  address: string(1),
  givenName: optional(string(1, 255)),
  familyName: optional(string(0, 255)),
  provider: optional(oneOf(['google', 'microsoft', 'smtp'])),
  signature: optional(string()),
  /** Null has no warm-up, and so no score. */
  healthScore: optional(nullable(integer(0, 100))),
  connectedWeeks: optional(integer(0, 520)),
  isConnected: optional(boolean()),
  toggleGradualBuildUp: optional(boolean()),
  currentDailyLimit: optional(integer(...limits.senderDailyLimit)),
  maximumSendingsLimitPerDay: optional(integer(...limits.senderLimitRange)),
});

/** What the world says of a campaign beside the fields of the call that creates it. */
export const campaignParts = {
  status: optional(oneOf(['draft', 'running', 'paused'])),
  schedule: optional(
    object({
      daysSchedule: optional(unknown()),
      startSchedule: optional(unknown()),
      endSchedule: optional(unknown()),
      minimumTimeBetweenEmails: optional(unknown()),
      maximumTimeBetweenEmails: optional(unknown()),
    }),
  ),
  sequence: optional(array(record({}))),
  signature: optional(string()),
  /** Addresses; all connected ones unless said. */
  senders: optional(array(string(1))),
  /** Addresses; all leads of the workspace unless said. */
  leads: optional(array(string(1))),
};

/** A search that imports the next people every week, at the hour that the lookup of filters tells. */
export const savedSearch = object({
  name: string(1, limits.savedSearchName),
  filters: record({}),
  /** The name of a campaign of the workspace. */
  campaign: string(1),
  /** How many people a week. */
  weekly: integer(...limits.peoplePerImport),
  verifyEmails: optional(boolean()),
  /** Sunday is 0; whatever day comes next unless said. */
  weekday: optional(integer(0, 6)),
});

/** A job of the past that verified leads of the workspace. */
export const verificationJob = object({
  name: optional(string(1)),
  daysAgo: optional(integer(0, 3650)),
  /** Addresses; all leads of the workspace unless said. */
  leads: optional(array(string(1))),
  /** Of these leads, the first ones; all unless said. */
  share: optional(number(0, 1)),
});

const workspaceParts = {
  credits: optional(integer(0, 100_000_000)),
  plan: optional(oneOf(['free', 'trial', 'growth', 'hypergrowth'])),
  /** Room for leads; never less than the file has. */
  contactCap: optional(integer(0, 100_000_000)),
  /** Mailboxes; never fewer than the file has. */
  seats: optional(integer(0, 100_000)),
  senders: optional(array(record({}), 0, 500)),
  leads: optional(array(record({}), 0, 1_000_000)),
  campaigns: optional(array(record({}), 0, 1000)),
  savedSearches: optional(array(record({}), 0, limits.savedSearches)),
  verificationJobs: optional(array(record({}), 0, 100)),
};

/** The main workspace, and what there is once. */
export const top = object({
  seed: optional(string(1, 200)),
  answers: optional(unknown()),
  ...workspaceParts,
  workspaces: optional(array(record({}), 0, 100)),
});

/** A child workspace. */
export const child = object({
  name: string(1, 255),
  /** Of the sandbox, for reading and writing. */
  key: optional(string(1)),
  ...workspaceParts,
});

export const campaignShape = object(campaignParts);

export type SeedSender = Infer<typeof sender>;
export type SeedLead = Infer<typeof leads.upsert.body>['leads'][number];
export type SeedCampaign = Infer<typeof campaignShape> & {
  /** For POST /campaigns. */
  readonly create: Infer<typeof campaigns.create.body>;
  /** For the call that replaces a sequence, with orders. */
  readonly steps: Infer<typeof campaigns.replaceSequence.body>['steps'];
};
export type SeedVerificationJob = Infer<typeof verificationJob>;
export type SeedSavedSearch = Infer<typeof savedSearch> & { readonly filters: Filters };

/** What a workspace holds. */
export interface SeedWorkspace extends Pick<Infer<typeof top>, 'credits' | 'plan' | 'contactCap' | 'seats'> {
  readonly senders?: readonly SeedSender[] | undefined;
  readonly leads: readonly SeedLead[];
  readonly campaigns: readonly SeedCampaign[];
  readonly savedSearches: readonly SeedSavedSearch[];
  readonly verificationJobs: readonly SeedVerificationJob[];
}

export interface SeedChild extends SeedWorkspace {
  readonly name: string;
  readonly key?: string | undefined;
}

/** A world as a file describes it, checked. */
export interface SeedWorld extends SeedWorkspace {
  readonly seed?: string | undefined;
  readonly answers?: Record<string, unknown> | undefined;
  readonly workspaces: readonly SeedChild[];
}
