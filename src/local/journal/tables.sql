-- One row an intent, one row a step of it. At most one intent is open for a dedupe key.
CREATE TABLE IF NOT EXISTS intent (id INTEGER PRIMARY KEY AUTOINCREMENT,{intent});
CREATE UNIQUE INDEX IF NOT EXISTS intent_open ON intent (slot) WHERE told_at IS NULL;
CREATE INDEX IF NOT EXISTS intent_slot ON intent (slot, id);
CREATE INDEX IF NOT EXISTS intent_likeness ON intent (likeness, finished_at);
CREATE INDEX IF NOT EXISTS intent_blocks ON intent (account, operation) WHERE blocks = 1;
CREATE TABLE IF NOT EXISTS step (
  intent_id INTEGER NOT NULL REFERENCES intent (id) ON DELETE CASCADE,
  at INTEGER NOT NULL,
  what TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS step_intent ON step (intent_id);
CREATE TABLE IF NOT EXISTS secret (value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS former_secret (value TEXT PRIMARY KEY);
CREATE TABLE IF NOT EXISTS reply_mark ({reply_mark});
CREATE TABLE IF NOT EXISTS claimed_reply ({claimed_reply});
CREATE TABLE IF NOT EXISTS approval ({approval});
CREATE INDEX IF NOT EXISTS approval_call ON approval (account, call);
CREATE TABLE IF NOT EXISTS protection (value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS budget ({budget});
CREATE TABLE IF NOT EXISTS draw ({draw});
CREATE TABLE IF NOT EXISTS moved_entry ({moved_entry});
CREATE TABLE IF NOT EXISTS moved_to (
  address TEXT NOT NULL,
  whole INTEGER NOT NULL,
  journal TEXT NOT NULL,
  at INTEGER NOT NULL
);
