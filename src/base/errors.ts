import { type AnyCode, type FailureCode, type FailureKind, kindOf } from './failure-codes.ts';
import type { FailureSubject } from './failure-subject.ts';
import type { Hint } from './text/advice.ts';

export type Outcome = 'none' | 'done' | 'unknown';

export interface FailureDetails {
  /** HTTP status, where an answer came. */
  status?: number | undefined;
  /** What to do next, without naming a command of ours below the edge; null where nothing is to be said. */
  hint?: Hint | null | undefined;
  /** What the edge makes a hint from, where there is none. */
  subject?: FailureSubject | undefined;
  outcome?: Outcome | undefined;
  retryable?: boolean | undefined;
  retryAfterSeconds?: number | undefined;
  /** Whatever else the service said beside `error` and `code`: `needed`, `available`, `field`, … */
  extra?: Readonly<Record<string, unknown>> | undefined;
  problems?: readonly LocatedProblem[] | undefined;
  /** What a command has to show although it failed (`partial`, `ended-badly`): goes to stdout. */
  result?: unknown;
  cause?: unknown;
}

/** Line and column count from 1. */
export interface LocatedProblem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** With a kind where it is not the first one of the code, or where the code is the service's own. */
interface OfKind extends FailureDetails {
  readonly kind: FailureKind;
}

interface FailureChanges extends FailureDetails {
  readonly kind?: FailureKind;
  readonly code?: AnyCode;
  readonly message?: string;
}

/** The one error of the program. `message` says what happened, in the service's words where it gave any. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly kind: FailureKind;
  /** A stable word for scripts: the service's own `code` where it gave one, else one of the table. */
  readonly code: AnyCode;
  readonly outcome: Outcome;
  readonly retryable: boolean;
  readonly status: number | undefined;
  readonly hint: Hint | null | undefined;
  readonly subject: FailureSubject | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly extra: Readonly<Record<string, unknown>>;
  readonly problems: readonly LocatedProblem[] | undefined;
  readonly result: unknown;

  constructor(code: FailureCode, message: string, details?: FailureDetails);
  constructor(code: AnyCode, message: string, details: OfKind);
  constructor(
    code: AnyCode,
    message: string,
    { kind = kindOf(code as FailureCode), ...details }: FailureDetails & { readonly kind?: FailureKind } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.kind = kind;
    this.code = code;
    this.outcome = details.outcome ?? (kind === 'unknown-outcome' ? 'unknown' : 'none');
    this.retryable = details.retryable ?? false;
    this.status = details.status;
    this.hint = details.hint;
    this.subject = details.subject;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.extra = details.extra ?? {};
    this.problems = details.problems;
    this.result = details.result;
  }

  /** Compares with codes of the table, so that a misspelt one does not compile. */
  is(...codes: readonly FailureCode[]): boolean {
    return (codes as readonly string[]).includes(this.code);
  }

  /** The same failure, reported in another way: what `changes` does not name stays. */
  with({ message = this.message, code = this.code, ...changes }: FailureChanges): Failure {
    return new Failure(code, message, { ...this, cause: this.cause, ...changes });
  }
}

/** By then a process that is gone has let go of its call, and a living one is likely to be done. */
export const inAWhile = { retryable: true, retryAfterSeconds: 30 } as const;

/** The command was asked to end, by Ctrl-C, SIGTERM or `--timeout`: nothing more is begun. */
export const isStop = ({ kind, code }: Failure): boolean =>
  kind === 'interrupted' || kind === 'terminated' || code === 'command_timeout';

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The spec's table of statuses (Errors), as kinds. */
export function kindOfStatus(status: number): FailureKind {
  if (status === 400) return 'usage';
  if (status === 401) return 'unauthenticated';
  if (status === 402) return 'payment';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'not-found';
  if (status === 409 || status === 410 || status === 422) return 'conflict';
  if (status === 429) return 'rate-limited';
  return 'service';
}
