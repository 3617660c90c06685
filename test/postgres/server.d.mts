export function postgresPrograms(): string | undefined;

/** Where a server is. */
export interface PostgresPlace {
  readonly port: number;
  readonly folder: string;
}

export class Postgres implements PostgresPlace {
  constructor(place: PostgresPlace);
  readonly port: number;
  readonly folder: string;
  dump(address: string): Promise<() => Promise<void>>;
  newDatabase(port?: number): Promise<string>;
  // biome-ignore lint/suspicious/noExplicitAny: rows of whatever was asked.
  run(address: string, sql: string): Promise<any[]>;
}

export class PostgresServer extends Postgres {
  /** `settings` are lines of postgresql.conf. */
  static start(settings?: readonly string[]): Promise<PostgresServer>;
  begin(): Promise<void>;
  stop(signal?: NodeJS.Signals): Promise<void>;
  becomeStandby(): Promise<void>;
  promote(): Promise<void>;
  close(): Promise<void>;
}

export function proxyTo(
  port: number,
  drops: (text: string) => boolean,
): Promise<{ readonly port: number; close(): Promise<void> }>;
