-- Names and columns are those of the local journal. slot has one row for each dedupe key, for ever: who holds it by an
-- unexpired lease is alone with its open call; one for the turn of each account; and one that nothing updates, origin
-- (recognised.ts). done_at is the database's time. forgotten is the highest number of a call that was taken out; former
-- are the secrets of journals that were moved into it.
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
  host TEXT NOT NULL,
  made_by TEXT NOT NULL,
  done_at TIMESTAMPTZ,{intent});
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
CREATE TABLE reply_mark ({reply_mark});
CREATE TABLE claimed_reply (
  key UUID NOT NULL,{claimed_reply});
CREATE TABLE approval (
  number BIGINT GENERATED ALWAYS AS IDENTITY,{approval});
CREATE INDEX approval_call ON approval (account, call);
CREATE TABLE protection (single BOOLEAN PRIMARY KEY DEFAULT TRUE CHECK (single), value TEXT NOT NULL);
CREATE TABLE budget (
  number BIGINT GENERATED ALWAYS AS IDENTITY,{budget});
CREATE TABLE draw ({draw});
CREATE INDEX draw_budget ON draw (budget);
CREATE TABLE moved_entry ({moved_entry});
CREATE TABLE turn (
  account TEXT PRIMARY KEY,
  generation BIGINT NOT NULL,
  what TEXT NOT NULL,
  since BIGINT NOT NULL,
  pid BIGINT NOT NULL,
  host TEXT NOT NULL
);
