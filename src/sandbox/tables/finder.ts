/**
 * `people` is what a selected import still has to look at, as positions in the database; a first_n import has `filters`
 * instead and goes on at `position`, 1-based, of their audience. `finder_audience` says where the next one starts.
 * `top_up_of` is the saved search that started it; its `ledger_id` is 0 where it failed before it could start.
 */
export const tables = `
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
