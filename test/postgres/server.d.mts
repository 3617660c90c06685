export function postgresPrograms(): string | undefined;

export class PostgresServer {
  /** `settings` are lines of postgresql.conf. */
  static start(settings?: readonly string[]): Promise<PostgresServer>;
  readonly port: number;
  begin(): Promise<void>;
  stop(signal?: NodeJS.Signals): Promise<void>;
  becomeStandby(): Promise<void>;
  promote(): Promise<void>;
  dump(address: string): () => Promise<void>;
  newDatabase(port?: number): Promise<string>;
  // biome-ignore lint/suspicious/noExplicitAny: rows of whatever was asked.
  run(address: string, sql: string): Promise<any[]>;
  close(): Promise<void>;
}

export function proxyTo(
  port: number,
  drops: (text: string) => boolean,
): Promise<{ readonly port: number; close(): Promise<void> }>;
