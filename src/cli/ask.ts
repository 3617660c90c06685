/** Questions to the person at the terminal. */
export interface Asker {
  /** True where stdin and stderr are terminals and nothing forbids asking. */
  readonly possible: boolean;
  confirm(question: string, fallback?: boolean): Promise<boolean>;
  /** Hidden input. */
  secret(question: string): Promise<string>;
  text(
    question: string,
    options?: { fallback?: string; check?: (value: string) => string | true },
  ): Promise<string>;
  choose<T>(question: string, choices: readonly { name: string; value: T; about?: string }[]): Promise<T>;
}
