import { expect, it } from 'vitest';
import { replyModes, runStatuses } from '../../src/contract/areas/autopilot.ts';
import * as campaigns from '../../src/contract/areas/campaigns.ts';
import { orderStatuses } from '../../src/contract/areas/dfy.ts';
import * as finder from '../../src/contract/areas/finder.ts';
import { leadCategories } from '../../src/contract/areas/leads.ts';
import { placementErrors } from '../../src/contract/areas/placement.ts';
import { domainEndings } from '../../src/contract/checks/order.ts';

/** Every closed list of values that something reads, as the specification words it. */
const lists: [string, readonly unknown[], string][] = [
  [
    'lead categories',
    leadCategories,
    'interested, not_interested, bounced, out_of_office, delivery_incomplete, meeting_booked',
  ],
  ['campaign statuses', campaigns.campaignStatuses, 'draft, running, paused, completed'],
  ['campaign flows', campaigns.campaignFlows, 'multiple_leads_scheduled, api'],
  ['content types', campaigns.contentTypes, 'html, text'],
  [
    'refusals of inbox placement',
    placementErrors,
    'inbox_placement_required, inbox_placement_hypergrowth_required',
  ],
  [
    'order statuses',
    orderStatuses,
    'created, pending_approval, processing, completed, failed, partially_completed, canceled',
  ],
  ['domains that can be bought', domainEndings, 'com, org'],
  [
    'Autopilot statuses',
    runStatuses,
    'pending, building_icp, writing_sequence, sourcing_prospects, awaiting_approval, provisioning_infrastructure, running, paused, completed, failed',
  ],
  ['reply modes', replyModes, 'off, draft, approve, auto'],
  ['import modes', finder.importModes, 'selected, first_n'],
  ['import statuses', finder.importStatuses, 'running, completed, failed, canceled'],
  [
    'skip reasons',
    finder.skipReasons,
    'already_in_workspace, blocklisted, reveal_returned_no_address, consumer_mailbox, invalid_email, contact_cap_reached',
  ],
  [
    'end reasons',
    finder.endReasons,
    'all_selected, requested_reached, audience_exhausted, fetch_limit, canceled',
  ],
  [
    'import errors',
    finder.importErrors,
    'insufficient_credits, contact_cap_reached, results_expired, budget_exhausted, provider_blocked, provider_unavailable, rate_limited, invalid_filters, campaign_not_found, internal',
  ],
  [
    'email counts',
    campaigns.emailCountNames,
    'blocked, bounced, canceled, catchAll, deferred, delivered, draft, dropped, errorOnSent, followUp, followUpCanceled, followUpDraft, invalid, pending, replied, scheduled, sent, spamReport, total, waitingForReschedule',
  ],
];

it.each(lists)('has the %s of the specification', (_name, values, words) => {
  expect(values.join(', ')).toBe(words);
});
