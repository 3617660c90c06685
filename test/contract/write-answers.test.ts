import { describe, expect, it } from 'vitest';
import { operations } from '../../src/contract/index.ts';
import { fieldsOf, problemsOf } from '../../src/contract/schema/schema.ts';

/**
 * Written by hand from the interface description: what the answer to each write holds. `message` is left out, it is
 * prose; so is what is there in some cases only. An answer without one of these is not taken for a success.
 */
const shown: Readonly<Record<string, readonly string[]>> = {
  'leads.upsert': ['count', 'leads'],
  'leads.update': ['lead'],
  'leads.delete': ['id'],
  'leads.setCategory': ['lead'],
  'leads.markMeeting': ['lead'],
  'leads.clearMeeting': ['lead'],
  'leads.move': ['leadId', 'sourceCampaignId', 'targetCampaignId'],
  'senders.connect': ['senderEmail'],
  'senders.update': ['senderEmail'],
  'campaigns.pause': ['campaign'],
  'campaigns.replaceSequence': ['steps'],
  'campaigns.attachSenders': ['campaignId', 'attached', 'alreadyAttached', 'senderEmailIds'],
  'finder.startImport': [
    'importId',
    'status',
    'requested',
    'estimatedCredits',
    'creditsPerProspect',
    'available',
    'expired',
    'audienceKey',
  ],
  'dfy.createOrder': ['order'],
  'icps.create': ['icp'],
  'icps.update': ['icp'],
  'icps.delete': ['success'],
  'icps.refreshAudienceSize': ['audienceSize', 'icp'],
  'icps.setPrimary': ['icp'],
  'copilot.plan': ['icp', 'suggestedSequence'],
  'copilot.launch': ['campaignId', 'jobId', 'status'],
  'autopilot.plan': ['credits', 'feasible'],
  'autopilot.start': ['run'],
  'autopilot.approve': ['run'],
  'drafts.send': ['id', 'leadId', 'recipient', 'to', 'cc', 'subject', 'body', 'status'],
  'webhooks.create': ['webhook'],
  'webhooks.update': ['webhook'],
  'webhooks.delete': ['id'],
  'blocklist.add': ['created', 'skipped', 'scope'],
  'blocklist.remove': ['deleted', 'skipped'],
  'blocklist.removeEntry': ['id'],
  'credits.purchase': ['creditsPurchased', 'amountUsd', 'newBalance'],
  'imports.instantly': ['jobId', 'status'],
  'imports.instantlyAccounts': ['accounts'],
};

const writes = operations.filter(({ kind }) => kind === 'write');

describe('the answer to a write', () => {
  it('is in the table where the spec shows all of it', () => {
    const whole = writes.filter(({ answer }) => answer.shown === 'whole').map(({ id }) => id);
    expect(whole.sort()).toEqual(Object.keys(shown).sort());
  });

  it.each(writes.filter(({ id }) => id in shown))('$id must hold what the spec shows', (operation) => {
    const required = problemsOf(operation.response, {}).map(({ field }) => field);
    expect(required.sort()).toEqual([...(shown[operation.id] ?? [])].sort());
  });

  it('never has a field that would say the opposite', () => {
    for (const { response } of writes)
      expect(fieldsOf(response).filter((name) => ['error', 'code'].includes(name))).toEqual([]);
  });
});
