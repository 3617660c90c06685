import type { Failure } from '../../base/errors.ts';
import type { Approval, Covers, Holds } from '../../client/api/approval.ts';
import type { AnyInput, AnyOperation } from '../../contract/operation.ts';
import type { Waiver } from '../../domain/launch/problem.ts';
import type { Waived } from '../../domain/launch/verdict.ts';

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

/** What the dollars of a quote buy. */
export interface Purchase {
  /** `2 domains and 1 mailbox`. */
  readonly what: string;
  /** What comes on top, at a price that the service does not quote: `1 mailbox`. */
  readonly onTop?: string;
  /** Why nothing is bought. Ceilings count the dollars nevertheless, and a fact says when they are charged. */
  readonly notNow?: string;
}

/** What is gone afterwards. */
interface Deletion {
  /** By number and name: `lead 12, Ana Berg (ana@lumen.example)`. */
  readonly what: string;
  /** What it means, where that is not that the thing is deleted for good. */
  readonly line?: string;
}

/** A line of ours, or a text of someone else, which is shown behind a bar that is so many cells from the edge. */
export type Fact = string | { readonly theirs: string; readonly indent?: number };

export interface Quote {
  spend: Spend;
  /** What else a person should know, shown above the question. */
  facts: Fact[];
  /** Credits in the wallet before the call; null where the service does not say. */
  balance?: number | null;
  buys?: Purchase;
  deletes?: Deletion;
  /** More checks may follow than are likely, up to so many: then those of `spend` are an estimate. */
  mostChecks?: number;
  /** How many people it is for, where its input does not say it. */
  people?: number;
  /** When the first email leaves, RFC 3339. */
  firstEmailAt?: string;
  /** The question, where neither an amount nor a deletion says what happens: `Send test emails from 2 mailboxes`. */
  question?: string;
  /** The price is unknown: then no stated ceiling allows it. */
  priceUnknown?: true;
  /** The dollars are only what is known of the price; names the option that states the rest. */
  usdIsPart?: string;
  /** The amounts are the most that may come. */
  atMost?: true;
  /** What the call sends or starts, where its input does not say it: an approval holds only for the same. */
  binds?: string;
  /** What took long to find out, as JSON: who approves the call does not wait for it again. */
  checked?: string;
  /** What it sets is known to be different now: it is no repeat. */
  changes?: boolean;
  /** Why the service will refuse it, as far as that is known: a dry run ends with it. */
  expected?: Failure;
  /** Asked once more with what is noted of the service right before the call. */
  holds?: Holds;
  /** The line that asks for this call alone, where the command makes several. */
  line?: readonly string[];
  /** What a credit and a check cost, where the command has read it anyway; null where that did not say. */
  unitUsd?: { credit?: number | null; check?: number | null };
}

type BillOf<O> = O extends { readonly billed: readonly (infer B)[] } ? B : never;
type Wallet<O> = [Extract<BillOf<O>, 'credits' | 'top-up'>] extends [never] ? unknown : 'balance';
type Bought<O> = [Extract<BillOf<O>, 'dollars'>] extends [never] ? unknown : 'buys';
type Gone<O> = O extends { readonly route: { readonly method: 'DELETE' } } ? 'deletes' : unknown;

/** A call that spends, buys or deletes says so in its quote. Of a raw call only the amounts are known. */
export type QuoteFor<O extends AnyOperation> = string extends O['id']
  ? Quote
  : Quote & Required<Pick<Quote, Extract<Wallet<O> | Bought<O> | Gone<O>, keyof Quote>>>;

/** A campaign that writes at once to the people who join it, or may do so. */
export interface Receiving {
  readonly id: number;
  /** Undefined where it cannot be read. */
  readonly status: unknown;
}

/** What launch checks say for a question, and the waivers among that. */
export interface ChecksPassed {
  readonly lines: readonly string[];
  readonly waived: readonly Waived[];
}

/** Throws `ended-badly` where a rule blocks. */
export type LaunchChecks = (campaign: Receiving) => Promise<ChecksPassed>;

/**
 * Consent to everything that one question named: several calls, perhaps in several accounts. {@link Agree} gives one,
 * and the gate then asks no question of its own for these operations.
 */
