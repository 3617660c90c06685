-- Every table of the sandbox. A changed table takes a new mark in tables-version.ts, and older sandbox files ask for a reset.

-- meta holds seed, offset, schema and switches; pace the requests of an account within a minute of wall time;
-- failed_event what the world could not work on, so that it is not lost.
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE event (
  id INTEGER PRIMARY KEY AUTOINCREMENT, due_at INTEGER NOT NULL, kind TEXT NOT NULL, payload TEXT NOT NULL
);
CREATE INDEX event_due ON event (due_at, id);
CREATE TABLE failed_event (
  id INTEGER PRIMARY KEY, due_at INTEGER NOT NULL, kind TEXT NOT NULL, payload TEXT NOT NULL, message TEXT NOT NULL
);
CREATE TABLE counter (
  workspace_id INTEGER NOT NULL, name TEXT NOT NULL, day TEXT NOT NULL, value INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, name, day)
);
CREATE TABLE request (
  id INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, workspace_id INTEGER, operation TEXT NOT NULL,
  method TEXT NOT NULL, path TEXT NOT NULL, status INTEGER NOT NULL
);
CREATE INDEX request_operation ON request (operation, at);
CREATE TABLE pace (account_id INTEGER NOT NULL, at INTEGER NOT NULL);
CREATE INDEX pace_account ON pace (account_id, at);
CREATE TABLE ledger (
  id INTEGER PRIMARY KEY AUTOINCREMENT, workspace_id INTEGER NOT NULL, operation TEXT NOT NULL, effect TEXT NOT NULL,
  credits INTEGER NOT NULL, usd REAL NOT NULL, at INTEGER NOT NULL, request TEXT NOT NULL
);
CREATE INDEX ledger_operation ON ledger (operation, id);

