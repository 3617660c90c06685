/** `secret` signs deliveries and is the `rotation`th one; no call ever tells it. Ids are not used twice. */
export const tables = `
CREATE TABLE IF NOT EXISTS webhook (
  id INTEGER PRIMARY KEY AUTOINCREMENT, workspace_id INTEGER NOT NULL, url TEXT NOT NULL, type TEXT NOT NULL,
  name TEXT, is_enabled INTEGER NOT NULL DEFAULT 1, secret TEXT NOT NULL, rotation INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS webhook_workspace ON webhook (workspace_id, type);
`;
