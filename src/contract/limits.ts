/** The spec's tables of limits as data: what may be sent, how much of it, how often. */

/** Planned budgets of an account across all of its keys; to be kept whether they are enforced or not. */
export const rateLimits = [
  { requests: 100, seconds: 10 },
  { requests: 600, seconds: 60 },
] as const;

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
  /** In all, until the account converts. */
  verifiedOnTrial: 100,
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
