/** Results of one command that follow one another: each is drawn as it comes. */
export class Updates<T> {
  constructor(
    readonly results: AsyncIterable<T>,
    /**
     * `parts` of one screen go on below one another. Of `screens` each takes the place of the one before where a terminal can
     * do that; elsewhere a blank line is between them. With `--json` every one of either is a line.
     */
    readonly are: 'parts' | 'screens',
  ) {}
}
