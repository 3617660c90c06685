/** What goes out: these very bytes, under these headers. */
export interface Parcel {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

/**
 * How the sandbox reaches a receiver: it has no network of its own; its opener hands one in. Posts once and
 * follows nothing; rejects with `WireFailure` where no answer came in time, with the signal's reason when aborted.
 */
export type Post = (
  url: URL,
  parcel: Parcel,
  patience: { readonly timeoutMs: number; readonly signal?: AbortSignal },
) => Promise<{ readonly status: number }>;
