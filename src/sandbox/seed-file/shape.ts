import { campaigns, stepInput } from '../../contract/areas/campaigns.ts';
import { leadInput } from '../../contract/areas/leads.ts';
import { addressProblem } from '../../contract/checks/email-address.ts';
import { isKey, isSandboxKey } from '../../contract/keys.ts';
import { limits } from '../../contract/limits.ts';
import { filters } from '../../contract/schema/filters.ts';
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
  ruled,
  string,
} from '../../contract/schema/schema.ts';
import { answerRates } from './answer-rates.ts';

const address = ruled(string(1), (value) => {
  const problem = addressProblem(value.trim());
  return problem ? [{ field: '', value, reason: `cannot be an email address: ${problem}` }] : [];
});

const sender = object({
  address,
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

const { cronSchedule: _cron, everySchedule: _every, ...schedule } = campaigns.schedule.body.entries;

/** The fields of the call that creates it, and what the world says beside them. */
const campaign = object({
  ...campaigns.create.body.entries,
  status: optional(oneOf(['draft', 'running', 'paused'])),
  schedule: optional(object(schedule)),
  /** For the call that replaces a sequence; the order of a step is its place, unless it is said. */
  sequence: optional(
    array(object({ ...stepInput.entries, order: optional(integer(1)) }), ...limits.stepsPerSequence),
  ),
  signature: optional(string()),
  /** Addresses; all connected ones unless said. */
  senders: optional(array(string(1))),
  /** Addresses; all leads of the workspace unless said. */
  leads: optional(array(string(1))),
});

/** A search that imports the next people every week, at the hour that the lookup of filters tells. */
const savedSearch = object({
  name: string(1, limits.savedSearchName),
  filters,
  /** The name of a campaign of the workspace. */
  campaign: string(1),
  /** How many people a week. */
  weekly: integer(...limits.peoplePerImport),
  verifyEmails: optional(boolean()),
  /** Sunday is 0; whatever day comes next unless said. */
  weekday: optional(integer(0, 6)),
});

/** A job of the past that verified leads of the workspace. */
const verificationJob = object({
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
  senders: optional(array(sender, 0, 500)),
  leads: optional(array(object({ ...leadInput.entries, email: address }), 0, 1_000_000)),
  campaigns: optional(array(campaign, 0, 1000)),
  savedSearches: optional(array(savedSearch, 0, limits.savedSearches)),
  verificationJobs: optional(array(verificationJob, 0, 100)),
};

/** The problem repeats no key: it may be of the service. */
const key = ruled(string(1), (value) =>
  isKey(value) && isSandboxKey(value)
    ? []
    : [{ field: '', value: undefined, reason: 'must be run_SANDBOX0_ and 40 letters or digits' }],
);

/** A child workspace; its key is for reading and writing. */
const child = object({ name: string(1, 255), key: optional(key), ...workspaceParts });

/** The main workspace, and what there is once. */
export const world = object({
  seed: optional(string(1, 200)),
  answers: optional(answerRates),
  ...workspaceParts,
  workspaces: optional(array(child, 0, 100)),
});

const workspace = object(workspaceParts);

/** What a workspace holds. */
export type SeedWorkspace = Infer<typeof workspace>;
export type SeedChild = Infer<typeof child>;
/** A world as a file describes it. */
export type SeedWorld = Infer<typeof world>;
export type SeedSender = Infer<typeof sender>;
export type SeedCampaign = Infer<typeof campaign>;
export type SeedSavedSearch = Infer<typeof savedSearch>;
export type SeedVerificationJob = Infer<typeof verificationJob>;
