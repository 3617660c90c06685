import type { Areas } from './index.ts';
import type { AnyOperation } from './operation.ts';

/** What the checks of a launch read, and writes change. */
type Checked = 'leads' | 'blocklist' | 'sequence' | 'senders' | 'campaign';

type WriteOf<A extends keyof Areas> = {
  [K in keyof Areas[A]]: Areas[A][K] extends { readonly kind: 'write' } ? `${A}.${K & string}` : never;
}[keyof Areas[A]];

type WriteId = { [A in keyof Areas]: WriteOf<A> }[keyof Areas];

/** What each write may change of that; null: nothing. */
const touched: Readonly<Record<WriteId, Checked | null>> = {
  'leads.upsert': 'leads',
  'leads.update': 'leads',
  'leads.delete': 'leads',
  'leads.setCategory': 'leads',
  'leads.markMeeting': 'leads',
  'leads.clearMeeting': 'leads',
  'leads.move': 'leads',
  'finder.startImport': 'leads',
  'prospects.source': 'leads',
  'blocklist.add': 'blocklist',
  'blocklist.update': 'blocklist',
  'blocklist.remove': 'blocklist',
  'blocklist.removeEntry': 'blocklist',
  'campaigns.replaceSequence': 'sequence',
  'senders.connect': 'senders',
  'senders.update': 'senders',
  'senders.setWarmup': 'senders',
  'imports.instantly': 'senders',
  'imports.instantlyAccounts': 'senders',
  'dfy.createOrder': 'senders',
  'campaigns.attachSenders': 'campaign',
  'campaigns.create': 'campaign',
  'campaigns.update': 'campaign',
  'campaigns.resume': 'campaign',
  'campaigns.pause': 'campaign',
  'campaigns.schedule': 'campaign',
  'copilot.launch': 'campaign',
  'autopilot.start': 'campaign',
  'autopilot.approve': 'campaign',
  'autopilot.kill': 'campaign',
  // The postal address.
  'billing.update': 'campaign',
  'autopilot.plan': null,
  'copilot.plan': null,
  'credits.purchase': null,
  'drafts.update': null,
  'drafts.send': null,
  'icps.create': null,
  'icps.update': null,
  'icps.delete': null,
  'icps.refreshAudienceSize': null,
  'icps.setPrimary': null,
  'placement.createTest': null,
  'verification.createJob': null,
  'verification.cancel': null,
  'webhooks.create': null,
  'webhooks.update': null,
  'webhooks.delete': null,
  'workspaces.create': null,
  'workspaces.createKey': null,
};

/** Whether a call may change what a check has read. A call that the contract does not know may change anything. */
export function touchesChecked({ kind, id }: Pick<AnyOperation, 'kind' | 'id'>): boolean {
  return kind === 'write' && (!isKnown(id) || touched[id] !== null);
}

const isKnown = (id: string): id is WriteId => Object.hasOwn(touched, id);
