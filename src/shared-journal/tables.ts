/** Rises with every change of the tables. */
export const version = 5;

/**
 * Names and columns are those of the local journal. `slot` has one row for each dedupe key, for ever: who holds it by an
 * unexpired lease is alone with its open call; one for the turn of each account; and one that nothing updates, `origin`
 * (recognised.ts). `done_at` is the database's time. `forgotten` is the highest number of a call that was taken out; `former`
 * are the secrets of journals that were moved into it.
 */
export const tables = `
CREATE TABLE slot (
  slot TEXT PRIMARY KEY,
  generation BIGINT NOT NULL,
  holder UUID,
  claim UUID,
  lease_until TIMESTAMPTZ NOT NULL
);
CREATE INDEX slot_holder ON slot (holder) WHERE holder IS NOT NULL;
CREATE TABLE intent (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
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
  host TEXT NOT NULL,
  made_by TEXT NOT NULL,
  started_at BIGINT NOT NULL,
  sent_at BIGINT,
  finished_at BIGINT,
  done_at TIMESTAMPTZ,
  told_at BIGINT,
  quote TEXT,
  snapshot TEXT,
  answer TEXT,
  remark TEXT,
  blocks INTEGER NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX intent_open ON intent (slot) WHERE told_at IS NULL;
CREATE INDEX intent_slot ON intent (slot, id);
CREATE INDEX intent_likeness ON intent (likeness, done_at);
CREATE INDEX intent_unacknowledged ON intent (account, operation) WHERE told_at IS NULL;
CREATE INDEX intent_done ON intent (account, operation, id) WHERE state = 'done';
CREATE INDEX intent_started ON intent (started_at);
CREATE TABLE step (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key UUID NOT NULL UNIQUE,
  intent_id BIGINT NOT NULL REFERENCES intent (id) ON DELETE CASCADE,
  at BIGINT NOT NULL,
  what TEXT NOT NULL
);
CREATE INDEX step_intent ON step (intent_id);
CREATE TABLE secret (
  single BOOLEAN PRIMARY KEY DEFAULT TRUE CHECK (single),
  value TEXT NOT NULL,
  forgotten BIGINT NOT NULL DEFAULT 0,
  former TEXT[] NOT NULL DEFAULT '{}'
);
INSERT INTO secret (value) VALUES (replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''));
CREATE TABLE reply_mark (
  account TEXT NOT NULL,
  reply TEXT NOT NULL,
  lead TEXT,
  outcome TEXT NOT NULL,
  at BIGINT NOT NULL,
  until BIGINT,
  PRIMARY KEY (account, reply)
);
CREATE TABLE claimed_reply (
  account TEXT NOT NULL,
  reply TEXT NOT NULL,
  lead TEXT,
  until BIGINT NOT NULL,
  key UUID NOT NULL,
  PRIMARY KEY (account, reply)
);
CREATE TABLE approval (
  number BIGINT GENERATED ALWAYS AS IDENTITY,
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
);
CREATE INDEX approval_call ON approval (account, call);
CREATE TABLE protection (single BOOLEAN PRIMARY KEY DEFAULT TRUE CHECK (single), value TEXT NOT NULL);
CREATE TABLE budget (
  number BIGINT GENERATED ALWAYS AS IDENTITY,
  id TEXT PRIMARY KEY,
  account TEXT NOT NULL,
  draft TEXT NOT NULL,
  revoked_at BIGINT,
  signature TEXT
);
CREATE TABLE draw (
  budget TEXT NOT NULL,
  intent BIGINT NOT NULL UNIQUE,
  credits DOUBLE PRECISION NOT NULL,
  usd DOUBLE PRECISION NOT NULL
);
CREATE INDEX draw_budget ON draw (budget);
CREATE TABLE moved_entry (
  journal TEXT NOT NULL,
  theirs BIGINT NOT NULL,
  ours BIGINT NOT NULL,
  PRIMARY KEY (journal, theirs)
);
CREATE TABLE turn (
  account TEXT PRIMARY KEY,
  generation BIGINT NOT NULL,
  what TEXT NOT NULL,
  since BIGINT NOT NULL,
  pid BIGINT NOT NULL,
  host TEXT NOT NULL
);
`;
