/** `meta` holds seed, offset, schema and switches; `pace` the requests of an account within a minute of wall time; `failed_event` what the world could not work on, so that it is not lost. */
export const tables = `
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
