/**
 * `campaign_lead.state`: queued (its emails are created at launch), active, finished (sequence sent) or stopped, with the
 * reason why. `company_key` is what colleagues share. `sending_day` counts what a mailbox sent per campaign and UTC day;
 * `variant_use` keeps the variants of a step even. `campaign_tally` is what lists show (world/campaign/tally.ts).
 */
export const tables = `
CREATE TABLE IF NOT EXISTS campaign (
  id INTEGER PRIMARY KEY AUTOINCREMENT, workspace_id INTEGER NOT NULL, name TEXT NOT NULL, emoji TEXT, flow TEXT NOT NULL,
  status TEXT NOT NULL, settings TEXT NOT NULL, schedule TEXT NOT NULL, signature TEXT NOT NULL DEFAULT '',
  processing_until INTEGER, launched_at INTEGER, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS campaign_newest ON campaign (workspace_id, id);
CREATE TABLE IF NOT EXISTS campaign_lead (
  campaign_id INTEGER NOT NULL, lead_id INTEGER NOT NULL, state TEXT NOT NULL, reason TEXT, company_key TEXT,
  sender_id INTEGER, added_at INTEGER NOT NULL,
  PRIMARY KEY (campaign_id, lead_id)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS campaign_lead_lead ON campaign_lead (lead_id);
CREATE INDEX IF NOT EXISTS campaign_lead_company ON campaign_lead (campaign_id, company_key);
CREATE TABLE IF NOT EXISTS campaign_sender (
  campaign_id INTEGER NOT NULL, sender_id INTEGER NOT NULL, attached_at INTEGER NOT NULL,
  PRIMARY KEY (campaign_id, sender_id)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS campaign_sender_sender ON campaign_sender (sender_id);
CREATE TABLE IF NOT EXISTS step (
  campaign_id INTEGER NOT NULL, position INTEGER NOT NULL, subject TEXT NOT NULL, body TEXT NOT NULL,
  content_type TEXT NOT NULL, delay_days INTEGER NOT NULL, use_same_thread INTEGER NOT NULL, variants TEXT NOT NULL,
  PRIMARY KEY (campaign_id, position)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS stopped_company (
  campaign_id INTEGER NOT NULL, company_key TEXT NOT NULL,
  PRIMARY KEY (campaign_id, company_key)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS sending_day (
  sender_id INTEGER NOT NULL, day INTEGER NOT NULL, campaign_id INTEGER NOT NULL, sent INTEGER NOT NULL,
  PRIMARY KEY (sender_id, day, campaign_id)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS sending_day_campaign ON sending_day (campaign_id, day);
CREATE TABLE IF NOT EXISTS campaign_tally (
  campaign_id INTEGER PRIMARY KEY, sent INTEGER NOT NULL DEFAULT 0, contacted INTEGER NOT NULL DEFAULT 0,
  bounced INTEGER NOT NULL DEFAULT 0, replied INTEGER NOT NULL DEFAULT 0, positive INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE IF NOT EXISTS variant_use (
  campaign_id INTEGER NOT NULL, position INTEGER NOT NULL, label TEXT NOT NULL, sent INTEGER NOT NULL,
  PRIMARY KEY (campaign_id, position, label)
) WITHOUT ROWID;
`;
