/** What can go wrong, as the person or the script at the other end must tell it apart. Each kind has one exit code. */
export type FailureKind =
  | 'internal'
  | 'usage'
  | 'not-confirmed'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'still-running'
  | 'rate-limited'
  | 'payment'
  | 'service'
  | 'unreachable'
  | 'unknown-outcome'
  | 'partial'
  | 'ended-badly'
  | 'differs'
  | 'interrupted'
  | 'terminated';

/** Whether the thing that was asked for happened: certainly not, certainly, or nobody can say. */
export type Outcome = 'none' | 'done' | 'unknown';

/** A detail that is undefined is one that is not there. */
export interface FailureDetails {
  /** A stable word for scripts: the service's own `code` where it gave one, else ours in snake_case. */
  code?: string | undefined;
  /** HTTP status, where an answer came. */
  status?: number | undefined;
  /** What to do next; where it is a command, one that works when pasted. */
  hint?: string | undefined;
  outcome?: Outcome | undefined;
  retryable?: boolean | undefined;
  retryAfterSeconds?: number | undefined;
  /** Whatever else the service said beside `error` and `code`: `needed`, `available`, `field`, … */
  extra?: Readonly<Record<string, unknown>> | undefined;
  /** What a command has to show although it failed (`partial`, `ended-badly`): goes to stdout. */
  result?: unknown;
  cause?: unknown;
}

/** What a failure that is told otherwise says differently. */
export interface FailureChanges extends FailureDetails {
  readonly kind?: FailureKind;
  readonly message?: string;
}

/** The one error of the program. `message` says what happened, in the service's words where it gave any. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly code: string;
  readonly outcome: Outcome;
  readonly retryable: boolean;
  readonly status: number | undefined;
  readonly hint: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly extra: Readonly<Record<string, unknown>>;
  readonly result: unknown;

  constructor(
    readonly kind: FailureKind,
    message: string,
    details: FailureDetails = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = details.code ?? kind.replaceAll('-', '_');
    this.outcome = details.outcome ?? (kind === 'unknown-outcome' ? 'unknown' : 'none');
    this.retryable = details.retryable ?? false;
    this.status = details.status;
    this.hint = details.hint;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.extra = details.extra ?? {};
    this.result = details.result;
  }

  /** The same failure, told otherwise: what `changes` does not name stays. */
  with({ kind = this.kind, message = this.message, ...details }: FailureChanges): Failure {
    const { code, status, hint, outcome, retryable, retryAfterSeconds, extra, result, cause } = this;
    const same = { code, status, hint, outcome, retryable, retryAfterSeconds, extra, result, cause };
    return new Failure(kind, message, { ...same, ...details });
  }
}

/** The code of a command whose `--timeout` was over. */
export const commandTimeout = 'command_timeout';

/** The command was asked to end, by Ctrl-C, SIGTERM or `--timeout`: nothing more is begun. */
export const isStop = ({ kind, code }: Failure): boolean =>
  kind === 'interrupted' || kind === 'terminated' || code === commandTimeout;

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

/** The hint of whatever a guard refuses. It does not name the command: what reads it may be a script or an agent. */
export const personHint = 'A person at a terminal can change this: outreach help safety';
