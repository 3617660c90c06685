import { operations } from './index.ts';
import type { AnyOperation } from './operation.ts';

/**
 * What a tool of the agent-protocol server is called, by operation. The spec names one, `send_reply_draft`; the others
 * follow its pattern. A wrong guess costs a question, no more: a tool that nothing is known about needs consent.
 */
const names: Readonly<Record<string, string>> = {
  'leads.list': 'list_leads',
  'leads.upsert': 'upsert_leads',
  'leads.get': 'get_lead',
  'leads.update': 'update_lead',
  'leads.delete': 'delete_lead',
  'leads.setCategory': 'set_lead_category',
  'leads.markMeeting': 'mark_lead_meeting',
  'leads.clearMeeting': 'clear_lead_meeting',
  'leads.move': 'move_lead',
  'leads.conversation': 'get_lead_conversation',
  'senders.list': 'list_senders',
  'senders.connect': 'connect_sender',
  'senders.get': 'get_sender',
  'senders.update': 'update_sender',
  'senders.dns': 'check_sender_dns',
  'senders.warmup': 'get_sender_warmup',
  'senders.setWarmup': 'set_sender_warmup',
  'campaigns.list': 'list_campaigns',
  'campaigns.create': 'create_campaign',
  'campaigns.get': 'get_campaign',
  'campaigns.update': 'update_campaign',
  'campaigns.resume': 'resume_campaign',
  'campaigns.pause': 'pause_campaign',
  'campaigns.schedule': 'set_campaign_schedule',
  'campaigns.getSchedule': 'get_campaign_schedule',
  'campaigns.sequence': 'get_campaign_sequence',
  'campaigns.replaceSequence': 'replace_campaign_sequence',
  'campaigns.attachSenders': 'attach_campaign_senders',
  'campaigns.health': 'get_campaign_health',
  'campaigns.stats': 'get_campaign_stats',
  'finder.filters': 'get_lead_finder_filters',
  'finder.search': 'search_lead_finder',
  'finder.imports': 'list_lead_finder_imports',
  'finder.startImport': 'start_lead_finder_import',
  'finder.import': 'get_lead_finder_import',
  'prospects.source': 'source_prospects',
  'dfy.checkDomain': 'check_dfy_domain',
  'dfy.checkDomains': 'check_dfy_domains',
  'dfy.searchDomains': 'search_dfy_domains',
  'dfy.orders': 'list_dfy_orders',
  'dfy.order': 'get_dfy_order',
  'dfy.createOrder': 'create_dfy_order',
  'icps.list': 'list_icps',
  'icps.primary': 'get_primary_icp',
  'icps.get': 'get_icp',
  'icps.create': 'create_icp',
  'icps.update': 'update_icp',
  'icps.delete': 'delete_icp',
  'icps.refreshAudienceSize': 'refresh_icp_audience_size',
  'icps.setPrimary': 'set_primary_icp',
  'audience.size': 'get_audience_size',
  'copilot.plan': 'plan_copilot',
  'copilot.launch': 'launch_copilot',
  'autopilot.plan': 'plan_autopilot',
  'autopilot.runs': 'list_autopilot_runs',
  'autopilot.start': 'start_autopilot_run',
  'autopilot.run': 'get_autopilot_run',
  'autopilot.approve': 'approve_autopilot_run',
  'autopilot.kill': 'kill_autopilot_run',
  'replies.list': 'list_replies',
  'drafts.list': 'list_reply_drafts',
  'drafts.update': 'update_reply_draft',
  'drafts.send': 'send_reply_draft',
  'webhooks.list': 'list_webhooks',
  'webhooks.create': 'create_webhook',
  'webhooks.update': 'update_webhook',
  'webhooks.delete': 'delete_webhook',
  'blocklist.list': 'list_blocklist',
  'blocklist.add': 'add_to_blocklist',
  'blocklist.update': 'update_blocklist',
  'blocklist.remove': 'remove_from_blocklist',
  'blocklist.removeEntry': 'remove_blocklist_entry',
  'credits.balance': 'get_credit_balance',
  'credits.transactions': 'list_credit_transactions',
  'credits.purchase': 'purchase_credits',
  'report.outcomes': 'get_outcomes_report',
  'imports.instantly': 'import_from_instantly',
  'imports.instantlyAccounts': 'list_instantly_accounts',
  'verification.jobs': 'list_verification_jobs',
  'verification.createJob': 'create_verification_job',
  'verification.job': 'get_verification_job',
  'verification.records': 'list_verification_records',
  'verification.cancel': 'cancel_verification_job',
  'verification.rates': 'get_verification_rates',
  'placement.runs': 'list_placement_runs',
  'placement.tests': 'list_placement_tests',
  'placement.createTest': 'create_placement_test',
  'placement.reputation': 'get_sender_reputation',
  'workspaces.list': 'list_workspaces',
  'workspaces.create': 'create_workspace',
  'workspaces.createKey': 'create_workspace_key',
  'billing.get': 'get_billing_profile',
  'billing.update': 'update_billing_profile',
  'setup.ping': 'ping',
};

/** `autopilot.newThing` is `autopilot_new_thing` where the table has no other name. */
export const toolName = ({ id }: Pick<AnyOperation, 'id'>): string => names[id] ?? plain(id);

const plain = (id: string): string =>
  id.replace('.', '_').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The operation that a tool is; also by the operation's own name, as `drafts_send` or `drafts.send`. */
export function operationOfTool(name: string): AnyOperation | undefined {
  const wanted = name
    .trim()
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[-.\s/]+/g, '_');
  return operations.find((operation) => [toolName(operation), plain(operation.id)].includes(wanted));
}
