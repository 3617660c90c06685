import type { Failure } from '../../base/errors.ts';
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
  /** Calls cost more or brought less than was agreed to: gives those differences that were not told yet. */
  differs(found: readonly Warning[]): readonly Warning[];
  /** All of them, for the document. */
  readonly warnings: readonly Warning[];
  /** A read has told how a call of this command ended. */
  told(read: AnyOperation, answer: unknown): Promise<void>;
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
    told: async (...given) => {
      for (const guard of guards) await guard.told(...given);
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

/** A failure that also says what was done before it: it must not be read as leave to begin again. */
export function withDone(failure: Failure, all: readonly Intent[]): Failure {
  // What the failure is about is not something else that was done before.
  const done = all.filter(({ id }) => id !== failure.extra.intent);
  if (done.length === 0) return failure;
  const listed = done.map(({ id, operation, summary }) => ({ id, operation, summary }));
  const { hint, outcome, result } = failure;
  // What was done is not a failure to connect.
  const kind = failure.is('command_timeout') ? 'unknown-outcome' : failure.kind;
  const before = `Done before that: ${listed.map(({ summary, id }) => `${summary} (journal ${id})`).join('; ')}`;
  // A result that is only a part says itself what was done.
  const isSaid = kind === 'partial' && result !== undefined;
  return failure.with({
    kind,
    message: failure.message.replace(/\bnothing was sent$/, 'nothing more was sent'),
    outcome: outcome === 'none' ? 'done' : outcome,
    hint: isSaid ? hint : hint ? `${before}. ${hint}` : before,
    extra: { ...failure.extra, done: listed },
  });
}
