/** The one source of time. Everything that waits or stamps takes it from outside, so tests never really wait. */
export interface Clock {
  /** Whole milliseconds since the epoch. */
  now(): number;
  /** Resolves after `ms`; rejects with the signal's reason as soon as it is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
