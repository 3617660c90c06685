import { counted } from '../../base/counted.ts';
import { Failure, isStop } from '../../base/errors.ts';
import type { FailureKind } from '../../base/failure-codes.ts';
import type { DescribedRequest } from '../answer/request-fields.ts';
import { describeDryRun } from '../answer/show-request.ts';
import { DryRun } from '../declare/early-end.ts';
import { type RowError, rowError } from './not-all.ts';

export interface RowEnd {
  readonly ok: boolean;
  readonly error?: RowError | undefined;
  /** In a dry run: what would be sent. */
  readonly request?: DescribedRequest | undefined;
}

/** What would befall every other row as well. */
const ofAll: readonly FailureKind[] = ['unauthenticated', 'not-confirmed', 'rate-limited', 'unreachable'];

const notTried: RowEnd = {
  ok: false,
  error: { code: 'not_tried', message: 'what stopped another one came first', hint: null },
};

/** Makes one call after another, and goes on where one fails. It counts, so that the rows need not be in memory together. */
export class OneByOne {
  #done = 0;
  #failed = 0;
  #first: Failure | undefined;
  #stop: Failure | undefined;

  /** One and several, as they are counted; `changed`. */
  constructor(
    private readonly noun: readonly [one: string, many: string],
    private readonly verb: string,
  ) {}

  /** A call failed in a way that holds for those that would follow. */
  get isStopped(): boolean {
    return this.#stop !== undefined;
  }

  /** What came of one; none is made once it is stopped. Throws what holds for all others where nothing was done yet. */
  async row<T extends object>(call: () => Promise<T>): Promise<RowEnd & Partial<T>> {
    if (this.isStopped) return { ...notTried } as RowEnd & Partial<T>;
    try {
      const answer = await call();
      this.#done += 1;
      return { ok: true, ...answer };
    } catch (error) {
      return { ...(await this.#rowOf(error)) } as RowEnd & Partial<T>;
    }
  }

  async #rowOf(error: unknown): Promise<RowEnd> {
    if (error instanceof DryRun) return { ok: true, request: await describeDryRun(error) };
    if (!(error instanceof Failure)) throw error;
    if (isStop(error) || ofAll.includes(error.kind)) {
      if (this.#done + this.#failed === 0) throw error;
      this.#stop = error;
    }
    this.#failed += 1;
    this.#first ??= error;
    return { ok: false, error: rowError(error) };
  }

  /** How it ended, with the rows where they are a document of their own; undefined where none failed. */
  failure(result?: unknown): Failure | undefined {
    const error = this.#stop ?? this.#first;
    if (error === undefined) return undefined;
    const failed = this.#failed === 1 ? '1 failed' : `${this.#failed} failed, one of them`;
    return new Failure(
      isStop(error) ? error.code : 'partial',
      `${counted(this.#done, ...this.noun)} ${this.verb}, ${failed}: ${error.message}`,
      {
        kind: isStop(error) ? error.kind : 'partial',
        outcome: this.#done > 0 ? 'done' : error.outcome,
        hint: 'The rows say what failed. To run the same command again does no harm to those that are done.',
        result,
        cause: error,
      },
    );
  }
}
