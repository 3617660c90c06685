/** `ledger_id` is the row of the ledger that the checks are billed to; `checks` are counted as they are made. */
export const tables = `
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
