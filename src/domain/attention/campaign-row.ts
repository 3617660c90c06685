/** A campaign on one line. What was not read is null. */
export interface CampaignRow {
  readonly id: number;
  readonly name: string;
  readonly status: string | null;
  readonly leads: number | null;
  readonly contacted: number | null;
  /** On the UTC day. */
  readonly sentToday: number | null;
  /** People. */
  readonly replied: number | null;
  /** Of the people contacted, 0 to 1; null where no one was. */
  readonly replyRate: number | null;
  /** The UTC day on which it has probably sent everything: `2026-03-12`. */
  readonly ends: string | null;
  /** Emails on each of the last seven UTC days, today last. */
  readonly days: readonly number[] | null;
}
