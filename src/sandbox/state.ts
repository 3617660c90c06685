import type { Database } from '../local/database.ts';

/** What handlers and the world work on. */
export interface Sandbox {
  readonly db: Database;
  /** Simulated time, milliseconds since the epoch. */
  now(): number;
  /** 0 <= n < 1, the same for the same seed and words: nothing random has a state. */
  chance(...words: (string | number)[]): number;
  /** Something that happens at a simulated time; processed in order of due time, then of insertion. */
  schedule(at: number, kind: string, payload: unknown): void;
}
