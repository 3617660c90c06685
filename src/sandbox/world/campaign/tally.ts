import type { Sandbox } from '../../core/state.ts';

/**
 * What lists show of a campaign, counted as it happens: a page of campaigns would otherwise read every email they ever
 * sent. All but `sent` are leads, each counted once, whatever becomes of it later.
 */
interface Tally {
  sent: number;
  contacted: number;
  bounced: number;
  replied: number;
  positive: number;
}

/** What counts a lead, as a condition on the rows of a table. */
const happenings = {
  bounced: 'email WHERE lead_id = ? AND campaign_id = ? AND bounce IS NOT NULL',
  replied: 'reply WHERE lead_id = ? AND campaign_id = ? AND counts = 1',
  positive: "reply WHERE lead_id = ? AND campaign_id = ? AND counts = 1 AND response_category = 'interested'",
} as const satisfies Partial<Record<keyof Tally, string>>;

export function tallyOf(sandbox: Sandbox, campaignId: number): Readonly<Tally> {
  const row = sandbox.db
    .prepare('SELECT sent, contacted, bounced, replied, positive FROM campaign_tally WHERE campaign_id = ?')
    .get<Tally>(campaignId);
  return row ?? nothing;
}

/** To be called once an email was sent; `isContact` where it is the first one to its lead. */
export function tallySent(sandbox: Sandbox, campaignId: number, isContact: boolean): void {
  add(sandbox, campaignId, 'sent');
  if (isContact) add(sandbox, campaignId, 'contacted');
}

/** To be called once it was written down, with every email and reply it may be about: counts where it is the lead's first. */
export function tallyLead(
  sandbox: Sandbox,
  campaignId: number,
  leadId: number,
  what: keyof typeof happenings,
): void {
  const found = sandbox.db.prepare(`SELECT 1 FROM ${happenings[what]} LIMIT 2`).all(leadId, campaignId);
  if (found.length === 1) add(sandbox, campaignId, what);
}

const nothing: Readonly<Tally> = { sent: 0, contacted: 0, bounced: 0, replied: 0, positive: 0 };

function add(sandbox: Sandbox, campaignId: number, column: keyof Tally): void {
  const more = sandbox.steady(`tally ${campaignId}`, () => ({ ...nothing }));
  more[column] += 1;
  sandbox.later(`tally ${campaignId}`, () => {
    sandbox.db
      .prepare(
        `INSERT INTO campaign_tally (campaign_id, sent, contacted, bounced, replied, positive) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET sent = sent + excluded.sent, contacted = contacted + excluded.contacted,
           bounced = bounced + excluded.bounced, replied = replied + excluded.replied,
           positive = positive + excluded.positive`,
      )
      .run(campaignId, more.sent, more.contacted, more.bounced, more.replied, more.positive);
    Object.assign(more, nothing);
  });
}
