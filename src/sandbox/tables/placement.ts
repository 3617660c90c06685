/** `sender_ids` and `results` are JSON. A weekly test begins its next run at `next_run_at`. */
export const tables = `
CREATE TABLE IF NOT EXISTS placement_test (
  id INTEGER PRIMARY KEY AUTOINCREMENT, workspace_id INTEGER NOT NULL, name TEXT NOT NULL, frequency TEXT NOT NULL,
  sender_ids TEXT NOT NULL, created_at INTEGER NOT NULL, next_run_at INTEGER
);
CREATE INDEX IF NOT EXISTS placement_test_newest ON placement_test (workspace_id, id);
CREATE TABLE IF NOT EXISTS placement_run (
  id INTEGER PRIMARY KEY AUTOINCREMENT, workspace_id INTEGER NOT NULL, test_id INTEGER NOT NULL, status TEXT NOT NULL,
  results TEXT NOT NULL, started_at INTEGER NOT NULL, finished_at INTEGER
);
CREATE INDEX IF NOT EXISTS placement_run_newest ON placement_run (workspace_id, id);
CREATE INDEX IF NOT EXISTS placement_run_test ON placement_run (test_id, id);
`;
