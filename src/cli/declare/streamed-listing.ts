import { Listing } from './command.ts';

/** A list that is written page by page as it comes, however long, as `--all` does with the others. */
export class StreamedListing<T> extends Listing<T> {}