-- credits_free: credits cost nothing, so nothing can be bought. purchase_outcome: ok, or the error code with which
-- purchases end. verification_allowance: addresses a month. created_at is 0 for those of a fresh world.
CREATE TABLE workspace (
  id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, parent_id INTEGER, plan TEXT NOT NULL,
  contact_cap INTEGER NOT NULL, has_subscription INTEGER NOT NULL, has_card INTEGER NOT NULL,
  credits_free INTEGER NOT NULL DEFAULT 0, verification_allowance INTEGER NOT NULL DEFAULT 10000,
  purchase_outcome TEXT NOT NULL DEFAULT 'ok', created_at INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE api_key (
  id INTEGER PRIMARY KEY AUTOINCREMENT, workspace_id INTEGER NOT NULL REFERENCES workspace (id),
  key TEXT NOT NULL UNIQUE, scope TEXT NOT NULL, status TEXT NOT NULL, expires_at INTEGER, name TEXT
);

-- email_key is the address in lower case: the key of the upsert. origin: api, finder or move.
CREATE TABLE lead (
  id INTEGER PRIMARY KEY AUTOINCREMENT, workspace_id INTEGER NOT NULL, email TEXT NOT NULL, email_key TEXT NOT NULL,
  first_name TEXT, middle_name TEXT, last_name TEXT, company TEXT, title TEXT, phone TEXT, website TEXT, linkedin TEXT,
  custom TEXT, tag TEXT, meeting_booked_at INTEGER, unsubscribed_at INTEGER, origin TEXT NOT NULL,
  created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
  UNIQUE (workspace_id, email_key)
);
CREATE INDEX lead_newest ON lead (workspace_id, id);

-- Entries are settled and add up to the balance; holds are set aside until the leads they pay for exist.
CREATE TABLE credit_entry (
  id INTEGER PRIMARY KEY AUTOINCREMENT, workspace_id INTEGER NOT NULL, amount INTEGER NOT NULL, reason TEXT NOT NULL,
  reference TEXT, created_at INTEGER NOT NULL
);
CREATE INDEX credit_entry_workspace ON credit_entry (workspace_id, id);
CREATE TABLE credit_hold (
  reference TEXT PRIMARY KEY, workspace_id INTEGER NOT NULL, amount INTEGER NOT NULL, created_at INTEGER NOT NULL
);

-- people is what a selected import still has to look at, as positions in the database; a first_n import has filters
-- instead and goes on at position, 1-based, of their audience. finder_audience says where the next one starts.
-- top_up_of is the saved search that started it; its ledger_id is 0 where it failed before it could start.
CREATE TABLE finder_import (
  id INTEGER PRIMARY KEY AUTOINCREMENT, workspace_id INTEGER NOT NULL, campaign_id INTEGER NOT NULL, mode TEXT NOT NULL,
  status TEXT NOT NULL, requested INTEGER NOT NULL, added INTEGER NOT NULL, skipped INTEGER NOT NULL,
  expired INTEGER NOT NULL, looked INTEGER NOT NULL, skip_reasons TEXT NOT NULL, credits_per_prospect INTEGER NOT NULL,
  credits_spent INTEGER NOT NULL, verify_emails INTEGER NOT NULL, verification TEXT NOT NULL, audience_key TEXT,
  filters TEXT, people TEXT, starts_at INTEGER, position INTEGER NOT NULL, end_reason TEXT, last_error TEXT,
  ledger_id INTEGER NOT NULL, top_up_of INTEGER, created_at INTEGER NOT NULL, finished_at INTEGER
);
CREATE INDEX finder_import_workspace ON finder_import (workspace_id, id);
CREATE TABLE saved_search (
  id INTEGER PRIMARY KEY AUTOINCREMENT, workspace_id INTEGER NOT NULL, name TEXT NOT NULL, filters TEXT NOT NULL,
  campaign_id INTEGER NOT NULL, weekly INTEGER NOT NULL, verify_emails INTEGER NOT NULL, created_at INTEGER NOT NULL
);
CREATE TABLE finder_audience (
  workspace_id INTEGER NOT NULL, audience_key TEXT NOT NULL, next_from INTEGER NOT NULL, adds INTEGER NOT NULL,
  added INTEGER NOT NULL, last_add_at INTEGER,
  PRIMARY KEY (workspace_id, audience_key)
);

-- Domains and addresses that get no email, in lower case. A global entry of the main workspace holds for its children.
CREATE TABLE blocklist (
  id INTEGER PRIMARY KEY AUTOINCREMENT, workspace_id INTEGER NOT NULL, domain TEXT, email_address TEXT,
  scope TEXT NOT NULL, created_at INTEGER NOT NULL
);
CREATE INDEX blocklist_domain ON blocklist (domain);
CREATE INDEX blocklist_address ON blocklist (email_address);

-- health is what the warm-up finds in the long run; the score shown follows from it, pulse, strain and the warm-up
-- (world/mailboxes/health.ts). tick_at is when the mailbox next looks for something to send, free_at when the time
-- between two emails is over.
CREATE TABLE sender (
  id INTEGER PRIMARY KEY AUTOINCREMENT, workspace_id INTEGER NOT NULL, address TEXT NOT NULL,
  address_key TEXT NOT NULL UNIQUE, given_name TEXT NOT NULL, family_name TEXT NOT NULL, provider TEXT NOT NULL,
  is_connected INTEGER NOT NULL, manually_disconnected INTEGER NOT NULL DEFAULT 0, connected_at INTEGER NOT NULL,
  current_daily_limit INTEGER NOT NULL, minimum_limit INTEGER NOT NULL, maximum_limit INTEGER NOT NULL,
  gradual_build_up INTEGER NOT NULL, signature TEXT NOT NULL DEFAULT '', imap_server TEXT, smtp_server TEXT, login TEXT,
  error_code TEXT, error_message TEXT, last_disconnected_at INTEGER, last_reconnected_at INTEGER,
  health INTEGER NOT NULL, pulse INTEGER NOT NULL, strain TEXT NOT NULL DEFAULT '{}', warmup TEXT, tick_at INTEGER,
  free_at INTEGER NOT NULL DEFAULT 0,
  last_sent_at INTEGER, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
);
CREATE INDEX sender_newest ON sender (workspace_id, id);
-- A mailbox that was renamed has a line with the event_type renamed, and in error_message its name until then.
CREATE TABLE sender_event (
  id INTEGER PRIMARY KEY AUTOINCREMENT, sender_id INTEGER NOT NULL, event_type TEXT NOT NULL,
  disconnection_reason TEXT, error_code TEXT, error_message TEXT, created_at INTEGER NOT NULL
);
CREATE INDEX sender_event_sender ON sender_event (sender_id, id);

-- campaign_lead.state: queued (its emails are created at launch), active, finished (sequence sent) or stopped, with the
-- reason why. company_key is what colleagues share. sending_day counts what a mailbox sent per campaign and UTC day;
-- variant_use keeps the variants of a step even. campaign_tally is what lists show (world/campaign/tally.ts).
CREATE TABLE campaign (
  id INTEGER PRIMARY KEY AUTOINCREMENT, workspace_id INTEGER NOT NULL, name TEXT NOT NULL, emoji TEXT, flow TEXT NOT NULL,
  status TEXT NOT NULL, settings TEXT NOT NULL, schedule TEXT NOT NULL, signature TEXT NOT NULL DEFAULT '',
  processing_until INTEGER, launched_at INTEGER, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
);
CREATE INDEX campaign_newest ON campaign (workspace_id, id);
CREATE TABLE campaign_lead (
  campaign_id INTEGER NOT NULL, lead_id INTEGER NOT NULL, state TEXT NOT NULL, reason TEXT, company_key TEXT,
  sender_id INTEGER, added_at INTEGER NOT NULL,
  PRIMARY KEY (campaign_id, lead_id)
) WITHOUT ROWID;
CREATE INDEX campaign_lead_lead ON campaign_lead (lead_id);
CREATE INDEX campaign_lead_company ON campaign_lead (campaign_id, company_key);
CREATE TABLE campaign_sender (
  campaign_id INTEGER NOT NULL, sender_id INTEGER NOT NULL, attached_at INTEGER NOT NULL,
  PRIMARY KEY (campaign_id, sender_id)
) WITHOUT ROWID;
CREATE INDEX campaign_sender_sender ON campaign_sender (sender_id);
CREATE TABLE step (
  campaign_id INTEGER NOT NULL, position INTEGER NOT NULL, subject TEXT NOT NULL, body TEXT NOT NULL,
  content_type TEXT NOT NULL, delay_days INTEGER NOT NULL, use_same_thread INTEGER NOT NULL, variants TEXT NOT NULL,
  PRIMARY KEY (campaign_id, position)
) WITHOUT ROWID;
CREATE TABLE stopped_company (
  campaign_id INTEGER NOT NULL, company_key TEXT NOT NULL,
  PRIMARY KEY (campaign_id, company_key)
) WITHOUT ROWID;
CREATE TABLE sending_day (
  sender_id INTEGER NOT NULL, day INTEGER NOT NULL, campaign_id INTEGER NOT NULL, sent INTEGER NOT NULL,
  PRIMARY KEY (sender_id, day, campaign_id)
) WITHOUT ROWID;
CREATE INDEX sending_day_campaign ON sending_day (campaign_id, day);
CREATE TABLE campaign_tally (
  campaign_id INTEGER PRIMARY KEY, sent INTEGER NOT NULL DEFAULT 0, contacted INTEGER NOT NULL DEFAULT 0,
  bounced INTEGER NOT NULL DEFAULT 0, replied INTEGER NOT NULL DEFAULT 0, positive INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE variant_use (
  campaign_id INTEGER NOT NULL, position INTEGER NOT NULL, label TEXT NOT NULL, sent INTEGER NOT NULL,
  PRIMARY KEY (campaign_id, position, label)
) WITHOUT ROWID;

-- Outgoing emails. status is one of the spec's email counts: scheduled (a first email that waits), followUp (a later
-- one that waits), sent, replied, bounced, spamReport, canceled, followUpCanceled, invalid, catchAll. Subject and body
-- are written when it is sent, with missing, the merge tags without a value (JSON; null where all had one). A reply to
-- a person has no campaign. ledger_id is the call that put the lead into a campaign which was running. Emails, replies
-- and drafts draw their ids from message_id, because a conversation lists them side by side.
CREATE TABLE message_id (next INTEGER NOT NULL);
INSERT INTO message_id (next) SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM message_id);
CREATE TABLE email (
  id INTEGER PRIMARY KEY, workspace_id INTEGER NOT NULL, campaign_id INTEGER, lead_id INTEGER NOT NULL,
  sender_id INTEGER, step INTEGER, variant TEXT, thread_id TEXT, status TEXT NOT NULL, recipient TEXT, cc TEXT,
  subject TEXT, body TEXT, content_type TEXT, missing TEXT, due_at INTEGER NOT NULL, sent_at INTEGER, replied_at INTEGER,
  positive INTEGER NOT NULL DEFAULT 0, bounce TEXT, bounced_at INTEGER, ledger_id INTEGER, created_at INTEGER NOT NULL
);
CREATE INDEX email_first ON email (campaign_id, due_at, id) WHERE status = 'scheduled';
CREATE INDEX email_follow_up ON email (campaign_id, sender_id, due_at, id) WHERE status = 'followUp';
CREATE INDEX email_lead ON email (lead_id, campaign_id);
CREATE INDEX email_campaign ON email (campaign_id, step, sent_at) WHERE status NOT IN ('scheduled', 'followUp');
CREATE INDEX email_outbox ON email (sent_at, id) WHERE sent_at IS NOT NULL;

