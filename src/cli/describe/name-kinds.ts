import type { Askable, FilterKind, ItemWord, ListedKind, NameKind } from '../declare/params.ts';

/** The records of the service whose names completion offers. Not leads, replies and blocklist entries, which are people. */
export const listedKinds: Readonly<Record<ListedKind, ItemWord>> = {
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
};

/** Lists of values that one call gives. */
export const filterKinds: readonly FilterKind[] = [
  'seniorities',
  'jobFunctions',
  'companySizes',
  'revenue',
  'industries',
  'regions',
  'continents',
];

/** What completion offers where a person is asked for the same: what is neither here is not known without the journal. */
export const namesOfAsked: Partial<Record<Askable, NameKind>> = {
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
