import type { Areas } from '../../contract/index.ts';
import type { AnyOperation } from '../../contract/operation.ts';
import * as autopilot from './autopilot.ts';
import * as campaigns from './campaigns.ts';
import * as created from './created.ts';
import * as credits from './credits.ts';
import * as dfy from './dfy.ts';
import * as drafts from './drafts.ts';
import type { Evidence } from './evidence.ts';
import * as finder from './finder.ts';

/** Guarded calls: the same rule as `isGuarded`, as a type. */
type Guarded<A> = {
  readonly [K in keyof A as A[K] extends
    | { readonly kind: 'read' }
    | { readonly retry: { readonly kind: 'safe' } }
    | { readonly changes: false }
    ? never
    : K]: Evidence | undefined;
};

/** One for every guarded call: a missing or a surplus one does not compile. */
type EvidenceByArea = {
  readonly [A in keyof Areas as keyof Guarded<Areas[A]> extends never ? never : A]: Guarded<Areas[A]>;
};

const evidence: EvidenceByArea = {
  autopilot: { approve: autopilot.approve, start: autopilot.start },
  campaigns: { create: campaigns.create, resume: campaigns.resume },
  copilot: { launch: campaigns.launch },
  credits: { purchase: credits.purchase },
  dfy: { createOrder: dfy.createOrder },
  drafts: { send: drafts.send },
  finder: { startImport: finder.startImport },
  icps: { create: created.createIcp },
  imports: { instantly: created.importFromInstantly },
  placement: { createTest: created.createTest },
  prospects: { source: credits.source },
  senders: { connect: created.connectSender },
  verification: { createJob: created.createJob },
  webhooks: { create: created.createWebhook },
  // Keys are listed nowhere, and a key that was not seen is of no use.
  workspaces: { create: created.createWorkspace, createKey: undefined },
};

const byId = new Map<string, Evidence | undefined>();
for (const [area, calls] of Object.entries(evidence))
  for (const [name, found] of Object.entries<Evidence | undefined>(calls)) byId.set(`${area}.${name}`, found);

/** How one finds out whether a call of this operation worked; undefined where the service shows nothing of it. */
export const evidenceOf = ({ id }: Pick<AnyOperation, 'id'>): Evidence | undefined => byId.get(id);
