import type { Warning } from '../../client/guard/differences.ts';
import type { Guard } from '../../client/guard/guard.ts';
import type { Intent, Result } from '../../client/guard/journal.ts';
import type { AnyOperation } from '../../contract/operation.ts';

/** What guards the calls of one command, and their completed calls that are not acknowledged yet. */
export interface Guards {
  add(guard: Guard): void;
  /** At the end of the command, however it went. */
  atClose(work: () => Promise<void>): void;
  /** A call that changes something has been answered. */
  changed(): void;
  readonly haveChanged: boolean;
  unacknowledged(): Intent[];
  /** Records what else is known of a call that is done. */
  remark(operation: AnyOperation, remark: string, result?: Result): Promise<void>;
  /** Calls cost more or brought less than was agreed to: gives those differences that were not reported yet. */
  differs(found: readonly Warning[]): readonly Warning[];
  /** All of them, for the document. */
  readonly warnings: readonly Warning[];
  /** A read has reported how a call of this command ended. */
  reported(read: AnyOperation, answer: unknown): Promise<void>;
  /** Acknowledges every completed call. */
  acknowledge(): Promise<void>;
  /** Releases what is still open. */
  close(): Promise<void>;
}

export function createGuards(): Guards {
  const guards: Guard[] = [];
  const closing: (() => Promise<void>)[] = [];
  const warnings: Warning[] = [];
  let haveChanged = false;
  return {
    changed: () => {
      haveChanged = true;
    },
    get haveChanged() {
      return haveChanged;
    },
    add: (guard) => void guards.push(guard),
    atClose: (work) => void closing.push(work),
    unacknowledged: () => guards.flatMap((guard) => guard.unacknowledged()),
    remark: async (...given) => {
      for (const guard of guards) await guard.remark(...given);
    },
    differs: (found) => {
      const news = found.filter(({ message }) => !warnings.some((known) => known.message === message));
      warnings.push(...news);
      return news;
    },
    warnings,
    reported: async (...given) => {
      for (const guard of guards) await guard.reported(...given);
    },
    acknowledge: async () => {
      for (const guard of guards) await guard.acknowledge();
    },
    close: async () => {
      for (const guard of guards) await guard.close();
      for (const work of closing) await work();
    },
  };
}
