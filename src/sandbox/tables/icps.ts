/** `criteria` is the lists as JSON; `sized_by` is what they were when the audience was last counted. */
export const tables = `
CREATE TABLE IF NOT EXISTS icp (
  id INTEGER PRIMARY KEY AUTOINCREMENT, workspace_id INTEGER NOT NULL, name TEXT NOT NULL, summary TEXT NOT NULL,
  source_website TEXT NOT NULL, criteria TEXT NOT NULL, personas TEXT NOT NULL, audience_size INTEGER NOT NULL DEFAULT 0,
  sized_at INTEGER, sized_by TEXT, is_primary INTEGER NOT NULL DEFAULT 0, is_generated INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS icp_workspace ON icp (workspace_id, id);
CREATE UNIQUE INDEX IF NOT EXISTS icp_primary ON icp (workspace_id) WHERE is_primary = 1;
`;
