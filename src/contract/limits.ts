/** The spec's tables of limits as data: what may be sent, how much of it, how often. */

/** Planned budgets of an account across all of its keys; to be kept whether they are enforced or not. */
export const rateLimits = [
  { requests: 100, seconds: 10 },
  { requests: 600, seconds: 60 },
] as const;

/** Waits between tries in seconds where the service names none; the last one repeats. */
export const retryWaits = [1, 2, 4, 8, 16, 32, 60] as const;

export interface EndpointLimit {
  /** The operation it holds for, or the words of the spec where no single call is meant. */
  readonly operation: string;
  readonly count: number;
  readonly unit: 'calls' | 'rows' | 'people' | 'imports at once' | 'runs' | 'addresses';
  /** `day` is a UTC day; `ever` is until the account converts. */
  readonly per: 'minute' | 'day' | 'moment' | 'ever';
  readonly status: 402 | 429;
  /** The smaller limit of a trial, where there is one. */
  readonly trial?: number;
}

export const endpointLimits: readonly EndpointLimit[] = [
  { operation: 'copilot.plan', count: 5, unit: 'calls', per: 'minute', status: 429 },
  { operation: 'copilot.plan', count: 250, unit: 'calls', per: 'day', status: 429 },
  { operation: 'finder.search', count: 20, unit: 'calls', per: 'minute', status: 429 },
  { operation: 'finder.search', count: 2000, unit: 'rows', per: 'day', status: 429, trial: 250 },
  { operation: 'finder.startImport', count: 25_000, unit: 'people', per: 'day', status: 429 },
  { operation: 'finder.startImport', count: 3, unit: 'imports at once', per: 'moment', status: 429 },
  { operation: 'autopilot.start', count: 1, unit: 'runs', per: 'moment', status: 429 },
  { operation: 'autopilot.start', count: 5, unit: 'runs', per: 'day', status: 429 },
  { operation: 'verification', count: 100, unit: 'addresses', per: 'ever', status: 402 },
];

/** Payload and field limits. Ranges are `[least, most]`, both allowed. */
export const limits = {
  leadsPerCall: 1000,
  domainsPerCheck: 100,
  refsPerImport: [1, 1000],
  peoplePerImport: [1, 5000],
  /** One where the first provider rejects the address, two otherwise (spec, Import rules 3). */
  checksPerAddress: 2,
  /** An import of the first n looks at so many people for each one asked for, and at `lookLeast` at least. */
  lookPerRequested: 5,
  lookLeast: 1000,
  domainsPerFilter: 1000,
  filterValues: 50,
  filterValueLength: 100,
  searchPageSizes: [25, 50],
  searchMaxPage: 100,
  importsAtOnce: 3,
  importedPeoplePerDay: 25_000,
  searchesPerMinute: 20,
  searchRowsPerDay: 2000,
  searchRowsPerDayOnTrial: 250,
  savedSearches: 100,
  savedSearchName: 80,
  creditsPerPurchase: [1000, 10_000],
  domainsPerInfrastructureOrder: 10,
  blocklistValuesPerCall: 1000,
  idempotencyKeyLength: 255,
  campaignDailyLimit: [1, 10_000],
  sendingLimitPerSender: [1, 10_000],
  sendingLimitVariation: [0, 100],
  timeBetweenEmails: [2, 30],
  healthScore: [0, 100],
  /** The score that the service calls the bar for campaigns. */
  goodHealthScore: 90,
  warmupEmailsForScore: 20,
  emojiLength: [1, 10],
  senderDailyLimit: [0, 1000],
  senderLimitRange: [1, 1000],
  buildUpPerWeek: 5,
  buildUpCap: 50,
  stepsPerSequence: [1, 20],
  stepDelayDays: [0, 365],
  connectionEvents: 20,
  autopilotRunsPerDay: 5,
  killReasonLength: 200,
  senderNameLength: 255,
  webhookNameLength: [1, 255],
  webhookAnswerSeconds: 30,
  webhookRetryWaits: [1, 2, 4],
  webhookToleranceSeconds: 300,
  copilotFollowUpDays: [1, 30],
  copilotPlansPerMinute: 5,
  copilotPlansPerDay: 250,
} as const;
