export interface Choice<T> {
  readonly name: string;
  readonly value: T;
  readonly about?: string;
}

/** Cells and lines of the window. */
export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** A screen that keys drive. It fills the window and leaves no trace in it. */
export interface Screen<T> {
  /** From the top, fit for a terminal: at most `rows` lines, none wider than the window. The last one is plain and not empty. */
  draw(size: Size): readonly string[];
  /** A character as it was typed, or the name of a key: `escape`, `return`, `up`, `pagedown`. What it gives ends the screen. */
  press(key: string, size: Size): { readonly end: T } | undefined;
  /** Gets what draws it again, for what comes in while it shows. */
  opened?(redraw: () => void): void;
}

/** Questions to the person at the terminal. */
export interface Asker {
  /** True where stdin and stderr are terminals, or a line reads its list from a pipe at a terminal, and nothing forbids asking. */
  readonly possible: boolean;
  /** No unless said otherwise. `instead` is the flag that answers without a question. */
  confirm(question: string, fallback?: boolean, instead?: string): Promise<boolean>;
  /** Throws `declined` at a no, with what a no leaves as it was: `Nothing was bought.` */
  agree(question: string, undone: string, instead?: string): Promise<void>;
  /** Hidden input. */
  secret(question: string, instead?: string): Promise<string>;
  text(
    question: string,
    options?: { fallback?: string; check?: (value: string) => string | true; instead?: string },
  ): Promise<string>;
  choose<T>(question: string, choices: readonly Choice<T>[], instead?: string): Promise<T>;
  /** One of those that `find` gives for what has been typed so far. `signal` is aborted when more is typed. */
  search<T>(
    question: string,
    find: (text: string, signal: AbortSignal) => Promise<readonly Choice<T>[]>,
    instead?: string,
  ): Promise<T>;
  /**
   * Saves the text as it comes out of the person's editor. Throws `usage` where that does not start or ends badly. Text
   * that was changed and not saved stays in a file, which the failure names.
   */
  edit<T>(
    question: string,
    initial: string,
    save: (text: string) => Promise<T>,
    instead?: string,
  ): Promise<T>;
  /** Shows screens, one after another. Throws at once, with its `name`, where the terminal cannot move its cursor. */
  screens(name: string, instead?: string): <T>(screen: Screen<T>) => Promise<T>;
}
