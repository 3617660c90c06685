import { grouped } from '../../base/counted.ts';
import type { Page } from '../../client/api/api.ts';

/** A list that is not fetched yet: the writer draws as many pages as the options ask for. */
export class Listing<T> {
  constructor(readonly pages: AsyncIterable<Page<T>>) {}

  /** The same list with other items, made page by page. */
  with<U>(made: (items: readonly T[]) => Promise<U[]>): Listing<U> {
    return new Listing(withItems(this.pages, made));
  }
}

async function* withItems<T, U>(
  pages: AsyncIterable<Page<T>>,
  made: (items: readonly T[]) => Promise<U[]>,
): AsyncGenerator<Page<U>> {
  for await (const page of pages) yield { ...page, items: await made(page.items) };
}

/** Whether an item of a list stays. It sees every item, in the order of the list. */
export type Keeps<T> = (item: T) => boolean;

/** `behind`: in a list with the newest first, no item after this one can stay. It ends the reading early. */
export type Sieve<T> = Keeps<T> | { readonly keeps: Keeps<T>; readonly behind: Keeps<T> } | Confirms<T>;

/** Costs a call: asked only of items that stay by all others, and of no more than are shown. */
interface Confirms<T> {
  readonly confirms: (item: T) => Promise<boolean>;
}

/** A list that is written page by page as it comes, however long, as `--all` does with the others. */
export class StreamedListing<T> extends Listing<T> {}

/** Of a list that did not come to its end: less came than the service says that there is, or it kept on sending. */
export const endedEarly = ({
  count,
  total,
}: {
  readonly count: number;
  readonly total: number | null;
}): string => {
  if (total !== null && count >= total)
    return `The list may be incomplete: the service counted ${grouped(total)}, and went on after ${grouped(count)}, where the reading was ended`;
  const of = total === null ? ', says that there are more' : ` of ${grouped(total)}`;
  return `The list is incomplete: the service sent ${grouped(count)}${of}, and then nothing new`;
};

/**
 * Results of one command that follow one another: each is drawn as it comes, and takes the place of the one before where a
 * terminal can do that. Elsewhere a blank line is between them; with `--json` every one is a line.
 */
export class Updates<T> {
  constructor(readonly results: AsyncIterable<T>) {}
}
