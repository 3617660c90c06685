import type { WireAnswer } from '../../contract/wire.ts';

/** What happens to the connection instead of, or along with, an answer. */
export type ConnectionFault =
  | { readonly kind: 'reset' | 'hang' | 'truncated' | 'refused' | 'dns' }
  /** The body comes piece by piece, for so long. */
  | { readonly kind: 'slow'; readonly ms: number };

/** An answer of the sandbox before it meets the wire. Without trouble it arrives as it is. */
export interface FaultedResponse extends WireAnswer {
  readonly trouble?: ConnectionFault;
}
