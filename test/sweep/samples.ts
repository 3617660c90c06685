import { operations } from '../../src/contract/index.ts';
import { rich } from './odd.ts';

/** Good answers by hand, as little as the specification shows of them. */

const time = '2026-03-02T08:00:00Z';
const page = { total: 1, page: 1, limit: 20, hasMore: false };
const lead = { id: 1, email: 'ana@lumen.example', firstName: 'Ana', tag: null, meetingBookedAt: null };
const tagged = { lead: { id: 1, tag: 'interested', meetingBookedAt: null }, message: 'Saved' };
const sender = {
  id: 1,
  address: 'kim@lumen.example',
  campaignIds: [1],
  isConnected: true,
  healthScore: 95,
  currentDailyLimit: 50,
};
const stats = {
  contactedLeadsCount: 0,
  bouncedLeadsCount: 0,
  repliedLeadsCount: 0,
  leadsRespondedPositivelyCount: 0,
};
const campaign = { id: 1, name: 'Autumn', flow: 'api', status: 'draft', stats };
const running = { ...campaign, id: 2, name: 'Winter', status: 'running' };
const changed = { campaign, message: 'Saved' };
const schedule = { daysSchedule: '1,2,3', startSchedule: '08:00', endSchedule: '17:00' };
const step = { order: 1, subject: 'Hello', body: 'Hi {firstName}', contentType: 'text', delayDays: 0 };
const sequence = { campaignId: 1, signature: '', steps: [step], total: 1 };
const check = { status: 'OK', issues: ['weak'] };
const draft = {
  id: 1,
  leadId: 1,
  subject: 'Re: Hello',
  body: 'Thursday?',
  to: ['ana@lumen.example'],
  cc: [],
};
const warmup = { senderEmailId: 1, configured: true, enabled: true, currentPerDay: 8 };
const finished = {
  importId: 1,
  campaignId: 1,
  status: 'completed',
  requested: 2,
  added: 2,
  skipped: 0,
  creditsSpent: 4,
  endReason: 'requested_reached',
  createdAt: time,
  finishedAt: time,
};

const icp = { id: 1, name: 'Leaders', titles: ['CEO'], audienceSizedAt: null, isPrimary: true };
const freeDomain = {
  domain: 'acme-mail.com',
  tld: 'com',
  available: true,
  price: 12,
  reason: '',
  unconfirmed: false,
};
const order = { id: 1, externalOrderId: 'o-1', status: 'completed', createdAt: time, completedAt: time };

const webhook = { id: 1, url: 'https://hooks.acme.com/in', type: 'EmailReply', isEnabled: true };
const billing = { company: 'Acme', country: 'DE', postalAddress: 'Main St 1, Berlin' };

const verified = { id: 1, status: 'completed', total: 1, processed: 1, finishedAt: time };

const budget = {
  credits: 100,
  creditsUsd: 1,
  domains: 1,
  mailboxes: 2,
  firstMonthUsd: 60,
  feasible: true,
  notes: ['An estimate'],
};
const run = {
  id: 1,
  website: 'acme.com',
  status: 'awaiting_approval',
  targetProspectCount: 50,
  replyMode: 'draft',
  killSwitch: false,
  lastError: '',
  audit: [{ actor: 'system', at: time, stage: 'awaiting_approval', message: '50 people match' }],
};

