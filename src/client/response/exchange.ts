import type { AnyInput, AnyOperation } from '../../contract/operation.ts';
import type { WireAnswer, WireRequest } from '../../contract/wire.ts';

/** A call and the answer to it. */
export interface Exchange {
  readonly operation: AnyOperation;
  /** Absent for a tool, which has no path. */
  readonly input?: AnyInput;
  readonly request: WireRequest;
  readonly answer: WireAnswer;
  /** When the answer came, in milliseconds: Retry-After may be a date. */
  readonly now: number;
}
