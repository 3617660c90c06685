/** `meta` holds seed, offset, schema and switches; `pace` the requests of an account within a minute of wall time; `failed_event` what the world could not work on, so that it is not lost. */
export const core = `
CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS event (
  id INTEGER PRIMARY KEY AUTOINCREMENT, due_at INTEGER NOT NULL, kind TEXT NOT NULL, payload TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS event_due ON event (due_at, id);
CREATE TABLE IF NOT EXISTS failed_event (
  id INTEGER PRIMARY KEY, due_at INTEGER NOT NULL, kind TEXT NOT NULL, payload TEXT NOT NULL, message TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS counter (
  workspace_id INTEGER NOT NULL, name TEXT NOT NULL, day TEXT NOT NULL, value INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, name, day)
);
CREATE TABLE IF NOT EXISTS request (
  id INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, workspace_id INTEGER, operation TEXT NOT NULL,
  method TEXT NOT NULL, path TEXT NOT NULL, status INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS request_operation ON request (operation, at);
CREATE TABLE IF NOT EXISTS pace (account_id INTEGER NOT NULL, at INTEGER NOT NULL);
CREATE INDEX IF NOT EXISTS pace_account ON pace (account_id, at);
CREATE TABLE IF NOT EXISTS ledger (
  id INTEGER PRIMARY KEY AUTOINCREMENT, workspace_id INTEGER NOT NULL, operation TEXT NOT NULL, effect TEXT NOT NULL,
  credits INTEGER NOT NULL, usd REAL NOT NULL, at INTEGER NOT NULL, request TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS ledger_operation ON ledger (operation, id);
`;

/**
 * `fault.seen` counts the calls a rule was asked about, `hits` those it spoiled; both survive the process. `marks` holds
 * the newest row of every table when the rule was made: a list that lags hides nothing older. `late_call` holds calls
 * that were given up on and still take effect; the secret of their key is not kept.
 */
export const fault = `
CREATE TABLE IF NOT EXISTS fault (
  id INTEGER PRIMARY KEY AUTOINCREMENT, rule TEXT NOT NULL, seen INTEGER NOT NULL DEFAULT 0,
  hits INTEGER NOT NULL DEFAULT 0, marks TEXT, created_at INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS late_call (
  id INTEGER PRIMARY KEY AUTOINCREMENT, due_at INTEGER NOT NULL, workspace_id INTEGER NOT NULL,
  method TEXT NOT NULL, path TEXT NOT NULL, query TEXT NOT NULL, headers TEXT NOT NULL, body TEXT
);
`;

/** `secret` signs deliveries and is the `rotation`th one; no call ever tells it. Ids are not used twice. */
export const webhook = `
CREATE TABLE IF NOT EXISTS webhook (
  id INTEGER PRIMARY KEY AUTOINCREMENT, workspace_id INTEGER NOT NULL, url TEXT NOT NULL, type TEXT NOT NULL,
  name TEXT, is_enabled INTEGER NOT NULL DEFAULT 1, secret TEXT NOT NULL, rotation INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS webhook_workspace ON webhook (workspace_id, type);
`;

/**
 * Deliveries to webhooks. `body` goes out as it is here, at every try. `at` is when it happened and `next_at` when it
 * is tried next, both in simulated time; `next_at` is null once nothing more is tried. `claimed_until`, in wall time,
 * keeps two programs over one sandbox from delivering the same. `delivery_attempt.sent_at` is wall time, in seconds: the
 * timestamp that was signed.
 */
export const delivery = `
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
