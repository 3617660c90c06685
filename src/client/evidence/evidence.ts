import type { AnyInput, AnyOperation } from '../../contract/operation.ts';

/** A look at the service, on behalf of one call. */
export interface Looking {
  /** Reads only. Throws `Failure` as any call does. */
  read(operation: AnyOperation, input?: AnyInput): Promise<unknown>;
  readonly input: AnyInput;
  /** When the call was sent, in milliseconds; undefined before. */
  readonly sentAt?: number;
}

export type Finding =
  /** Exactly what the call would have brought about: `answer` is as much of the answer as the service still tells. */
  | { readonly kind: 'done'; readonly answer: unknown }
  | { readonly kind: 'nothing' }
  /** More than one thing could be it. */
  | { readonly kind: 'several'; readonly matches: readonly unknown[] };

/** How the service itself shows whether a call worked (spec, Errors: check whether the first try worked). */
export interface Evidence {
  /** What is there before the call. Must survive JSON. */
  snapshot(looking: Looking): Promise<unknown>;
  look(looking: Looking, snapshot: unknown): Promise<Finding>;
  /**
   * What it means that nothing has shown when the time of grace is over: `ask` a person, or `again`, where the state of
   * the service makes a second call harmless.
   */
  readonly whenNothing: 'ask' | 'again';
}

export const nothing: Finding = { kind: 'nothing' };
