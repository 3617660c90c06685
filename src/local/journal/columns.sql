-- What the tables of the journal on this machine and of a shared one have in common. SQLite reads BIGINT as INTEGER and
-- DOUBLE PRECISION as REAL. slot, likeness, told_at: dedupe key, fingerprint, acknowledgement.

-- intent
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
  generation BIGINT NOT NULL,
  owner_pid BIGINT,
  owner_started TEXT,
  started_at BIGINT NOT NULL,
  sent_at BIGINT,
  finished_at BIGINT,
  told_at BIGINT,
  quote TEXT,
  snapshot TEXT,
  answer TEXT,
  remark TEXT,
  blocks INTEGER NOT NULL DEFAULT 0

-- reply_mark
  account TEXT NOT NULL,
  reply TEXT NOT NULL,
  lead TEXT,
  outcome TEXT NOT NULL,
  at BIGINT NOT NULL,
  until BIGINT,
  PRIMARY KEY (account, reply)

-- claimed_reply
  account TEXT NOT NULL,
  reply TEXT NOT NULL,
  lead TEXT,
  until BIGINT NOT NULL,
  PRIMARY KEY (account, reply)

-- approval
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
  asked_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  decided_at BIGINT,
  used_at BIGINT,
  signature TEXT

-- budget
  id TEXT PRIMARY KEY,
  account TEXT NOT NULL,
  draft TEXT NOT NULL,
  revoked_at BIGINT,
  signature TEXT

-- draw
  budget TEXT NOT NULL,
  intent BIGINT NOT NULL UNIQUE,
  credits DOUBLE PRECISION NOT NULL,
  usd DOUBLE PRECISION NOT NULL

-- moved_entry
  journal TEXT NOT NULL,
  theirs BIGINT NOT NULL,
  ours BIGINT NOT NULL,
  PRIMARY KEY (journal, theirs)
