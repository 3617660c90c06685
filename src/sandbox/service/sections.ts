import type { Section } from '../core/handler.ts';

/**
 * Sections by the first part of the path. Each is loaded at its first call, so that one call does not pay for the rest.
 * A new area adds one entry; a test holds this table against the contract.
 */
export const sections: Readonly<Record<string, () => Promise<{ readonly section: Section }>>> = {
  leads: () => import('../handlers/leads.ts'),
  'sender-emails': () => import('../handlers/senders.ts'),
  campaigns: () => import('../handlers/campaigns.ts'),
  'lead-finder': () => import('../handlers/finder.ts'),
  replies: () => import('../handlers/replies.ts'),
  'reply-drafts': () => import('../handlers/drafts.ts'),
  credits: () => import('../handlers/credits.ts'),
  imports: () => import('../handlers/imports.ts'),
  'email-verification': () => import('../handlers/verification.ts'),
  'inbox-placement': () => import('../handlers/placement.ts'),
  reports: () => import('../handlers/report.ts'),
  copilot: () => import('../handlers/copilot.ts'),
  autopilot: () => import('../handlers/autopilot.ts'),
  icps: () => import('../handlers/icps.ts'),
  audience: () => import('../handlers/audience.ts'),
  webhooks: () => import('../handlers/webhooks.ts'),
  blocklist: () => import('../handlers/blocklist.ts'),
  workspaces: () => import('../handlers/workspaces.ts'),
  'billing-profile': () => import('../handlers/billing.ts'),
  setup: () => import('../handlers/setup.ts'),
  dfy: () => import('../handlers/dfy.ts'),
  prospects: () => import('../handlers/prospects.ts'),
};
