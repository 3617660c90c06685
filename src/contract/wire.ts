/** The one shape of an exchange: network, sandbox and faults of a test speak it, and nothing above can tell them apart. */
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
  readonly body?: string;
  /** How long the head of the answer may take, and how long the service may be silent after it; `silenceMs` unless said. */
  readonly timeoutMs?: number;
  /** How long the whole answer may take, however steadily it comes; ten times `timeoutMs` unless said. */
  readonly totalMs?: number;
  /** Of an answer that may be a stream which stays open: is what has come all there is to wait for? */
  readonly complete?: (soFar: string) => boolean;
  /** Asked just before the first byte leaves: where it says no, none does. */
  readonly mayLeave?: (() => boolean) | undefined;
}

export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The decoded text, whatever the content type says. */
  readonly body: string;
}

/** One exchange, once. Rejects with {@link WireFailure} without a whole answer, with the signal's reason when aborted. */
export type Transport = (request: WireRequest, signal?: AbortSignal) => Promise<WireAnswer>;

export type WireFailureReason =
  | 'dns'
  | 'refused'
  | 'tls'
  | 'connect-timeout'
  | 'stalled'
  | 'timeout'
  | 'too-slow'
  | 'malformed'
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
