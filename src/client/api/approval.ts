import { joiningOf } from '../../contract/consent.ts';
import type { AnyInput, AnyOperation } from '../../contract/operation.ts';

/** What an approval covers. `series`: every call of the operation that adds people to the same campaign, or to none. */
export type Covers = 'one call' | 'series';

/** Holds the service to what was agreed to: both throw `Failure` where it shows something else. */
export interface Holds {
  /** Gets what is noted right before each try of the call. Where it throws, nothing is sent. */
  before(noted: unknown): void;
  /** Gets the answer. Where it throws, it is not known what was done. */
  after(answer: unknown): void;
}

/**
 * What a person gave for one or more calls. It comes back where the service refused every one that was made, and nothing
 * was done.
 */
export class Given {
  #open = 0;
  #isDone = false;

  constructor(private readonly giveBack: () => Promise<void>) {}

  begin(): void {
    this.#open += 1;
  }

  async end(isRefused: boolean): Promise<void> {
    this.#open -= 1;
    this.#isDone ||= !isRefused;
    if (this.#open === 0 && !this.#isDone) await this.giveBack();
  }
}

/**
 * Proof of consent to a call. Only the gate grants it, and the client redeems it: once, for the very input that it was
 * granted for; that of a series for every call into the same campaign.
 */
export class Approval<O extends AnyOperation = AnyOperation> {
  #redeemed = false;
  readonly #covered: string;

  private constructor(
    readonly operation: O,
    input: AnyInput,
    readonly covers: Covers,
    readonly holds: Holds | undefined,
    readonly given: Given | undefined,
  ) {
    this.#covered = this.#coveredOf(input);
  }

  static grant<O extends AnyOperation>(
    operation: O,
    input: AnyInput,
    covers: Covers = 'one call',
    holds?: Holds,
    given?: Given,
  ): Approval<O> {
    return new Approval(operation, input, covers, holds, given);
  }

  /** Throws where the call is not the one that was approved, or was made before: a defect of ours, never the user's. */
  redeem(operation: AnyOperation, input: AnyInput): void {
    if (operation.id !== this.operation.id)
      throw new Error(`approval for ${this.operation.id} used for ${operation.id}`);
    if (this.#coveredOf(input) !== this.#covered)
      throw new Error(`the input of ${operation.id} changed after it was approved`);
    if (this.#redeemed && this.covers === 'one call')
      throw new Error(`approval for ${operation.id} used twice`);
    this.#redeemed = true;
  }

  #coveredOf(input: AnyInput): string {
    if (this.covers === 'one call') return canonical(input);
    return canonical(joiningOf(this.operation, input)?.campaign ?? null);
  }
}

/** The same text for the same value, whatever the order of its keys. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner === 'bigint') return inner.toString();
    if (inner === null || typeof inner !== 'object' || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
