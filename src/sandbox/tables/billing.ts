/** One profile per workspace; `fields` is a JSON object of what was ever set. */
export const tables = `
CREATE TABLE IF NOT EXISTS billing_profile (
  workspace_id INTEGER PRIMARY KEY, fields TEXT NOT NULL, updated_at INTEGER NOT NULL
);
`;
