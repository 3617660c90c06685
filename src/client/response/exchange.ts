import { Failure } from '../../base/errors.ts';
import type { FailureCode } from '../../base/failure-codes.ts';
import type { AnyInput, AnyOperation } from '../../contract/operation.ts';
import { firstProblemOf } from '../../contract/schema/problems-of.ts';
import type { WireAnswer, WireRequest } from '../../contract/wire.ts';
import { leavesNothing } from '../retry/retry-policy.ts';

export interface Exchange {
  readonly operation: AnyOperation;
  /** Absent for a tool, which has no path. */
  readonly input?: AnyInput;
  readonly request: WireRequest;
  readonly answer: WireAnswer;
  /** When the answer came, in milliseconds: Retry-After may be a date. */
  readonly now: number;
  readonly settings?: KeySettings | undefined;
}

/** Whose key is sent where. What the environment has goes before what a login saves. */
export interface KeySettings {
  /** Undefined for the free tools of the public site, which take none. */
  readonly key: string | undefined;
  readonly baseUrl?: string;
  readonly profile?: string | null;
  readonly env?: { readonly OUTREACH_API_KEY?: string; readonly OUTREACH_BASE_URL?: string };
}

export type Answered = Pick<Exchange, 'operation' | 'input' | 'request'> & {
  readonly answer: Pick<WireAnswer, 'status'>;
};

/** A good status with an answer that cannot be used. */
export function unreadable(
  { operation, request, answer }: Answered,
  code: FailureCode,
  why: string,
): Failure {
  return new Failure(code, `The answer to ${request.method} ${request.path} cannot be read: ${why}`, {
    kind: 'service',
    status: answer.status,
    outcome: leavesNothing(operation) ? 'none' : 'unknown',
    // Of a page of something in between, the edge says where to look.
    hint:
      code === 'not_the_service'
        ? undefined
        : 'The service may have changed since this version; check for a newer outreach-cli',
  });
}

/** What an answer lacks. */
export function whyNot({ response }: AnyOperation, value: unknown): string {
  const problem = firstProblemOf(response, value);
  if (problem === undefined) return 'it has none of the fields that this request is answered with';
  return `${problem.field === '' ? 'the whole answer' : problem.field} ${problem.reason}`;
}
