import type { World } from '../../../cli/declare/world.ts';

/** Whatever ends the listening first. A stop signal is how it usually ends: no failure. */
export class Ending {
  #settle: { end(): void; fail(error: unknown): void } | undefined;
  #over: Promise<void>;

  constructor() {
    this.#over = new Promise((resolve, reject) => {
      this.#settle = { end: () => resolve(), fail: reject };
    });
    this.#over.catch(() => undefined);
  }

  end(): void {
    this.#settle?.end();
  }

  fail(error: unknown): void {
    this.#settle?.fail(error);
  }

  /** Waits for it, for `forMs` at most, and for Ctrl-C. Rejects with what {@link fail} was given. */
  async of({ clock, signal }: World, forMs: number | undefined): Promise<void> {
    const stop = () => this.end();
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    const over = new AbortController();
    if (forMs !== undefined)
      clock.sleep(forMs, over.signal).then(
        () => this.end(),
        () => undefined,
      );
    try {
      await this.#over;
    } finally {
      signal.removeEventListener('abort', stop);
      over.abort();
    }
  }
}
