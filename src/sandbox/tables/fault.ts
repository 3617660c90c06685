/**
 * `fault.seen` counts the calls a rule was asked about, `hits` those it spoiled; both survive the process. `marks` holds
 * the newest row of every table when the rule was made: a list that lags hides nothing older. `late_call` holds calls
 * that were given up on and still take effect; the secret of their key is not kept.
 */
export const tables = `
CREATE TABLE IF NOT EXISTS fault (
  id INTEGER PRIMARY KEY AUTOINCREMENT, rule TEXT NOT NULL, seen INTEGER NOT NULL DEFAULT 0,
  hits INTEGER NOT NULL DEFAULT 0, marks TEXT, created_at INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS late_call (
  id INTEGER PRIMARY KEY AUTOINCREMENT, due_at INTEGER NOT NULL, workspace_id INTEGER NOT NULL,
  method TEXT NOT NULL, path TEXT NOT NULL, query TEXT NOT NULL, headers TEXT NOT NULL, body TEXT
);
`;
