/** Work in steps, between which others may have their turn. */
export type Steps<T> = Generator<undefined, T>;

export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Between two steps a spinner turns, and Ctrl-C ends them. */
export async function inTurns<T>(steps: Steps<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await new Promise(setImmediate);
    signal.throwIfAborted();
  }
}
