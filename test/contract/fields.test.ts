import { describe, expect, it } from 'vitest';
import { areas } from '../../src/contract/index.ts';
import type { Schema } from '../../src/contract/schema.ts';

/** The fields of every record of these sections, as the specification lists them. */
const records: [where: string, schema: Schema, path: string, fields: string][] = [
  [
    'lead',
    areas.leads.get.response,
    'lead',
    'id email firstName middleName lastName company title phone website linkedin customVariables tag meetingBookedAt createdAt updatedAt',
  ],
  [
    'conversation item',
    areas.leads.conversation.response,
    'conversation',
    'id threadId campaignId direction fromAddress subject body status isDraft responseCategory sentAt createdAt',
  ],
  [
    'sender in a list',
    areas.senders.list.response,
    'senderEmails',
    'address campaignIds createdAt currentDailyLimit familyName givenName healthScore id isConnected manuallyDisconnected maximumSendingsLimitPerDay minimumSendingsLimitPerDay provider toggleGradualBuildUp updatedAt',
  ],
  [
    'sender',
    areas.senders.get.response,
    '',
    'errorCode errorMessage connectionHistory lastDisconnectedAt lastReconnectedAt pictureUrl provisioningStatus signature',
  ],
  [
    'connection event',
    areas.senders.get.response,
    'connectionHistory',
    'id campaignId userId eventType disconnectionReason errorCode errorMessage createdAt',
  ],
  [
    'warm-up',
    areas.senders.warmup.response,
    '',
    'senderEmailId configured enabled activatedAt startLimit increaseBy capLimit currentPerDay enableReplies weekdaysOnly timezone healthScore',
  ],
  ['DNS vitals', areas.senders.dns.response, '', 'senderEmailId domain checkedAt spf dkim dmarc mx warmup'],
  [
    'DKIM',
    areas.senders.dns.response,
    'dkim',
    'status record selector selectorSource checkedSelectors issues',
  ],
  ['DMARC', areas.senders.dns.response, 'dmarc', 'status record policy issues'],
  ['MX', areas.senders.dns.response, 'mx', 'status hosts issues'],
  ['warm-up in DNS vitals', areas.senders.dns.response, 'warmup', 'enrolled currentPerDay cap healthScore'],
  [
    'campaign in a list',
    areas.campaigns.list.response,
    'campaigns',
    'id name emoji flow status stats createdAt updatedAt',
  ],
  [
    'campaign stats',
    areas.campaigns.list.response,
    'campaigns.stats',
    'bouncedLeadsCount contactedLeadsCount emailsSentCount leadsRespondedPositivelyCount repliedLeadsCount senderEmailsConnected senderEmailsDisconnected senderEmailsTotal',
  ],
  [
    'campaign settings',
    areas.campaigns.get.response,
    'campaign',
    'dailyLimit allowNonBusinessEmails ignoreOutOfOfficeReplies isEnabledCatchallValidated isEnabledEmailVerifier isEnabledIgnoreHardBouncedLeads isEnabledIgnoreLeadsWhoAlreadyResponded isEnabledLlm isEnabledSkipLeadIfAlreadyExists isEnabledStopFollowUpsForSameCompany isEnabledStopFollowUpsOnReply isEnabledStopFollowUpsAcrossCampaigns maximumSendingLimitPerSenderEmail maximumSendingLimitPerSenderEmailVariation minimumTimeBetweenEmails maximumTimeBetweenEmails minimumHealthScore',
  ],
  [
    'create request',
    areas.campaigns.create.body,
    '',
    'name emoji flow dailyLimit allowNonBusinessEmails ignoreOutOfOfficeReplies isEnabledCatchallValidated isEnabledEmailVerifier isEnabledIgnoreHardBouncedLeads isEnabledIgnoreLeadsWhoAlreadyResponded isEnabledLlm isEnabledSkipLeadIfAlreadyExists isEnabledStopFollowUpsForSameCompany isEnabledStopFollowUpsOnReply maximumSendingLimitPerSenderEmail maximumSendingLimitPerSenderEmailVariation minimumTimeBetweenEmails maximumTimeBetweenEmails minimumHealthScore',
  ],
  [
    'schedule',
    areas.campaigns.getSchedule.response,
    'schedule',
    'cronSchedule daysSchedule startSchedule endSchedule everySchedule minimumTimeBetweenEmails maximumTimeBetweenEmails',
  ],
  ['sequence', areas.campaigns.replaceSequence.response, '', 'campaignId message signature steps total'],
  [
    'step',
    areas.campaigns.sequence.response,
    'steps',
    'order subject body contentType delayDays useSameThread variants',
  ],
  [
    'step request',
    areas.campaigns.replaceSequence.body,
    'steps',
    'order subject body contentType delayDays useSameThread variants',
  ],
  [
    'attached senders',
    areas.campaigns.attachSenders.response,
    '',
    'campaignId message attached alreadyAttached senderEmailIds',
  ],
  [
    'campaign health',
    areas.campaigns.health.response,
    '',
    'accounts allHeldBack heldBackCount message minimumHealthScore',
  ],
  [
    'account of campaign health',
    areas.campaigns.health.response,
    'accounts',
    'senderEmailId address healthScore heldBack reason',
  ],
  ['totals', areas.campaigns.stats.response, 'totals', 'sent replied positive bounced meetings'],
  ['daily stats', areas.campaigns.stats.response, 'daily', 'date sent replied positive'],
  ['step stats', areas.campaigns.stats.response, 'steps', 'index sent replied'],
  ['variant stats', areas.campaigns.stats.response, 'steps.variants', 'label sent replied positive'],
  [
    'filters lookup',
    areas.finder.filters.response,
    '',
    'seniorities jobFunctions companySizes revenue industries countries headquartersCountries regions continents creditsPerProspect limits',
  ],
  [
    'finder limits',
    areas.finder.filters.response,
    'limits',
    'defaultPageSize pageSizes maxPage maxChipsPerField maxDomainsPerField maxValueLength maxFirstN maxRefsPerImport maxRunningImports maxSavedSearches maxSavedSearchName rowsPerDay rowsLeftToday topUpHourUtc',
  ],
  [
    'filters',
    areas.finder.search.body,
    'filters',
    'jobTitles excludeJobTitles seniorities jobFunctions industries companySizes revenue countries regions continents states cities headquartersCountries excludeCountries excludeHeadquartersCountries excludeIndustries domains excludeDomains companyName companyKeywords technologies',
  ],
  [
    'search',
    areas.finder.search.response,
    '',
    'searchId status error message audienceKey creditsPerProspect page pageSize maxPage hasMore total totalIsExact totalStatus rowsLeftToday results progress',
  ],
  ['found person', areas.finder.search.response, 'results', 'ref company location'],
  ['progress', areas.finder.search.response, 'progress', 'adds added lastAddAt nextFrom runningImportId'],
  [
    'import request',
    areas.finder.startImport.body,
    '',
    'campaignId mode refs count filters fromStart verifyEmails',
  ],
  [
    'started import',
    areas.finder.startImport.response,
    '',
    'importId status requested estimatedCredits creditsPerProspect available expired audienceKey startsAt',
  ],
  [
    'import',
    areas.finder.import.response,
    '',
    'importId campaignId campaignName mode status requested added skipped expired skipReasons creditsPerProspect creditsSpent verifyEmails verification audienceKey startsAt endReason lastError topUpOf createdAt finishedAt',
  ],
  [
    'verification',
    areas.finder.import.response,
    'verification',
    'valid invalid catchAll unknown limitReached',
  ],
  [
    'reply',
    areas.replies.list.response,
    'replies',
    'id leadId campaignId fromAddress subject body threadId receivedAt responseCategory',
  ],
  ['draft', areas.drafts.list.response, 'drafts', 'id leadId inReplyToEmailId subject body to cc createdAt'],
  ['sent draft', areas.drafts.send.response, '', 'id leadId recipient to cc subject body status'],
  ['purchase', areas.credits.purchase.response, '', 'creditsPurchased amountUsd newBalance'],
  [
    'report',
    areas.report.outcomes.response,
    '',
    'campaignId since until outcomes spend costPerReply costPerPositive costPerMeeting',
  ],
  [
    'ideal customer profile',
    areas.icps.get.response,
    'icp',
    'id name summary sourceWebsite titles seniorities industries companySizes keywords locations personas estimatedAudienceSize audienceSizedAt isPrimary isGenerated createdAt',
  ],
  [
    'ideal customer profile request',
    areas.icps.create.body,
    '',
    'name summary titles seniorities industries companySizes keywords locations makePrimary',
  ],
  [
    'ideal customer profile change request',
    areas.icps.update.body,
    '',
    'name summary titles seniorities industries companySizes keywords locations',
  ],
  [
    'audience request',
    areas.audience.size.body,
    '',
    'titles seniorities industries companySizes locations keywords',
  ],
  ['persona', areas.icps.get.response, 'icp.personas', 'title seniority'],
  [
    'Autopilot run',
    areas.autopilot.run.response,
    'run',
    'id website status approvedAt approvedByUserId audit autoOptimizeVariants autoTopupProspects campaignId icpId prospectSearchId killSwitch lastAdvancedAt lastError replyMode targetProspectCount createdAt',
  ],
  ['audit trail', areas.autopilot.run.response, 'run.audit', 'actor at stage message'],
  [
    'budget plan',
    areas.autopilot.plan.response,
    '',
    'credits creditsUsd domains mailboxes mailboxesMonthlyUsd monthlySends prospectsPerMonth recurringUsd setupUsd firstMonthUsd feasible expectedMeetingsPerMonth notes',
  ],
  ['budget plan request', areas.autopilot.plan.body, '', 'budgetUsd maxMailboxes platformUsd'],
  [
    'Autopilot start request',
    areas.autopilot.start.body,
    '',
    'website budgetUsd maxMailboxes replyMode targetProspects',
  ],
  ['Autopilot kill request', areas.autopilot.kill.body, '', 'reason'],
  ['Copilot plan request', areas.copilot.plan.body, '', 'website description context'],
  [
    'Copilot ICP',
    areas.copilot.plan.response,
    'icp',
    'icpName summary titles seniorities industries companySizes suggestedSalesNavKeywords personas',
  ],
  [
    'Copilot launch request',
    areas.copilot.launch.body,
    '',
    'name icp sequence salesNavSearchUrl salesNavData',
  ],
  ['Copilot step', areas.copilot.launch.body, 'sequence', 'subject body followUpAfter'],
  ['Copilot launch', areas.copilot.launch.response, '', 'campaignId jobId message status'],
  [
    'done-for-you order',
    areas.dfy.order.response,
    'order',
    'id externalOrderId status createdAt processedAt completedAt failureReason cost_breakdown domains forwardingDomain mailboxes',
  ],
  ['domain check', areas.dfy.checkDomain.response, '', 'domain tld available price reason unconfirmed'],
  ['order request', areas.dfy.createOrder.body, '', 'domains forwardingDomain mailboxes'],
  [
    'mailbox of an order request',
    areas.dfy.createOrder.body,
    'mailboxes',
    'domainName firstName lastName username profilePicture',
  ],
  ['webhook', areas.webhooks.list.response, 'webhooks', 'id name url type isEnabled status createdAt'],
  ['webhook request', areas.webhooks.create.body, '', 'url type name'],
  ['webhook change request', areas.webhooks.update.body, '', 'isEnabled name type url'],
  [
    'blocklist entry',
    areas.blocklist.list.response,
    'items',
    'id domain emailAddress scope workspaceId createdAt',
  ],
  ['blocklist', areas.blocklist.list.response, '', 'items totalCount'],
  ['blocklist add request', areas.blocklist.add.body, '', 'values scope'],
  ['blocklist add answer', areas.blocklist.add.response, '', 'created skipped scope'],
  ['blocklist answer to a deletion', areas.blocklist.remove.response, '', 'deleted skipped'],
  [
    'billing profile',
    areas.billing.get.response,
    '',
    'firstName lastName company addressLineOne addressLineTwo city state postalCode country phone phoneCc postalAddress updatedAt',
  ],
  [
    'billing request',
    areas.billing.update.body,
    '',
    'firstName lastName company addressLineOne addressLineTwo city state postalCode country phone phoneCc',
  ],
  ['outcomes', areas.report.outcomes.response, 'outcomes', 'sent replies positiveReplies meetings'],
  [
    'spend',
    areas.report.outcomes.response,
    'spend',
    'credits creditsUsd creditsByReason dfyOrders dfyOrdersUsd totalUsd',
  ],
];

interface Parts {
  entries?: Record<string, Parts>;
  item?: Parts;
  wrapped?: Parts;
  pipe?: Parts[];
}

/** The field names below `path`, through lists, optional fields and rules. */
function fieldsAt(schema: unknown, path: string): string[] {
  let parts = inner(schema as Parts);
  for (const name of path.split('.').filter((part) => part !== ''))
    parts = inner(parts.entries?.[name] ?? {});
  return Object.keys(parts.entries ?? {});
}

function inner(parts: Parts): Parts {
  const next = parts.entries ? undefined : (parts.wrapped ?? parts.item);
  return next ? inner(next) : parts;
}

describe('the fields of the specification', () => {
  it.each(records)('are all in the %s', (_where, schema, path, fields) => {
    expect(fieldsAt(schema, path)).toEqual(expect.arrayContaining(fields.split(' ')));
  });

  it('are not more in requests than the specification has', () => {
    for (const [where, schema, path, fields] of records.filter(([name]) => /request|^filters$/.test(name)))
      expect(fieldsAt(schema, path).sort(), where).toEqual(fields.split(' ').sort());
  });
});
