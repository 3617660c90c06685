/** A term and what it means: an option, an argument, a command. */
export type Row = readonly [term: string, meaning: string];

/**
 * A part of a help page: text, then part of a file, terms, and lines to paste, below its title where it has one. A page is plain data, so
 * that it can be made when the program is built and drawn when the width of the terminal is known.
 */
export interface HelpPart {
  readonly title?: string;
  readonly text?: string;
  readonly rows?: readonly Row[];
  /** Where the meanings of `rows` begin, in cells after the indent, for lists that are aligned with others. */
  readonly column?: number;
  readonly lines?: readonly string[];
  /** Part of a file, line by line, with its layout. */
  readonly example?: readonly string[];
}
