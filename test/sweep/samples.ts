/** One good answer per operation of the contract, as little as the specification shows of it. */

const time = '2026-03-02T08:00:00Z';
const page = { total: 1, page: 1, limit: 20, hasMore: false };
const lead = { id: 1, email: 'ana@lumen.example', firstName: 'Ana', tag: null, meetingBookedAt: null };
const tagged = { lead: { id: 1, tag: 'interested', meetingBookedAt: null }, message: 'Saved' };
const sender = { id: 1, address: 'kim@lumen.example', campaignIds: [1], isConnected: true, healthScore: 95 };
const campaign = { id: 1, name: 'Autumn', flow: 'api', status: 'draft', stats: { contactedLeadsCount: 0 } };
const changed = { campaign, message: 'Saved' };
const schedule = { daysSchedule: '1,2,3', startSchedule: '09:00', endSchedule: '17:00' };
const step = { order: 1, subject: 'Hello', body: 'Hi {firstName}', contentType: 'text', delayDays: 0 };
const sequence = { campaignId: 1, signature: '', steps: [step], total: 1 };
const check = { status: 'OK', issues: [] };
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

export const samples: Readonly<Record<string, unknown>> = {
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
  'campaigns.list': { campaigns: [campaign], ...page },
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
  'finder.startImport': { importId: 1, status: 'running', requested: 2, estimatedCredits: 4 },
  'finder.import': finished,
  'replies.list': { replies: [{ id: 1, leadId: 1, subject: 'Re: Hello', body: 'Yes' }], ...page },
  'drafts.list': { drafts: [draft], ...page },
  'drafts.update': { draft, message: 'Saved' },
  'drafts.send': { id: 1, leadId: 1, recipient: 'ana@lumen.example', status: 'scheduled' },
  'credits.balance': { balance: 5000 },
  'credits.transactions': { transactions: [{ id: 1, amount: -4, reason: 'import' }], total: 1 },
  'credits.purchase': { creditsPurchased: 2000, amountUsd: 40, newBalance: 7000 },
  'report.outcomes': {
    outcomes: { sent: 3, replies: 1, positiveReplies: 1, meetings: 0 },
    spend: { credits: 4, creditsUsd: 0.1, totalUsd: 0.1 },
    costPerReply: 0.1,
  },
  'autopilot.plan': { credits: 100, feasible: true },
};
