/**
 * Deliveries to webhooks. `body` goes out as it is here, at every try. `at` is when it happened and `next_at` when it
 * is tried next, both in simulated time; `next_at` is null once nothing more is tried. `claimed_until`, in wall time,
 * keeps two programs over one sandbox from delivering the same. `delivery_attempt.sent_at` is wall time, in seconds: the
 * timestamp that was signed.
 */
export const tables = `
CREATE TABLE IF NOT EXISTS delivery (
  id INTEGER PRIMARY KEY AUTOINCREMENT, workspace_id INTEGER NOT NULL, webhook_id INTEGER NOT NULL, type TEXT NOT NULL,
  event_id TEXT NOT NULL, url TEXT NOT NULL, body TEXT NOT NULL, state TEXT NOT NULL, why TEXT NOT NULL DEFAULT '',
  tries INTEGER NOT NULL DEFAULT 0, at INTEGER NOT NULL, next_at INTEGER, claimed_until INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX IF NOT EXISTS delivery_due ON delivery (next_at, id) WHERE next_at IS NOT NULL;
CREATE TABLE IF NOT EXISTS delivery_attempt (
  delivery_id INTEGER NOT NULL, attempt INTEGER NOT NULL, at INTEGER NOT NULL, url TEXT NOT NULL, sent_at INTEGER NOT NULL,
  signature TEXT NOT NULL, status INTEGER, why TEXT NOT NULL,
  PRIMARY KEY (delivery_id, attempt)
) WITHOUT ROWID;
`;
