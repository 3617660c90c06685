/**
 * `credits_free`: credits cost nothing, so nothing can be bought. `purchase_outcome`: `ok`, or the error code with which
 * purchases end. `verification_allowance`: addresses a month. `created_at` is 0 for those of a fresh world.
 */
export const tables = `
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
