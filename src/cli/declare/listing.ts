import type { Page } from '../../client/api/api.ts';

/** A list that is not fetched yet: the writer draws as many pages as the options ask for. */
export class Listing<T> {
  constructor(readonly pages: AsyncIterable<Page<T>>) {}
}

/** A list that is written page by page as it comes, however long, as `--all` does with the others. */
export class StreamedListing<T> extends Listing<T> {}
