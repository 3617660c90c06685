import { audience } from './areas/audience.ts';
import { autopilot } from './areas/autopilot.ts';
import { billing } from './areas/billing.ts';
import { blocklist } from './areas/blocklist.ts';
import { campaigns } from './areas/campaigns.ts';
import { copilot } from './areas/copilot.ts';
import { credits } from './areas/credits.ts';
import { dfy } from './areas/dfy.ts';
import { drafts } from './areas/drafts.ts';
import { finder } from './areas/finder.ts';
import { icps } from './areas/icps.ts';
import { imports } from './areas/imports.ts';
import { leads } from './areas/leads.ts';
import { placement } from './areas/placement.ts';
import { prospects } from './areas/prospects.ts';
import { replies } from './areas/replies.ts';
import { report } from './areas/report.ts';
import { senders } from './areas/senders.ts';
import { setup } from './areas/setup.ts';
import { verification } from './areas/verification.ts';
import { webhooks } from './areas/webhooks.ts';
import { workspaces } from './areas/workspaces.ts';
import type { AnyOperation } from './operation.ts';

/** The contract: every area, in help order. */
export const areas = {
  leads,
  senders,
  campaigns,
  finder,
  prospects,
  dfy,
  icps,
  audience,
  copilot,
  autopilot,
  replies,
  drafts,
  webhooks,
  blocklist,
  credits,
  report,
  imports,
  verification,
  placement,
  workspaces,
  billing,
  setup,
} as const satisfies Readonly<Record<string, Readonly<Record<string, AnyOperation>>>>;

export type Areas = typeof areas;

/** The id of every operation: a map over operations has it as key, so that a forgotten or misspelt one does not compile. */
export type OperationId = { [A in keyof Areas]: `${A}.${keyof Areas[A] & string}` }[keyof Areas];

export const operations: readonly AnyOperation[] = Object.values(areas).flatMap((area) =>
  Object.values(area),
);

/** Names of secret request fields. They are redacted by name, also in calls that the contract does not know. */
export const secretFields: readonly string[] = [
  ...new Set(operations.flatMap((operation) => operation.secrets ?? [])),
];