-- Answers of people. intent is what they meant, response_category what the categorization found, null until then.
-- counts is 0 for an out-of-office answer to a campaign that ignores those.
CREATE TABLE reply (
  id INTEGER PRIMARY KEY, workspace_id INTEGER NOT NULL, campaign_id INTEGER, lead_id INTEGER NOT NULL,
  email_id INTEGER NOT NULL, sender_id INTEGER NOT NULL, thread_id TEXT NOT NULL, from_address TEXT NOT NULL,
  to_addresses TEXT NOT NULL, cc_addresses TEXT NOT NULL, subject TEXT NOT NULL, body TEXT NOT NULL, intent TEXT NOT NULL,
  language TEXT NOT NULL, counts INTEGER NOT NULL, response_category TEXT, received_at INTEGER NOT NULL
);
CREATE INDEX reply_newest ON reply (workspace_id, received_at, id);
CREATE INDEX reply_campaign ON reply (campaign_id, received_at);
CREATE INDEX reply_lead ON reply (lead_id);

-- Drafts of answers to people. One that was sent leaves the list; email_id is the sent email.
CREATE TABLE draft (
  id INTEGER PRIMARY KEY, workspace_id INTEGER NOT NULL, lead_id INTEGER NOT NULL, reply_id INTEGER NOT NULL,
  sender_id INTEGER NOT NULL, thread_id TEXT NOT NULL, subject TEXT NOT NULL, body TEXT NOT NULL,
  to_addresses TEXT NOT NULL, cc_addresses TEXT NOT NULL, email_id INTEGER, created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
CREATE INDEX draft_open ON draft (workspace_id, id) WHERE email_id IS NULL;
CREATE INDEX draft_lead ON draft (lead_id);

-- criteria is the lists as JSON; sized_by is what they were when the audience was last counted.
CREATE TABLE icp (
  id INTEGER PRIMARY KEY AUTOINCREMENT, workspace_id INTEGER NOT NULL, name TEXT NOT NULL, summary TEXT NOT NULL,
  source_website TEXT NOT NULL, criteria TEXT NOT NULL, personas TEXT NOT NULL, audience_size INTEGER NOT NULL DEFAULT 0,
  sized_at INTEGER, sized_by TEXT, is_primary INTEGER NOT NULL DEFAULT 0, is_generated INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL
);
CREATE INDEX icp_workspace ON icp (workspace_id, id);
CREATE UNIQUE INDEX icp_primary ON icp (workspace_id) WHERE is_primary = 1;

-- plan is the budget plan as it was when the run started; launched is 1 once the run started its campaign; ledger_id is
-- the approval, to which everything it spends is charged; order_id is the order of its infrastructure.
CREATE TABLE autopilot_run (
  id INTEGER PRIMARY KEY AUTOINCREMENT, workspace_id INTEGER NOT NULL, website TEXT NOT NULL, status TEXT NOT NULL,
  reply_mode TEXT NOT NULL, target_prospect_count INTEGER NOT NULL, plan TEXT, audit TEXT NOT NULL, approved_at INTEGER,
  approved_by INTEGER, campaign_id INTEGER, icp_id INTEGER, prospect_search_id INTEGER,
  kill_switch INTEGER NOT NULL DEFAULT 0, launched INTEGER NOT NULL DEFAULT 0, last_advanced_at INTEGER,
  last_error TEXT NOT NULL DEFAULT '', ledger_id INTEGER, order_id INTEGER, created_at INTEGER NOT NULL
);
CREATE INDEX autopilot_run_workspace ON autopilot_run (workspace_id, id);
CREATE INDEX autopilot_run_campaign ON autopilot_run (campaign_id);

-- secret signs deliveries and is the rotationth one; no call ever tells it. Ids are not used twice.
CREATE TABLE webhook (
  id INTEGER PRIMARY KEY AUTOINCREMENT, workspace_id INTEGER NOT NULL, url TEXT NOT NULL, type TEXT NOT NULL,
  name TEXT, is_enabled INTEGER NOT NULL DEFAULT 1, secret TEXT NOT NULL, rotation INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL
);
CREATE INDEX webhook_workspace ON webhook (workspace_id, type);

-- Deliveries to webhooks. body goes out as it is here, at every try. at is when it happened and next_at when it is
-- tried next, both in simulated time; next_at is null once nothing more is tried. claimed_until, in wall time, keeps
-- two programs over one sandbox from delivering the same. delivery_attempt.sent_at is wall time, in seconds: the
-- timestamp that was signed.
CREATE TABLE delivery (
  id INTEGER PRIMARY KEY AUTOINCREMENT, workspace_id INTEGER NOT NULL, webhook_id INTEGER NOT NULL, type TEXT NOT NULL,
  event_id TEXT NOT NULL, url TEXT NOT NULL, body TEXT NOT NULL, state TEXT NOT NULL, why TEXT NOT NULL DEFAULT '',
  tries INTEGER NOT NULL DEFAULT 0, at INTEGER NOT NULL, next_at INTEGER, claimed_until INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX delivery_due ON delivery (next_at, id) WHERE next_at IS NOT NULL;
CREATE TABLE delivery_attempt (
  delivery_id INTEGER NOT NULL, attempt INTEGER NOT NULL, at INTEGER NOT NULL, url TEXT NOT NULL, sent_at INTEGER NOT NULL,
  signature TEXT NOT NULL, status INTEGER, why TEXT NOT NULL,
  PRIMARY KEY (delivery_id, attempt)
) WITHOUT ROWID;

-- One profile per workspace; fields is a JSON object of what was ever set.
CREATE TABLE billing_profile (
  workspace_id INTEGER PRIMARY KEY, fields TEXT NOT NULL, updated_at INTEGER NOT NULL
);

-- ledger_id is the row of the ledger that the checks are billed to; checks are counted as they are made.
CREATE TABLE verification_job (
  id INTEGER PRIMARY KEY AUTOINCREMENT, workspace_id INTEGER NOT NULL, name TEXT NOT NULL, status TEXT NOT NULL,
  total INTEGER NOT NULL, ledger_id INTEGER NOT NULL, created_at INTEGER NOT NULL, finished_at INTEGER
);
CREATE INDEX verification_job_newest ON verification_job (workspace_id, id);
CREATE TABLE verification_record (
  id INTEGER PRIMARY KEY AUTOINCREMENT, job_id INTEGER NOT NULL, email TEXT NOT NULL, status TEXT NOT NULL,
  reason TEXT, checks INTEGER NOT NULL DEFAULT 0, checked_at INTEGER
);
CREATE INDEX verification_record_job ON verification_record (job_id, id);

-- sender_ids and results are JSON. A weekly test begins its next run at next_run_at.
CREATE TABLE placement_test (
  id INTEGER PRIMARY KEY AUTOINCREMENT, workspace_id INTEGER NOT NULL, name TEXT NOT NULL, frequency TEXT NOT NULL,
  sender_ids TEXT NOT NULL, created_at INTEGER NOT NULL, next_run_at INTEGER
);
CREATE INDEX placement_test_newest ON placement_test (workspace_id, id);
CREATE TABLE placement_run (
  id INTEGER PRIMARY KEY AUTOINCREMENT, workspace_id INTEGER NOT NULL, test_id INTEGER NOT NULL, status TEXT NOT NULL,
  results TEXT NOT NULL, started_at INTEGER NOT NULL, finished_at INTEGER
);
CREATE INDEX placement_run_newest ON placement_run (workspace_id, id);
CREATE INDEX placement_run_test ON placement_run (test_id, id);

-- Domains and mailboxes belong to their order; state is ordered, ready or failed. usd is what the card was charged.
CREATE TABLE dfy_order (
  id INTEGER PRIMARY KEY AUTOINCREMENT, workspace_id INTEGER NOT NULL, idempotency_key TEXT, status TEXT NOT NULL,
  forwarding_domain TEXT, usd REAL NOT NULL, ledger_id INTEGER NOT NULL, failure_reason TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL, processed_at INTEGER, completed_at INTEGER,
  UNIQUE (workspace_id, idempotency_key)
);
CREATE INDEX dfy_order_workspace ON dfy_order (workspace_id, id);
CREATE TABLE dfy_domain (
  order_id INTEGER NOT NULL, domain TEXT NOT NULL, usd REAL NOT NULL, state TEXT NOT NULL,
  PRIMARY KEY (order_id, domain)
);
CREATE INDEX dfy_domain_name ON dfy_domain (domain);
CREATE TABLE dfy_mailbox (
  order_id INTEGER NOT NULL, address TEXT NOT NULL, username TEXT NOT NULL, domain TEXT NOT NULL,
  first_name TEXT NOT NULL, last_name TEXT NOT NULL, picture TEXT, sender_id INTEGER, state TEXT NOT NULL,
  PRIMARY KEY (order_id, address)
);
CREATE INDEX dfy_mailbox_address ON dfy_mailbox (address);

-- fault.seen counts the calls a rule was asked about, hits those it spoiled; both survive the process. marks holds the
-- newest row of every table when the rule was made: a list that lags hides nothing older. late_call holds calls that
-- were given up on and still take effect; the secret of their key is not kept.
CREATE TABLE fault (
  id INTEGER PRIMARY KEY AUTOINCREMENT, rule TEXT NOT NULL, seen INTEGER NOT NULL DEFAULT 0,
  hits INTEGER NOT NULL DEFAULT 0, marks TEXT, created_at INTEGER NOT NULL
);
CREATE TABLE late_call (
  id INTEGER PRIMARY KEY AUTOINCREMENT, due_at INTEGER NOT NULL, workspace_id INTEGER NOT NULL,
  method TEXT NOT NULL, path TEXT NOT NULL, query TEXT NOT NULL, headers TEXT NOT NULL, body TEXT
);
