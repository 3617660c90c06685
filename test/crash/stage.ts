import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { run } from '../../src/cli/run.ts';
import type { World } from '../../src/cli/world.ts';
import type { Journal } from '../../src/client/guard/journal.ts';
import { tree } from '../../src/commands/index.ts';
import type { Clock } from '../../src/contract/clock.ts';
import { sandboxKey } from '../../src/contract/keys.ts';
import type { Transport, WireRequest } from '../../src/contract/wire.ts';
import { type Database, openDatabase } from '../../src/local/database.ts';
import { createJournal } from '../../src/local/journal/journal.ts';
import { durability } from '../../src/local/journal/open-journal.ts';
import type { FaultRule } from '../../src/sandbox/faults/rule.ts';
import { createSandbox, type OpenSandbox } from '../../src/sandbox/sandbox.ts';
import { routeOf } from './route-of.ts';
import { count, files, lineOf, type Scenario } from './scenarios.ts';

/** A moment at which the process may be killed: nothing that it does afterwards has any effect. */
export class Fate {
  dead = false;
  steps = 0;
  /** `at`: the step before which it dies, from 1; undefined where it lives. */
  constructor(readonly at: number | undefined) {}

  step(): void {
    this.steps++;
    if (this.dead || this.steps === this.at) {
      this.dead = true;
      throw new Killed();
    }
  }
}

class Killed extends Error {}

export interface Told {
  readonly exit: number;
  readonly out: string;
  readonly err: string;
}

/** What stands between two steps of a run: another run, in a test of several at once. */
export type Between = (step: 'sending' | 'answered') => Promise<void>;

const key = `run_LIVE0000_${'a'.repeat(40)}`;
const start = Date.UTC(2026, 2, 2, 8);
const day = 86_400_000;

/** The real program on a machine of its own, with a service in memory. One scenario is prepared once and played often. */
export class Stage {
  readonly #home = mkdtempSync(join(tmpdir(), 'outreach-crash-'));
  #now = start;
  #base = start;
  #pids = 0;
  readonly #living = new Set<number>();
  #random = 1;
  #sandbox!: OpenSandbox;
  /** Every Idempotency-Key that the call was made with. */
  readonly keys = new Set<string>();
  /** What had been written to the journal at every moment since the case began, for a disk that forgets. */
  #history: string[] = [];

