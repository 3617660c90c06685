/** Questions to the person at the terminal. */
export interface Asker {
  /** True where stdin and stderr are terminals and nothing forbids asking. */
  readonly possible: boolean;
  /** No unless said otherwise. `instead` is the flag that answers without a question. */
  confirm(question: string, fallback?: boolean, instead?: string): Promise<boolean>;
  /** Hidden input. */
  secret(question: string, instead?: string): Promise<string>;
  text(
    question: string,
    options?: { fallback?: string; check?: (value: string) => string | true; instead?: string },
  ): Promise<string>;
  choose<T>(
    question: string,
    choices: readonly { name: string; value: T; about?: string }[],
    instead?: string,
  ): Promise<T>;
  /** The text as it comes out of the person's editor. Throws `usage` where that does not start or ends badly. */
  edit(question: string, initial: string, instead?: string): Promise<string>;
}
