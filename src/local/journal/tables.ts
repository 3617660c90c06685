import { mayCost } from './row.ts';

/** `whole`, `real`: types of numbers. `slot`, `likeness`, `told_at`: dedupe key, fingerprint, acknowledgement. */
export const commonColumns = (whole: string, real: string) => ({
  intent: `
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
  generation ${whole} NOT NULL,
  owner_pid ${whole},
  owner_started TEXT,
  started_at ${whole} NOT NULL,
  sent_at ${whole},
  finished_at ${whole},
  told_at ${whole},
  quote TEXT,
  snapshot TEXT,
  answer TEXT,
  remark TEXT,
  blocks INTEGER NOT NULL DEFAULT 0`,
  replyMark: `
  account TEXT NOT NULL,
  reply TEXT NOT NULL,
  lead TEXT,
  outcome TEXT NOT NULL,
  at ${whole} NOT NULL,
  until ${whole},
  PRIMARY KEY (account, reply)`,
  claimedReply: `
  account TEXT NOT NULL,
  reply TEXT NOT NULL,
  lead TEXT,
  until ${whole} NOT NULL,
  PRIMARY KEY (account, reply)`,
  approval: `
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
  asked_at ${whole} NOT NULL,
  expires_at ${whole} NOT NULL,
  decided_at ${whole},
  used_at ${whole},
  signature TEXT`,
  budget: `
  id TEXT PRIMARY KEY,
  account TEXT NOT NULL,
  draft TEXT NOT NULL,
  revoked_at ${whole},
  signature TEXT`,
  draw: `
  budget TEXT NOT NULL,
  intent ${whole} NOT NULL UNIQUE,
  credits ${real} NOT NULL,
  usd ${real} NOT NULL`,
  movedEntry: `
  journal TEXT NOT NULL,
  theirs ${whole} NOT NULL,
  ours ${whole} NOT NULL,
  PRIMARY KEY (journal, theirs)`,
});

const columns = commonColumns('INTEGER', 'REAL');

/** One row an intent, one row a step of it. At most one intent is open for a dedupe key. */
export const tables = `
CREATE TABLE IF NOT EXISTS intent (id INTEGER PRIMARY KEY AUTOINCREMENT,${columns.intent});
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
CREATE TABLE IF NOT EXISTS reply_mark (${columns.replyMark});
CREATE TABLE IF NOT EXISTS claimed_reply (${columns.claimedReply});
CREATE TABLE IF NOT EXISTS approval (${columns.approval});
CREATE INDEX IF NOT EXISTS approval_call ON approval (account, call);
CREATE TABLE IF NOT EXISTS protection (value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS budget (${columns.budget});
CREATE TABLE IF NOT EXISTS draw (${columns.draw});
CREATE TABLE IF NOT EXISTS moved_entry (${columns.movedEntry});
CREATE TABLE IF NOT EXISTS moved_to (
  address TEXT NOT NULL,
  whole INTEGER NOT NULL,
  journal TEXT NOT NULL,
  at INTEGER NOT NULL
);
`;

/** With these it costs the same to look into a journal of any length; one of an earlier build gets them when it is opened. */
export const indexes = `
CREATE INDEX IF NOT EXISTS intent_done ON intent (account, operation, id) WHERE state = 'done';
CREATE INDEX IF NOT EXISTS intent_state ON intent (state, told_at);
CREATE INDEX IF NOT EXISTS intent_costs ON intent (started_at) WHERE ${mayCost};
`;
