import type { Approval, Covers } from '../../client/api/approval.ts';
import type { AnyInput, AnyOperation } from '../../contract/operation.ts';

/** What an effect costs, as far as it is known before the call. */
export interface Spend {
  credits?: number;
  /** In dollars, as quoted. */
  usd?: number;
  /** Checks of addresses, at most. */
  checks?: number;
  /** People who will get email. The gate fills it in for a call that adds people to a campaign. */
  recipients?: number;
}

export interface Quote {
  spend: Spend;
  /** One line each, shown above the question: balance before and after, what is bought, from where it is sent. */
  facts: string[];
  /** The price is unknown: then no stated ceiling allows it. */
  priceUnknown?: true;
  /** The dollars are only what is known of the price; names the option that states the rest. */
  usdIsPart?: string;
  /** The amounts are the most that may come. */
  atMost?: true;
  /** What a credit and a check cost, where the command has read it anyway; null where that did not say. */
  unitUsd?: { credit?: number | null; check?: number | null };
}

export interface ApproveOptions {
  /** `series`: for several calls into one campaign. */
  readonly covers?: Covers;
  /** Asks without looking up whether the campaign that people join writes to them. */
  readonly always?: boolean;
}

/**
 * Asks for consent to exactly this call: facts, target and price on a terminal, `--yes` elsewhere; ceilings first.
 * `quote` is read before asking and again just before the call; with `--dry-run` it is not read at all.
 * A call that adds people to a campaign asks only where that campaign writes to them at once. Throws `not-confirmed`,
 * `conflict` where the price rose, or ends a dry run.
 */
export type Approve = <const O extends AnyOperation>(
  operation: O,
  input: AnyInput,
  quote: () => Promise<Quote> | Quote,
  options?: ApproveOptions,
) => Promise<Approval<O>>;
