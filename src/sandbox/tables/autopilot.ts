/**
 * `plan` is the budget plan as it was when the run started; `launched` is 1 once the run started its campaign;
 * `ledger_id` is the approval, to which everything it spends is charged; `order_id` is the order of its infrastructure.
 */
export const tables = `
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
