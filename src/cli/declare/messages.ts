/**
 * A `heading` is bold, an `aside` dim, an `alarm` red; a `command` is coloured and never broken, so that it can be copied.
 * `theirs` is a text of someone else: it keeps its lines, and each has a bar in front, so many
 * cells from the edge, also where it is broken.
 */
export type NoteKind = 'text' | 'heading' | 'command' | 'aside' | 'alarm' | 'theirs';

/** Lines on stderr, by how much they matter. They can hold text from others, so a line never becomes two. */
export interface Messages {
  /** Silenced by `-q`, `--json` and `--ndjson`. */
  note(line: string, kind?: NoteKind, indent?: number): void;
  /** Silenced by `-q` alone. With `--json` and `--ndjson` a line of JSON, as errors are: `{"warning": "…", "code"}`. */
  warn(line: string, code?: string): void;
  /** A guessed path that is not there, by the line that sets it: all in one warning, before a question, the answer or a failure. */
  guessFailed(command: string, what: string): void;
  sayGuesses(): void;
  /** What to do next, in one line where it fits; silenced like a note. */
  next(steps: readonly { readonly what?: string; readonly line: string }[]): void;
  /** Always said: the facts above a question, what `--debug` asked for. */
  tell(line: string, kind?: NoteKind, indent?: number): void;
}
