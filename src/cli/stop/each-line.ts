import { Failure } from '../../base/errors.ts';
import type { Page } from '../../client/api/api.ts';
import type { Context } from '../declare/command.ts';
import { StreamedListing } from '../declare/listing.ts';
import type { Params, ValuesOf } from '../declare/params.ts';
import { type LineShape, readJsonLines } from '../input/json-lines.ts';
import { OneByOne, type RowEnd } from './one-by-one.ts';

interface LineRow extends RowEnd {
  readonly line: number;
}

interface EachLine<P extends Params, T extends object> extends LineShape<P> {
  /** One and several, as they are counted; `changed`. */
  readonly noun: readonly [one: string, many: string];
  readonly verb: string;
  /** What its row says beside the fields of the line. */
  call(values: ValuesOf<P>): Promise<T>;
}

/** A call for each JSON line of a file, and a row for each as it comes. All lines are checked first. Throws `partial`. */
export const eachLine = <const P extends Params, T extends object>(
  context: Pick<Context, 'files'>,
  path: string,
  what: EachLine<P, T>,
): StreamedListing<LineRow> => new StreamedListing(rowsOf(context, path, what));

async function* rowsOf<P extends Params, T extends object>(
  { files }: Pick<Context, 'files'>,
  path: string,
  { noun, verb, call, ...shape }: EachLine<P, T>,
): AsyncGenerator<Page<LineRow>> {
  const each = new OneByOne(noun, verb);
  let shown = 0;
  let isLeft = false;
  try {
    for await (const { number: line, given, values } of readJsonLines(files.world, path, shape)) {
      const { ok, ...end } = await each.row(() => call(values));
      [shown, isLeft] = [line, true];
      yield { items: [{ line, ok, ...given, ...end }], total: null, page: 1, limit: 1, hasMore: false };
      isLeft = false;
      if (each.isStopped) break;
    }
  } finally {
    // Where the reader has gone, no more rows are asked for.
    if (isLeft)
      // biome-ignore lint/correctness/noUnsafeFinally: nothing was thrown.
      throw new Failure(
        'partial',
        `The reader of the output has gone: nothing after line ${shown} was done`,
        { outcome: 'done' },
      );
  }
  const failure = each.failure();
  if (failure) throw failure;
}