export class Agreement {
  private constructor(
    private readonly operations: readonly AnyOperation[],
    private readonly by: 'a person' | '--yes',
  ) {}

  static to(operations: readonly AnyOperation[], by: 'a person' | '--yes'): Agreement {
    return new Agreement(operations, by);
  }

  /** `byPerson`: where `--yes` is not consent. */
  covers({ id }: AnyOperation, byPerson: boolean): boolean {
    return (this.by === 'a person' || !byPerson) && this.operations.some((operation) => operation.id === id);
  }
}

interface JointQuestion {
  /** What is done, and where: `Forget a person (LIVE, profile acme)`. */
  readonly heading: string;
  readonly facts: readonly string[];
  /** Without its question mark. */
  readonly question: string;
  readonly operations: readonly AnyOperation[];
}

/** Asks it at a terminal; elsewhere `--yes` answers. Throws `not-confirmed`. */
export type Agree = (asked: JointQuestion) => Promise<Agreement>;

interface ApproveOptions {
  /** The question was asked before, together with others. */
  readonly agreed?: Agreement | undefined;
  /** Rules that the launch checks let it break, each with its reason. */
  readonly accept?: readonly Waiver[] | undefined;
  /** In place of the launch checks that the gate makes itself: those of the command, or none for a raw call. */
  readonly checks?: LaunchChecks | 'none';
  /** `series`: for several calls into one campaign. */
  readonly covers?: Covers;
  /** Asks without looking up whether the campaign that people join writes to them. */
  readonly always?: boolean;
}

/**
 * Asks for consent to exactly this call: facts, target and price on a terminal, `--yes` elsewhere; ceilings first.
 * `quote` is read before asking and again just before the call; with `--dry-run` only for a person at a terminal.
 * A call that adds people to a campaign, or changes its emails, asks only where that campaign writes at once, after the
 * launch checks. Throws `not-confirmed`, `ended-badly` where a check blocks, `conflict` where the price rose, or ends a
 * dry run.
 */
export type Approve = <const O extends AnyOperation>(
  operation: O,
  input: AnyInput,
  quote: () => Promise<QuoteFor<O>> | QuoteFor<O>,
  options?: ApproveOptions,
) => Promise<Approval<O>>;

/** A call that one question may cover together with others: nothing that is billed. */
export type Shareable = AnyOperation & { readonly effect: 'none' | 'sends'; readonly billed?: undefined };

/** `later`: an earlier call gives the id in its path. */
export interface SharedCall<O extends Shareable = Shareable> {
  readonly operation: O;
  readonly input: AnyInput;
  readonly later?: true;
  /** Its body has only the first leads of those that go out. */
  readonly truncated?: { readonly shown: number; readonly total: number };
  /** What of the quote is about this call alone; else the journal has the whole quote with each. */
  readonly own?: Pick<Quote, 'facts' | 'binds' | 'holds'> & { readonly recipients: number | null };
}

export interface SharedQuote {
  /** What they do together: `Apply 2 campaign files`. */
  readonly summary: string;
  /** `Make 5 changes to 2 campaigns`. */
  readonly question: string;
  readonly facts: readonly Fact[];
  /** As in {@link Quote}: all of them together. */
  readonly deletes?: Deletion;
  /** People who may get email because of all of them, in sum; null where that is not known. */
  readonly recipients: number | null;
  /** As in {@link Quote}. */
  readonly binds?: string;
  /** They are exactly these people, and the question says how many. */
  readonly exact?: true;
}

/** The approval of one of them. That of a call that is `later` is for the campaign, or what it is, that this id is of. */
export type Granted<O extends AnyOperation = AnyOperation> = (id?: number) => Approval<O>;

/**
 * Asks once for consent to exactly these calls. Always asks, and gives the approval of each in order. The quote is read
 * as by {@link Approve}, and fails alike; a dry run ends with all requests.
 */
export type ApproveAll = <const C extends readonly SharedCall[]>(
  calls: C,
  quote: () => Promise<SharedQuote> | SharedQuote,
) => Promise<{ readonly [K in keyof C]: Granted<C[K]['operation']> }>;
