import { Failure, isStop } from '../../base/errors.ts';
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

/** It comes back where no call did anything and no one stopped the command; unacknowledged while one is unknown. */
export class Given {
  #begun = 0;
  #ended = 0;
  #unused = 0;

  constructor(private readonly ends: { acknowledge(): Promise<unknown>; giveBack(): Promise<unknown> }) {}

  async during<T>(make: () => Promise<T>): Promise<T> {
    this.#begun += 1;
    try {
      const answer = await make();
      this.#ended += 1;
      return answer;
    } catch (error) {
      if (error instanceof Failure && error.outcome !== 'unknown') {
        this.#ended += 1;
        if (error.outcome === 'none' && !isStop(error)) this.#unused += 1;
      }
      throw error;
    }
  }

  /** At the end of the command, however that went. */
  async close(): Promise<void> {
    if (this.#ended < this.#begun) return;
    const comesBack = this.#begun > 0 && this.#unused === this.#begun;
    await (comesBack ? this.ends.giveBack() : this.ends.acknowledge());
  }
}

/** Only the gate grants it; the client redeems it once, for its very input; of a series, for every call into one campaign. */
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

export interface Turn {
  /** Before the look of a call. Throws `turn_taken` where another session keeps it for too long. */
  begin(operation: AnyOperation): Promise<void>;
  /** Right before the call. Throws `Failure` where it was lost meanwhile. */
  check(operation: AnyOperation): Promise<void>;
  end(operation: AnyOperation): Promise<void>;
}

/** In the turn of the account, which began with the question where there was one. */
export async function inTurn<T>(
  turn: Turn | undefined,
  { operation, approval }: { readonly operation: AnyOperation; readonly approval: Approval | undefined },
  call: () => Promise<T>,
): Promise<T> {
  if (approval === undefined) await turn?.begin(operation);
  try {
    return await call();
  } finally {
    if (approval?.covers !== 'series') await turn?.end(operation);
  }
}
