import type { WithoutConsent } from '../../contract/consent.ts';
import type { AnyInput, AnyOperation, Input, ItemOf, Output } from '../../contract/operation.ts';
import type { Approval } from './approval.ts';

/** The tuple with `never` takes no value: it makes the type checker say what is missing. */
type Rest<O extends AnyOperation> = O extends WithoutConsent
  ? unknown extends Input<O>
    ? [input?: AnyInput]
    : object extends Input<O>
      ? [input?: Input<O>]
      : [input: Input<O>]
  :
      | [input: unknown extends Input<O> ? AnyInput : Input<O>, approval: Approval<O>]
      | [approvalIsMissing: never];

export interface PagesOptions {
  page?: number;
  /** How many items at most, crossing pages; everything where it is absent. */
  limit?: number;
  /** Items per request; the operation's maximum unless said. */
  pageSize?: number;
  /** Items are given before what slid up meanwhile is read again: not in the order of the list, and none waits. */
  asItComes?: boolean;
}

/** One page as the service gave it, in one shape for all seven paging kinds. Absent counts are null, never guessed. */
export interface Page<T> {
  items: T[];
  total: number | null;
  page: number;
  limit: number;
  hasMore: boolean;
}

export interface WaitOptions<T> {
  /** Polls until this holds; by default until the field `watch.done` of the operation is set. */
  done?: (record: T) => boolean;
  onPoll?: (record: T) => void;
  /** Milliseconds; no deadline where it is absent. */
  timeout?: number;
  /** First pause in milliseconds, 2,000 unless said; it grows to 15,000. */
  interval?: number;
  /** The command line that takes the waiting up again, for the message at a deadline or Ctrl-C. */
  resumeWith: string;
  /** What goes on without us: `import 12`. */
  subject: string;
}

/** An answer with its status and headers (lower-case names). */
export interface FullAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: unknown;
}

/** Every call is checked before anything leaves and throws `Failure`; one that takes consent needs its approval to compile. */
export interface Api {
  <const O extends AnyOperation>(operation: O, ...rest: Rest<O>): Promise<Output<O>>;
  /** One page in the common shape. */
  page<const O extends AnyOperation>(
    operation: O,
    input: AnyInput,
    options?: PagesOptions,
  ): Promise<Page<ItemOf<O>>>;
  /** Pages as they come, without duplicates; stops on hasMore false, total reached, an empty or a repeated page. */
  pages<const O extends AnyOperation>(
    operation: O,
    input: AnyInput,
    options?: PagesOptions,
  ): AsyncIterable<Page<ItemOf<O>>>;
  wait<const O extends AnyOperation>(
    operation: O,
    input: AnyInput,
    options: WaitOptions<Output<O>>,
  ): Promise<Output<O>>;
  /** A plain call that also gives status and headers. An operation that takes consent also needs its approval here. */
  answer(operation: AnyOperation, input: AnyInput, approval?: Approval): Promise<FullAnswer>;
  /** The same exactly as it came: no field of a read is looked at, and no envelope is taken off. */
  raw(operation: AnyOperation, input: AnyInput, approval?: Approval): Promise<FullAnswer>;
}

/** One call with everything it needs, also as the pages and the waiting make it. */
export type Call = (operation: AnyOperation, input: AnyInput) => Promise<unknown>;
