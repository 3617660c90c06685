import { counted } from '../../base/counted.ts';
import type { Failure } from '../../base/errors.ts';
import type { ApprovalPrice, AskedApproval } from '../../client/guard/approvals.ts';
import type { AnyOperation } from '../../contract/operation.ts';
import type { WireRequest } from '../../contract/wire.ts';

/** What the question of a call would show. */
export interface Rehearsal {
  readonly facts: readonly string[];
  /** Null where it could not be read. */
  readonly price: ApprovalPrice | null;
  /** What would refuse the call; the dry run ends as the run would. */
  readonly refusal: Failure | undefined;
}

/** Ends a command at the request it would have made: it is printed. The exit code is 0, or that of the refusal. */
export class DryRun extends Error {
  override readonly name = 'DryRun';
  constructor(
    readonly request: WireRequest,
    readonly operation: AnyOperation,
    /** Of a call that takes consent. */
    readonly rehearsal?: Rehearsal,
    /** Of how many leads the body shows how many. */
    readonly truncated?: { readonly shown: number; readonly total: number },
  ) {
    super(`dry run of ${operation.id}`);
  }
}

/** The request in which a call ends in a dry run. */
export async function dryRunOf(call: Promise<unknown>): Promise<DryRun> {
  try {
    await call;
  } catch (error) {
    if (error instanceof DryRun) return error;
    throw error;
  }
  throw new Error('a dry run made a call');
}

/** The same for all requests of several calls under one question. */
export class DryRunOfAll extends Error {
  override readonly name = 'DryRunOfAll';
  constructor(
    readonly each: readonly DryRun[],
    readonly rehearsal?: Rehearsal,
  ) {
    super(`dry run of ${counted(each.length, 'call')}`);
  }
}

/** Not a failure: a command that runs another program ends as that one ended. */
export class ChildEnded extends Error {
  override readonly name = 'ChildEnded';

  constructor(readonly exit: number) {
    super(`the command ended with ${exit}`);
  }
}

/** Ends a line at its question, which a person has answered with yes in another command. */
export class Decided extends Error {
  override readonly name = 'Decided';

  constructor(readonly approval: AskedApproval) {
    super(`${approval.code} is approved`);
  }
}
