/**
 * `credits_free`: credits cost nothing, so nothing can be bought. `purchase_outcome`: `ok`, or the error code with which
 * purchases end. `verification_allowance`: addresses a month. `created_at` is 0 for those of a fresh world.
 */
export const workspace = `
CREATE TABLE IF NOT EXISTS workspace (
  id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, parent_id INTEGER, plan TEXT NOT NULL,
  contact_cap INTEGER NOT NULL, has_subscription INTEGER NOT NULL, has_card INTEGER NOT NULL,
  credits_free INTEGER NOT NULL DEFAULT 0, verification_allowance INTEGER NOT NULL DEFAULT 10000,
  purchase_outcome TEXT NOT NULL DEFAULT 'ok', created_at INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE IF NOT EXISTS api_key (
  id INTEGER PRIMARY KEY AUTOINCREMENT, workspace_id INTEGER NOT NULL REFERENCES workspace (id),
  key TEXT NOT NULL UNIQUE, scope TEXT NOT NULL, status TEXT NOT NULL, expires_at INTEGER, name TEXT
);
`;

/** Entries are settled and add up to the balance; holds are set aside until the leads they pay for exist. */
export const credits = `
CREATE TABLE IF NOT EXISTS credit_entry (
  id INTEGER PRIMARY KEY AUTOINCREMENT, workspace_id INTEGER NOT NULL, amount INTEGER NOT NULL, reason TEXT NOT NULL,
  reference TEXT, created_at INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS credit_entry_workspace ON credit_entry (workspace_id, id);
CREATE TABLE IF NOT EXISTS credit_hold (
  reference TEXT PRIMARY KEY, workspace_id INTEGER NOT NULL, amount INTEGER NOT NULL, created_at INTEGER NOT NULL
);
`;

/** One profile per workspace; `fields` is a JSON object of what was ever set. */
export const billing = `
CREATE TABLE IF NOT EXISTS billing_profile (
  workspace_id INTEGER PRIMARY KEY, fields TEXT NOT NULL, updated_at INTEGER NOT NULL
);
`;

/** `criteria` is the lists as JSON; `sized_by` is what they were when the audience was last counted. */
export const icps = `
CREATE TABLE IF NOT EXISTS icp (
  id INTEGER PRIMARY KEY AUTOINCREMENT, workspace_id INTEGER NOT NULL, name TEXT NOT NULL, summary TEXT NOT NULL,
  source_website TEXT NOT NULL, criteria TEXT NOT NULL, personas TEXT NOT NULL, audience_size INTEGER NOT NULL DEFAULT 0,
  sized_at INTEGER, sized_by TEXT, is_primary INTEGER NOT NULL DEFAULT 0, is_generated INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS icp_workspace ON icp (workspace_id, id);
CREATE UNIQUE INDEX IF NOT EXISTS icp_primary ON icp (workspace_id) WHERE is_primary = 1;
`;

/**
 * `plan` is the budget plan as it was when the run started; `launched` is 1 once the run started its campaign;
 * `ledger_id` is the approval, to which everything it spends is charged; `order_id` is the order of its infrastructure.
 */
export const autopilot = `
CREATE TABLE IF NOT EXISTS autopilot_run (
  id INTEGER PRIMARY KEY AUTOINCREMENT, workspace_id INTEGER NOT NULL, website TEXT NOT NULL, status TEXT NOT NULL,
  reply_mode TEXT NOT NULL, target_prospect_count INTEGER NOT NULL, plan TEXT, audit TEXT NOT NULL, approved_at INTEGER,
  approved_by INTEGER, campaign_id INTEGER, icp_id INTEGER, prospect_search_id INTEGER,
  kill_switch INTEGER NOT NULL DEFAULT 0, launched INTEGER NOT NULL DEFAULT 0, last_advanced_at INTEGER,
  last_error TEXT NOT NULL DEFAULT '', ledger_id INTEGER, order_id INTEGER, created_at INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS autopilot_run_workspace ON autopilot_run (workspace_id, id);
CREATE INDEX IF NOT EXISTS autopilot_run_campaign ON autopilot_run (campaign_id);
`;

/** Domains and mailboxes belong to their order; `state` is ordered, ready or failed. `usd` is what the card was charged. */
export const dfy = `
CREATE TABLE IF NOT EXISTS dfy_order (
  id INTEGER PRIMARY KEY AUTOINCREMENT, workspace_id INTEGER NOT NULL, idempotency_key TEXT, status TEXT NOT NULL,
  forwarding_domain TEXT, usd REAL NOT NULL, ledger_id INTEGER NOT NULL, failure_reason TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL, processed_at INTEGER, completed_at INTEGER,
  UNIQUE (workspace_id, idempotency_key)
);
CREATE INDEX IF NOT EXISTS dfy_order_workspace ON dfy_order (workspace_id, id);
CREATE TABLE IF NOT EXISTS dfy_domain (
  order_id INTEGER NOT NULL, domain TEXT NOT NULL, usd REAL NOT NULL, state TEXT NOT NULL,
  PRIMARY KEY (order_id, domain)
);
CREATE INDEX IF NOT EXISTS dfy_domain_name ON dfy_domain (domain);
CREATE TABLE IF NOT EXISTS dfy_mailbox (
  order_id INTEGER NOT NULL, address TEXT NOT NULL, username TEXT NOT NULL, domain TEXT NOT NULL,
  first_name TEXT NOT NULL, last_name TEXT NOT NULL, picture TEXT, sender_id INTEGER, state TEXT NOT NULL,
  PRIMARY KEY (order_id, address)
);
CREATE INDEX IF NOT EXISTS dfy_mailbox_address ON dfy_mailbox (address);
`;
