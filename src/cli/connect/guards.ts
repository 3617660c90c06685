import type { Warning } from '../../client/guard/differences.ts';
import type { Guard } from '../../client/guard/guard.ts';
import type { Intent } from '../../client/guard/journal.ts';

/** What guards the calls of one command, and their completed calls that are not acknowledged yet. */
export type Guards = ReturnType<typeof createGuards>;

export function createGuards() {
  const guards: Guard[] = [];
  const closing: (() => Promise<void>)[] = [];
  const warnings: Warning[] = [];
  let haveChanged = false;
  return {
    /** A call that changes something has been answered. */
    changed: () => {
      haveChanged = true;
    },
    get haveChanged() {
      return haveChanged;
    },
    add: (guard: Guard) => void guards.push(guard),
    /** At the end of the command, however it went. */
    atClose: (work: () => Promise<void>) => void closing.push(work),
    unacknowledged: (): Intent[] => guards.flatMap((guard) => guard.unacknowledged()),
    /** Records what else is known of a call that is done. */
    remark: async (...given: Parameters<Guard['remark']>) => {
      for (const guard of guards) await guard.remark(...given);
    },
    /** Calls cost more or brought less than was agreed to: gives those differences that were not reported yet. */
    differs: (found: readonly Warning[]): readonly Warning[] => {
      const news = found.filter(({ message }) => !warnings.some((known) => known.message === message));
      warnings.push(...news);
      return news;
    },
    /** All of them, for the document. */
    warnings: warnings as readonly Warning[],
    /** A read has reported how a call of this command ended. */
    reported: async (...given: Parameters<Guard['reported']>) => {
      for (const guard of guards) await guard.reported(...given);
    },
    /** Acknowledges every completed call. */
    acknowledge: async () => {
      for (const guard of guards) await guard.acknowledge();
    },
    /** Releases what is still open. */
    close: async () => {
      for (const guard of guards) await guard.close();
      for (const work of closing) await work();
    },
  };
}
