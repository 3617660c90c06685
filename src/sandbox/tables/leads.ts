import { leadColumns } from './lead-columns.ts';

const { email: _email, ...named } = leadColumns;
const namedColumns = Object.values(named).map((column) => `${column} TEXT`);

/** `email_key` is the address in lower case: the key of the upsert. `origin`: api, finder or move. */
export const leads = `
CREATE TABLE IF NOT EXISTS lead (
  id INTEGER PRIMARY KEY AUTOINCREMENT, workspace_id INTEGER NOT NULL, email TEXT NOT NULL, email_key TEXT NOT NULL,
  ${namedColumns.join(', ')},
  custom TEXT, tag TEXT, meeting_booked_at INTEGER, unsubscribed_at INTEGER, origin TEXT NOT NULL,
  created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
  UNIQUE (workspace_id, email_key)
);
CREATE INDEX IF NOT EXISTS lead_newest ON lead (workspace_id, id);
`;

/**
 * `people` is what a selected import still has to look at, as positions in the database; a first_n import has `filters`
 * instead and goes on at `position`, 1-based, of their audience. `finder_audience` says where the next one starts.
 * `top_up_of` is the saved search that started it; its `ledger_id` is 0 where it failed before it could start.
 */
export const finder = `
CREATE TABLE IF NOT EXISTS finder_import (
  id INTEGER PRIMARY KEY AUTOINCREMENT, workspace_id INTEGER NOT NULL, campaign_id INTEGER NOT NULL, mode TEXT NOT NULL,
  status TEXT NOT NULL, requested INTEGER NOT NULL, added INTEGER NOT NULL, skipped INTEGER NOT NULL,
  expired INTEGER NOT NULL, looked INTEGER NOT NULL, skip_reasons TEXT NOT NULL, credits_per_prospect INTEGER NOT NULL,
  credits_spent INTEGER NOT NULL, verify_emails INTEGER NOT NULL, verification TEXT NOT NULL, audience_key TEXT,
  filters TEXT, people TEXT, starts_at INTEGER, position INTEGER NOT NULL, end_reason TEXT, last_error TEXT,
  ledger_id INTEGER NOT NULL, top_up_of INTEGER, created_at INTEGER NOT NULL, finished_at INTEGER
);
CREATE INDEX IF NOT EXISTS finder_import_workspace ON finder_import (workspace_id, id);
CREATE TABLE IF NOT EXISTS saved_search (
  id INTEGER PRIMARY KEY AUTOINCREMENT, workspace_id INTEGER NOT NULL, name TEXT NOT NULL, filters TEXT NOT NULL,
  campaign_id INTEGER NOT NULL, weekly INTEGER NOT NULL, verify_emails INTEGER NOT NULL, created_at INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS finder_audience (
  workspace_id INTEGER NOT NULL, audience_key TEXT NOT NULL, next_from INTEGER NOT NULL, adds INTEGER NOT NULL,
  added INTEGER NOT NULL, last_add_at INTEGER,
  PRIMARY KEY (workspace_id, audience_key)
);
`;

/** Domains and addresses that get no email, in lower case. A global entry of the main workspace holds for its children. */
export const blocklist = `
CREATE TABLE IF NOT EXISTS blocklist (
  id INTEGER PRIMARY KEY AUTOINCREMENT, workspace_id INTEGER NOT NULL, domain TEXT, email_address TEXT,
  scope TEXT NOT NULL, created_at INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS blocklist_domain ON blocklist (domain);
CREATE INDEX IF NOT EXISTS blocklist_address ON blocklist (email_address);
`;

/** `ledger_id` is the row of the ledger that the checks are billed to; `checks` are counted as they are made. */
export const verification = `
CREATE TABLE IF NOT EXISTS verification_job (
  id INTEGER PRIMARY KEY AUTOINCREMENT, workspace_id INTEGER NOT NULL, name TEXT NOT NULL, status TEXT NOT NULL,
  total INTEGER NOT NULL, ledger_id INTEGER NOT NULL, created_at INTEGER NOT NULL, finished_at INTEGER
);
CREATE INDEX IF NOT EXISTS verification_job_newest ON verification_job (workspace_id, id);
CREATE TABLE IF NOT EXISTS verification_record (
  id INTEGER PRIMARY KEY AUTOINCREMENT, job_id INTEGER NOT NULL, email TEXT NOT NULL, status TEXT NOT NULL,
  reason TEXT, checks INTEGER NOT NULL DEFAULT 0, checked_at INTEGER
);
CREATE INDEX IF NOT EXISTS verification_record_job ON verification_record (job_id, id);
`;
