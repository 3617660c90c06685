import type { AnyOperation, Output } from '../../contract/operation.ts';
import type { Sandbox } from './state.ts';

/** The request as the dispatcher hands it on: authorised, parsed and checked against the contract. */
export interface Call<O extends AnyOperation = AnyOperation> {
  /** Path parameters: paths have none but the `id` of one record. */
  readonly params: { readonly id: number };
  readonly query: O extends { query: infer Q } ? Partial<InferOf<Q>> : Record<string, never>;
  readonly body: O extends { body: infer B } ? InferOf<B> : undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly workspaceId: number;
}

type InferOf<S> = import('../../contract/schema/schema.ts').Infer<S>;

/** Answers a call, synchronously and in one transaction, or throws {@link Refusal}. */
type Handler<O extends AnyOperation> = (call: Call<O>, sandbox: Sandbox) => Output<O>;

type Area = Readonly<Record<string, AnyOperation>>;

export type HandlersOf<A extends Area, K extends keyof A> = { readonly [N in K]: Handler<A[N]> };

type AnyHandlers = Readonly<Record<string, (call: never, sandbox: Sandbox) => unknown>>;

/** An area of the contract with its handlers, whose types are checked where they are written. */
export interface Section {
  readonly operations: Area;
  readonly handlers: AnyHandlers;
  readonly loadLate: (() => Promise<AnyHandlers>) | undefined;
}

/**
 * One handler per operation of an area: a missing or a surplus one does not compile. Those that need much code are loaded
 * when one of them is called, so that a list does not pay for them.
 */
export const sectionOf = <A extends Area, L extends keyof A = never>(
  operations: A,
  handlers: HandlersOf<A, Exclude<keyof A, L>>,
  loadLate?: () => Promise<HandlersOf<A, L>>,
): Section => ({ operations, handlers, loadLate }) as Section;

/** A failure the service would answer: status, its words, and the extra fields the spec gives it. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly extra: Readonly<Record<string, unknown>> = {},
    /** True where what the handler did stays: the service failed after it took effect. */
    readonly kept = false,
  ) {
    super(message);
  }
}
