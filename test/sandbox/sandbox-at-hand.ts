import { onTestFinished } from 'vitest';
import { sandboxKey } from '../../src/contract/keys.ts';
import type { Method, WireAnswer } from '../../src/contract/wire.ts';
import type { Database } from '../../src/local/database.ts';
import type { FaultRule } from '../../src/sandbox/faults/rule.ts';
import { createSandbox, type OpenSandbox } from '../../src/sandbox/sandbox.ts';
import { freshDatabase, type TestClock, testClock } from '../world.ts';

export interface Answer {
  readonly status: number;
  readonly headers: WireAnswer['headers'];
  readonly text: string;
  /** The body as JSON; undefined where it is none. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
  readonly json: any;
}

export interface SandboxAtHand {
  readonly open: OpenSandbox;
  readonly clock: TestClock;
  readonly database: Database;
  /** One exchange, with the read-and-write key unless headers say otherwise; the query may stand in the path. */
  call(method: Method, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Rows of the database, for what no call shows. */
  rows<Row = Record<string, unknown>>(sql: string, ...values: (string | number)[]): Row[];
  run(sql: string, ...values: (string | number)[]): number;
}

export interface SandboxAtHandOptions {
  seed?: string;
  strict?: boolean;
  database?: Database;
  clock?: TestClock;
  faults?: readonly FaultRule[];
  rateLimits?: boolean;
}

/** A sandbox in memory with a clock that does not run. */
export async function sandboxAtHand(options: SandboxAtHandOptions = {}): Promise<SandboxAtHand> {
  const { seed, strict = true, clock = testClock(), faults = [], rateLimits = false } = options;
  const database = options.database ?? (await freshDatabase(clock.now(), seed));
  onTestFinished(() => database.close());
  const open = await createSandbox({ database, clock, strict, faults, rateLimits, ...(seed && { seed }) });
  return {
    open,
    clock,
    database,
    async call(method, path, body, headers = { authorization: `Bearer ${sandboxKey}` }) {
      const [pathname = '', search = ''] = path.split('?');
      const answer = await open.transport({
        method,
        path: pathname,
        query: [...new URLSearchParams(search)],
        headers,
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      return { status: answer.status, headers: answer.headers, text: answer.body, json: jsonOf(answer.body) };
    },
    rows: (sql, ...values) => database.prepare(sql).all(...values),
    run: (sql, ...values) => database.prepare(sql).run(...values).lastInsertRowid,
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
