import { words } from '../../base/text/words.ts';
/** What a person at a terminal chooses one of, from a list. */
export type ItemWord =
  | 'campaign'
  | 'running-campaign'
  | 'sender'
  | 'lead'
  | 'draft'
  | 'reply'
  | 'webhook'
  | 'icp'
  | 'run'
  | 'unended-run'
  | 'order'
  | 'import'
  | 'job'
  | 'entry'
  | 'workspace'
  | 'call'
  | 'profile'
  | 'snapshot';

/** What completion asks the program for: what this machine has, a command answers, or is remembered of the service. */
export type NameKind = HereKind | ListedKind | (typeof filterKinds)[number];
export type HereKind =
  | 'profiles'
  | 'savedProfiles'
  | 'snapshots'
  | 'fields'
  | 'sortFields'
  | 'zones'
  | 'countries';

/** The records of the service whose names completion offers. Not leads, replies and blocklist entries, which are people. */
export const listedKinds = {
  campaigns: 'campaign',
  senders: 'sender',
  drafts: 'draft',
  webhooks: 'webhook',
  icps: 'icp',
  runs: 'run',
  orders: 'order',
  imports: 'import',
  jobs: 'job',
  workspaces: 'workspace',
} as const satisfies Readonly<Record<string, ItemWord>>;
type ListedKind = keyof typeof listedKinds;

/** Lists of `finder filters`, by their names there: one call gives all. */
export const filterKinds = words(
  'seniorities jobFunctions companySizes revenue industries regions continents',
);

/** What completion offers where a person is asked for the same: what is neither here is not known without the journal. */
export const namesOfAsked: Readonly<Partial<Record<string, NameKind>>> = {
  ...Object.fromEntries(Object.entries(listedKinds).map(([kind, word]) => [word, kind])),
  'running-campaign': 'campaigns',
  'unended-run': 'runs',
  profile: 'profiles',
  snapshot: 'snapshots',
};

/** What is remembered together: the values of all filters are. */
export type StoredKind = ListedKind | 'filters';

/** Undefined for what needs no memory. */
export function storedKindOf(kind: string): StoredKind | undefined {
  if (Object.hasOwn(listedKinds, kind)) return kind as ListedKind;
  return (filterKinds as readonly string[]).includes(kind) ? 'filters' : undefined;
}
