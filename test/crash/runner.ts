import type { Clock } from '../../src/base/clock.ts';
import type { Journal } from '../../src/client/guard/journal.ts';
import type { Transport } from '../../src/contract/wire.ts';
import type { CallMade } from './call-of.ts';

/** What one process has of the machine it runs on. Each may throw `Killed`; then nothing more comes of the process. */
export interface Process {
  readonly home: string;
  readonly clock: Clock;
  readonly random: () => number;
  readonly transport: Transport;
  readonly journal: Journal;
  /** Standard output. */
  print(text: string): void;
  /** Standard error. */
  complain(text: string): void;
}

/** What the person wants done. */
export interface Wish {
  readonly line: string;
  /** Of `--once`. */
  readonly token?: string | undefined;
  /** The call that the line leads to. */
  readonly call?: CallMade;
  /** Something is noted of it once it is done. */
  readonly remarks?: boolean;
}

/** How a process fulfils a wish, from its start to its end. */
export type Runner = (process: Process, wish: Wish) => Promise<{ readonly exit: number }>;

/** To the service of a scenario. */
export const destination = {
  baseUrl: 'https://service.test/r',
  key: `run_LIVE0000_${'a'.repeat(40)}`,
} as const;
