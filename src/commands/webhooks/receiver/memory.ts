import type { Identity } from '../../../domain/events/event-identity.ts';

/** Longer than all tries of one delivery take together: four times 30 s and the waits of 1, 2 and 4 s between them. */
const triesMs = 150_000;
/** Beyond that a repeat is no retry any more; an id says for longer what it is than fields without a time do. */
const memoryMs = 600_000;
const most = 50_000;

interface Entry {
  readonly at: number;
  /** What was answered, or will be. */
  readonly status: Promise<number>;
}

/**
 * The events that were handled well lately, or are being handled. The service delivers again what it got no good answer
 * to, so an event that went wrong is forgotten at once.
 */
export class Memory {
  readonly #entries = new Map<string, Entry>();

  /** What became of the same event, where it came before; it may still be under way. */
  earlier({ key, passing }: Identity, now: number): Promise<number> | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined || now - entry.at > (passing ? triesMs : memoryMs)) return undefined;
    return entry.status;
  }

  remember({ key }: Identity, now: number, status: Promise<number>): void {
    const entry = { at: now, status };
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    for (const [oldest, { at }] of this.#entries) {
      if (this.#entries.size <= most && now - at <= memoryMs) break;
      this.#entries.delete(oldest);
    }
    void status.then((answered) => {
      if (!isGood(answered) && this.#entries.get(key) === entry) this.#entries.delete(key);
    });
  }
}

/** Any 2xx is an acknowledgement (spec, Events 4). */
export const isGood = (status: number): boolean => status >= 200 && status < 300;
