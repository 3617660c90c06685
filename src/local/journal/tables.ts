/**
 * One row an intent, one row a step of it. At most one intent is open for a dedupe key. The columns `slot`, `likeness`
 * and `told_at` hold the dedupe key, the fingerprint and the time of acknowledgement.
 */
export const tables = `
CREATE TABLE IF NOT EXISTS intent (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account TEXT NOT NULL,
  profile TEXT NOT NULL,
  target TEXT NOT NULL,
  operation TEXT NOT NULL,
  effect TEXT NOT NULL,
  slot TEXT NOT NULL,
  likeness TEXT NOT NULL,
  token TEXT,
  request TEXT NOT NULL,
  idempotency_key TEXT,
  summary TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('prepared', 'sent', 'unknown', 'done', 'not-done')),
  generation INTEGER NOT NULL,
  owner_pid INTEGER,
  owner_started TEXT,
  started_at INTEGER NOT NULL,
  sent_at INTEGER,
  finished_at INTEGER,
  told_at INTEGER,
  quote TEXT,
  snapshot TEXT,
  answer TEXT,
  remark TEXT,
  blocks INTEGER NOT NULL DEFAULT 0
);
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
CREATE TABLE IF NOT EXISTS reply_mark (
  account TEXT NOT NULL,
  reply TEXT NOT NULL,
  lead TEXT,
  outcome TEXT NOT NULL,
  at INTEGER NOT NULL,
  until INTEGER,
  PRIMARY KEY (account, reply)
);
CREATE TABLE IF NOT EXISTS claimed_reply (
  account TEXT NOT NULL,
  reply TEXT NOT NULL,
  lead TEXT,
  until INTEGER NOT NULL,
  PRIMARY KEY (account, reply)
);
CREATE TABLE IF NOT EXISTS approval (
  code TEXT PRIMARY KEY,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'approved', 'used', 'denied', 'replaced')),
  account TEXT NOT NULL,
  profile TEXT NOT NULL,
  target TEXT NOT NULL,
  operation TEXT NOT NULL,
  call TEXT NOT NULL,
  digest TEXT NOT NULL,
  facts TEXT NOT NULL,
  price TEXT NOT NULL,
  line TEXT NOT NULL,
  asked_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  decided_at INTEGER,
  used_at INTEGER,
  signature TEXT
);
CREATE INDEX IF NOT EXISTS approval_call ON approval (account, call);
CREATE TABLE IF NOT EXISTS protection (value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS budget (
  id TEXT PRIMARY KEY,
  account TEXT NOT NULL,
  draft TEXT NOT NULL,
  revoked_at INTEGER,
  signature TEXT
);
CREATE TABLE IF NOT EXISTS draw (
  budget TEXT NOT NULL,
  intent INTEGER NOT NULL UNIQUE,
  credits REAL NOT NULL,
  usd REAL NOT NULL
);
CREATE TABLE IF NOT EXISTS moved_entry (
  journal TEXT NOT NULL,
  theirs INTEGER NOT NULL,
  ours INTEGER NOT NULL,
  PRIMARY KEY (journal, theirs)
);
CREATE TABLE IF NOT EXISTS moved_to (
  address TEXT NOT NULL,
  whole INTEGER NOT NULL,
  journal TEXT NOT NULL,
  at INTEGER NOT NULL
);
`;
