/** How many events of each kind were worked on. */
export type Happened = Record<string, number>;

export interface SettleOptions {
  /** Lets the exception of an event out, instead of putting the event aside. */
  readonly strict: boolean;
  readonly signal?: AbortSignal | undefined;
  /** How long to wait for another process that writes; then it throws `database_locked`. */
  readonly waitMs?: number | undefined;
}
