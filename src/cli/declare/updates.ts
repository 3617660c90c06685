/**
 * Results of one command that follow one another: each is drawn as it comes, and takes the place of the one before where a
 * terminal can do that. Elsewhere a blank line is between them; with `--json` every one is a line.
 */
export class Updates<T> {
  constructor(readonly results: AsyncIterable<T>) {}
}