  private constructor(
    readonly scenario: Scenario,
    private readonly service: Database,
    private readonly journal: Database,
  ) {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(this.#home, name), content);
  }

  static async prepare(scenario: Scenario): Promise<Stage> {
    const [service, journal] = await Promise.all([
      openDatabase(':memory:'),
      openDatabase(':memory:', durability),
    ]);
    const stage = new Stage(scenario, service, journal);
    const [row] = journal.prepare('PRAGMA synchronous').all<{ synchronous: number }>();
    stage.#synced = (row?.synchronous ?? 0) >= 2;
    stage.#sandbox = await createSandbox({ database: service, clock: stage.clock });
    createJournal(journal, { self: { pid: 0, started: '' }, alive: () => false, flag: noFlag });
    for (const line of scenario.before) {
      const days = /^\+(\d+)d$/.exec(line)?.[1];
      if (days !== undefined) {
        stage.#now += Number(days) * day;
        await stage.#sandbox.advance(0);
        continue;
      }
      const { exit, err } = await stage.run(line, new Fate(undefined));
      if (exit !== 0) throw new Error(`${line}: ${exit} ${err}`);
    }
    stage.#base = stage.#now;
    service.exec('BEGIN');
    return stage;
  }

  /** Takes back everything since the preparation, and begins again in this weather. */
  async begin(faults: readonly FaultRule[]): Promise<void> {
    this.service.exec('ROLLBACK; BEGIN');
    this.journal.exec('DELETE FROM step; DELETE FROM intent');
    this.#history = [];
    this.keys.clear();
    this.#now = this.#base;
    // Other numbers than in the preparation: a key made of the same ones would ask for its order.
    this.#random = 7;
    this.#living.clear();
    this.#sandbox = await createSandbox({ database: nested(this.service), clock: this.clock, faults });
  }

  /** What the person types. */
  get line(): string {
    return lineOf(this.service, this.scenario);
  }

  get effects(): number {
    return count(this.service, this.scenario);
  }

  readonly clock: Clock = {
    now: () => this.#now,
    sleep: async (ms, signal) => {
      signal?.throwIfAborted();
      this.#now += Math.ceil(ms);
      await new Promise((resolve) => setImmediate(resolve));
      signal?.throwIfAborted();
    },
  };

  /** Long enough for everything late to happen. */
  async later(ms: number): Promise<void> {
    this.#now += ms;
    await this.#sandbox.transport({
      method: 'GET',
      path: '/credits/balance',
      query: [],
      headers: { authorization: `Bearer ${sandboxKey}` },
    });
  }

  /** Runs one line of the program, until it ends or is killed. */
  async run(line: string, fate: Fate, between?: Between): Promise<Told> {
    const pid = ++this.#pids;
    this.#living.add(pid);
    const stdout = sink(fate);
    const stderr = sink(undefined);
    const world: World = {
      argv: line.split(' '),
      env: {
        OUTREACH_HOME: this.#home,
        OUTREACH_API_KEY: key,
        OUTREACH_BASE_URL: 'https://service.test/r',
        // Every case is a day of its own to the service, and none to a log of calls.
        OUTREACH_PACE: 'off',
      },
      cwd: this.#home,
      root: resolve(this.#home, '..'),
      platform: 'linux',
      version: '0.0.0-crash',
      stdin: Readable.from([]),
      stdout: stdout.stream,
      stderr: stderr.stream,
      clock: this.#mortal(fate),
      random: () => this.#next(),
      signal: new AbortController().signal,
      network: () => this.#network(fate, between),
      lookup: async () => ['93.184.215.14'],
      sandbox: () => Promise.reject(new Error('not here')),
      sandboxDatabase: () => Promise.reject(new Error('not here')),
      spawn: () => Promise.reject(new Error('not here')),
      processes: { pid: 1, platform: 'win32', running: () => false },
      journal: { open: async () => this.#journalOf(pid, fate), mayHaveOpen: async () => false },
    };
    const { exit } = await run(world, tree);
    this.#living.delete(pid);
    if (fate.dead) this.#losePower();
    return { exit, out: stdout.text(), err: stderr.text() };
  }

  #mortal(fate: Fate): Clock {
    return {
      now: this.clock.now,
      sleep: async (ms, signal) => {
        if (fate.dead) throw new Killed();
        await this.clock.sleep(ms, signal);
      },
    };
  }

  #network(fate: Fate, between: Between | undefined): Transport {
    return async (request, signal) => {
      const ours = routeOf(request) === this.scenario.operation;
      const named = request.headers['idempotency-key'];
      if (ours && named !== undefined) this.keys.add(named);
      if (fate.dead) throw new Killed();
      if (ours) fate.step();
      if (ours) await between?.('sending');
      try {
        return await this.#sandbox.transport(withSandboxKey(request), signal);
      } finally {
        if (ours) await between?.('answered');
        if (ours) fate.step();
      }
    };
  }

  /** The journal, with a moment to die before and after everything that is written to it. */
  #journalOf(pid: number, fate: Fate): Journal {
    const journal = createJournal(this.journal, {
      self: { pid, started: 'crash' },
      alive: (owner) => this.#living.has(owner.pid),
      flag: noFlag,
    });
    const around =
      <A extends unknown[], R>(work: (...args: A) => R) =>
      (...args: A): R => {
        fate.step();
        const result = work(...args);
        this.#remember();
        fate.step();
        return result;
      };
    return {
      ...journal,
      claim: around(journal.claim),
      take: around(journal.take),
      record: around(journal.record),
      told: around(journal.told),
      release: around(journal.release),
    };
  }

  /** A disk that is told to write and does not wait forgets the last of it when the power goes. */
  #remember(): void {
    if (this.#synced) return;
    this.#history.push(JSON.stringify(this.journal.prepare('SELECT * FROM intent').all()));
  }

  /** Does the disk wait for every commit? */
  #synced = true;

  #losePower(): void {
    if (this.#synced) return;
    const before = JSON.parse(this.#history.at(-3) ?? '[]') as Record<string, string | number | null>[];
    this.journal.exec('DELETE FROM step; DELETE FROM intent');
    for (const row of before)
      this.journal
        .prepare(
          `INSERT INTO intent (${Object.keys(row).join(', ')}) VALUES (${Object.keys(row)
            .map(() => '?')
            .join(', ')})`,
        )
        .run(...Object.values(row));
  }

  #next(): number {
    this.#random = (Math.imul(this.#random, 1_664_525) + 1_013_904_223) >>> 0;
    return this.#random / 2 ** 32;
  }

  close(): void {
    this.service.close();
    this.journal.close();
    rmSync(this.#home, { recursive: true, force: true });
  }
}

const noFlag = { raise: () => undefined, lower: () => undefined };

const withSandboxKey = (request: WireRequest): WireRequest => ({
  ...request,
  headers: { ...request.headers, authorization: `Bearer ${sandboxKey}` },
});

/** The same database within a transaction that is never committed, so that it can be taken back as a whole. */
function nested(database: Database): Database {
  let depth = 0;
  return {
    ...database,
    transaction(work) {
      const name = `crash${depth++}`;
      database.exec(`SAVEPOINT ${name}`);
      try {
        const result = work();
        database.exec(`RELEASE ${name}`);
        return result;
      } catch (error) {
        database.exec(`ROLLBACK TO ${name}; RELEASE ${name}`);
        throw error;
      } finally {
        depth--;
      }
    },
  };
}

function sink(fate: Fate | undefined) {
  let text = '';
  const stream = new Writable({
    write(chunk, _encoding, done) {
      try {
        fate?.step();
        text += String(chunk);
        fate?.step();
        done();
      } catch (error) {
        done(error as Error);
      }
    },
  });
  stream.on('error', () => undefined);
  return { stream, text: () => text };
}
