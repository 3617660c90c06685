import type { AnyInput, AnyOperation } from '../../contract/operation.ts';

/**
 * Proof that somebody agreed to one call with one input. Only the gate grants it; the client redeems it once, and only
 * for the very call it was granted for.
 */
export class Approval<O extends AnyOperation = AnyOperation> {
  #redeemed = false;
  readonly #input: string;

  private constructor(
    readonly operation: O,
    input: AnyInput,
  ) {
    this.#input = canonical(input);
  }

  static grant<O extends AnyOperation>(operation: O, input: AnyInput): Approval<O> {
    return new Approval(operation, input);
  }

  /** Throws where the call is another one than was agreed to, or was made before: a defect of ours, never the user's. */
  redeem(operation: AnyOperation, input: AnyInput): void {
    if (operation.id !== this.operation.id)
      throw new Error(`approval for ${this.operation.id} used for ${operation.id}`);
    if (canonical(input) !== this.#input)
      throw new Error(`the input of ${operation.id} changed after it was approved`);
    if (this.#redeemed) throw new Error(`approval for ${operation.id} used twice`);
    this.#redeemed = true;
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
