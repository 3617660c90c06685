import type { AnyOperation } from '../../contract/operation.ts';
import * as autopilot from './autopilot.ts';
import * as campaigns from './campaigns.ts';
import * as credits from './credits.ts';
import * as dfy from './dfy.ts';
import * as drafts from './drafts.ts';
import type { Evidence } from './evidence.ts';
import * as finder from './finder.ts';
import * as icps from './icps.ts';
import * as imports from './imports.ts';
import * as placement from './placement.ts';
import * as prospects from './prospects.ts';
import * as senders from './senders.ts';
import * as verification from './verification.ts';
import * as webhooks from './webhooks.ts';
import * as workspaces from './workspaces.ts';

/** Not among them: `workspaces.createKey`. Keys are listed nowhere, and a key that nobody saw is of no use. */
const evidence: Readonly<Record<string, Evidence>> = {
  'autopilot.approve': autopilot.approve,
  'autopilot.start': autopilot.start,
  'campaigns.create': campaigns.create,
  'campaigns.resume': campaigns.resume,
  'copilot.launch': campaigns.launch,
  'credits.purchase': credits.purchase,
  'dfy.createOrder': dfy.createOrder,
  'drafts.send': drafts.send,
  'finder.startImport': finder.startImport,
  'icps.create': icps.create,
  'imports.instantly': imports.instantly,
  'placement.createTest': placement.createTest,
  'prospects.source': prospects.source,
  'senders.connect': senders.connect,
  'verification.createJob': verification.createJob,
  'webhooks.create': webhooks.create,
  'workspaces.create': workspaces.create,
};

/** How one finds out whether a call of this operation worked; undefined where the service shows nothing of it. */
export const evidenceOf = ({ id }: AnyOperation): Evidence | undefined => evidence[id];
