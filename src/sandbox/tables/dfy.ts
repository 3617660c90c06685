/** Domains and mailboxes belong to their order; `state` is ordered, ready or failed. `usd` is what the card was charged. */
export const tables = `
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