const byHand: Readonly<Record<string, unknown>> = {
  'leads.list': { leads: [lead], ...page },
  'leads.upsert': { count: 1, leads: [{ id: 1, email: 'ana@lumen.example' }], message: 'Saved' },
  'leads.get': { lead },
  'leads.update': { lead, message: 'Saved' },
  'leads.delete': { id: 1, message: 'Deleted' },
  'leads.setCategory': tagged,
  'leads.markMeeting': tagged,
  'leads.clearMeeting': tagged,
  'leads.move': { leadId: 1, sourceCampaignId: null, targetCampaignId: 1, message: 'Moved' },
  'leads.conversation': { conversation: [{ id: 1, direction: 'inbound', subject: 'Hello', body: 'Yes' }] },
  'senders.list': { senderEmails: [sender], ...page },
  'senders.connect': { message: 'Connected', senderEmail: sender },
  'senders.get': sender,
  'senders.update': { message: 'Saved', senderEmail: { ...sender, connectionHistory: null } },
  'senders.dns': {
    senderEmailId: 1,
    domain: 'lumen.example',
    checkedAt: time,
    spf: check,
    dkim: { ...check, selector: null },
    dmarc: check,
    mx: { ...check, hosts: ['10 mx.lumen.example'] },
  },
  'senders.warmup': warmup,
  'senders.setWarmup': warmup,
  'campaigns.list': { campaigns: [campaign, running], ...page, total: 2 },
  'campaigns.create': changed,
  'campaigns.get': { campaign },
  'campaigns.update': changed,
  'campaigns.resume': changed,
  'campaigns.pause': changed,
  'campaigns.schedule': { schedule, message: 'Saved' },
  'campaigns.getSchedule': { schedule },
  'campaigns.sequence': sequence,
  'campaigns.replaceSequence': sequence,
  'campaigns.attachSenders': { campaignId: 1, attached: [1], alreadyAttached: [], senderEmailIds: [1] },
  'campaigns.health': {
    accounts: [{ senderEmailId: 1, address: 'kim@lumen.example', healthScore: 95, heldBack: false }],
    heldBackCount: 0,
  },
  'campaigns.stats': { totals: { sent: 3, replied: 1, positive: 1, bounced: 0, meetings: 0 } },
  'finder.filters': { seniorities: ['Director'], countries: ['Germany'], creditsPerProspect: 2 },
  'finder.search': {
    status: 'done',
    hasMore: false,
    total: 1,
    results: [{ ref: 'r1' }],
    creditsPerProspect: 2,
  },
  'finder.imports': { imports: [finished] },
  'finder.startImport': {
    importId: 1,
    status: 'running',
    requested: 2,
    estimatedCredits: 4,
    creditsPerProspect: 2,
    available: 500,
    expired: 0,
    audienceKey: 'aud_1',
    startsAt: 1,
  },
  'finder.import': finished,
  'prospects.source': { sourced: 2, creditsSpent: 4, newBalance: 4996 },
  'dfy.checkDomain': freeDomain,
  'dfy.checkDomains': { domains: [freeDomain] },
  'dfy.searchDomains': { domains: ['acme-mail.com'], totalAvailable: 1, totalChecked: 2 },
  'dfy.orders': { orders: [order], total: 1 },
  'dfy.order': { order },
  'dfy.createOrder': { order },
  'icps.list': { icps: [icp], total: 1 },
  'icps.primary': { icp },
  'icps.get': { icp },
  'icps.create': { icp },
  'icps.update': { icp },
  'icps.delete': { success: true },
  'icps.refreshAudienceSize': { audienceSize: 12, icp },
  'icps.setPrimary': { icp },
  'audience.size': { audienceSize: 12 },
  'replies.list': { replies: [{ id: 1, leadId: 1, subject: 'Re: Hello', body: 'Yes' }], ...page },
  'drafts.list': { drafts: [draft], ...page },
  'drafts.update': { draft, message: 'Saved' },
  'drafts.send': { ...draft, recipient: 'ana@lumen.example', status: 'scheduled' },
  'webhooks.list': { webhooks: [webhook], total: 1 },
  'webhooks.create': { webhook, message: 'Created' },
  'webhooks.update': { webhook, message: 'Saved' },
  'webhooks.delete': { id: 1, message: 'Deleted' },
  'blocklist.list': { items: [{ id: 1, domain: 'acme.com', scope: 'workspace' }], totalCount: 1 },
  'blocklist.add': { created: 1, skipped: 0, scope: 'workspace' },
  'blocklist.update': { message: 'Saved', entry: { id: 1, domain: 'acme.com', scope: 'workspace' } },
  'blocklist.remove': { deleted: 1, skipped: 0 },
  'blocklist.removeEntry': { id: 1, message: 'Deleted' },
  'credits.balance': { balance: 5000 },
  'credits.transactions': { transactions: [{ id: 1, amount: -4, reason: 'import' }], total: 1 },
  'credits.purchase': { creditsPurchased: 2000, amountUsd: 40, newBalance: 7000 },
  'report.outcomes': {
    outcomes: { sent: 3, replies: 1, positiveReplies: 1, meetings: 0 },
    spend: { credits: 4, creditsUsd: 0.1, totalUsd: 0.1 },
    costPerReply: 0.1,
  },
  'workspaces.list': { workspaces: [{ id: 1, name: 'Main' }], total: 1 },
  'workspaces.create': { workspace: { id: 2, name: 'Client' }, message: 'Created' },
  'workspaces.createKey': { apiKey: { id: 1, key: `run_Zz12Yy34_${'k'.repeat(40)}`, scope: 'read' } },
  'billing.get': billing,
  'billing.update': billing,
  'setup.ping': { message: 'pong' },
  'imports.instantly': { jobId: 'job-1', status: 'queued', message: 'Started' },
  'imports.instantlyAccounts': {
    accounts: [{ email: 'ana@lumen.example', provider: 'other' }],
    imapCsvTemplate: 'email,imapServerUrl,smtpServerUrl,password\n',
  },
  'verification.jobs': { count: 1, next: null, results: [verified] },
  'verification.createJob': verified,
  'verification.job': verified,
  'verification.records': {
    count: 1,
    next: null,
    results: [{ id: 1, email: 'ana@lumen.example', status: 'valid' }],
  },
  'verification.cancel': { ...verified, status: 'canceled' },
  'verification.rates': { usdPerCheck: 0.004 },
  'placement.runs': { count: 1, items: [{ id: 1, status: 'completed' }] },
  'placement.tests': { count: 1, items: [{ id: 1, name: 'Autumn' }] },
  'placement.createTest': { id: 1, name: 'Autumn' },
  'placement.reputation': { count: 1, items: [{ senderEmailId: 1, healthScore: 95, placementScore: -1 }] },
  'autopilot.plan': budget,
  'autopilot.runs': { runs: [run], total: 1 },
  'autopilot.start': { run, plan: budget },
  'autopilot.run': { run, plan: budget },
  'autopilot.approve': { run, plan: budget },
  'autopilot.kill': { ...run, killSwitch: true },
  'copilot.plan': {
    icp: { icpName: 'Sales leaders', titles: ['Sales'] },
    suggestedSequence: [{ subject: 'Hello', body: 'Hi {firstName}', followUpAfter: 0 }],
  },
  'copilot.launch': { campaignId: 1, jobId: 'job_1', message: 'Saved', status: 'draft' },
};

/** One good answer per operation of the contract; where none is written by hand, with every field that it has. */
export const samples: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(operations.map((operation) => [operation.id, rich(operation, undefined)])),
  ...byHand,
};
