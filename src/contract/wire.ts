/**
 * The one shape of an exchange with the service. The network, the sandbox and the faults of a test all speak it,
 * so nothing above this line can tell them apart.
 */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Milliseconds without a byte after which a call is given up. */
export const silenceMs = 30_000;

export interface WireRequest {
  /** The id of the operation, for the limits that a single call has. It does not leave. */
  readonly operation?: string;
  /** It stops mail or money, or a call that does needs it: it goes before all others. It does not leave. */
  readonly isUrgent?: true;
  readonly method: Method;
  /** Encoded, starting with a slash and relative to the base URL, without query: `/leads/7`. */
  readonly path: string;
  readonly query: readonly (readonly [name: string, value: string])[];
  /** Lower-case names. `authorization` is here, too: code that prints a request leaves it out. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text, as it leaves. */
  readonly body?: string;
  /** How long the head of the answer may take, and how long the service may be silent after it; `silenceMs` unless said. */
  readonly timeoutMs?: number;
  /**
   * For an answer that may be a stream of events which stays open: is what has come all there is to wait for?
   */
  readonly complete?: (soFar: string) => boolean;
  /** Asked just before the first byte leaves: where it says no, none does. */
  readonly mayLeave?: (() => boolean) | undefined;
}

export interface WireAnswer {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** The decoded text, whatever the content type says. */
  readonly body: string;
}

/**
 * Makes one exchange, once: no retry, no redirect. Rejects with {@link WireFailure} when no whole answer came,
 * and with the signal's reason when it was aborted before anything left.
 */
export type Transport = (request: WireRequest, signal?: AbortSignal) => Promise<WireAnswer>;

/** Why an exchange brought no whole answer. */
export type WireFailureReason =
  | 'dns'
  | 'refused'
  | 'tls'
  | 'connect-timeout'
  | 'stalled'
  | 'timeout'
  | 'reset'
  | 'truncated'
  | 'too-large'
  | 'aborted';

export class WireFailure extends Error {
  override readonly name = 'WireFailure';
  constructor(
    readonly reason: WireFailureReason,
    /** False only where it is certain that no byte of the request reached the service. */
    readonly sent: boolean,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
