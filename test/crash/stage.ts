import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../../src/base/clock.ts';
import type { Journal } from '../../src/client/guard/journal.ts';
import { sandboxKey } from '../../src/contract/keys.ts';
import type { Transport, WireRequest } from '../../src/contract/wire.ts';
import { type Database, openDatabase } from '../../src/local/database.ts';
import type { FaultRule } from '../../src/sandbox/faults/rule.ts';
import { createSandbox, type OpenSandbox } from '../../src/sandbox/sandbox.ts';
import { type CallMade, readerOf } from './call-of.ts';
import { Disk, type JournalPlace } from './disk.ts';
import { failingJournal } from './failing-journal.ts';
import { Fate, Killed } from './fate.ts';
import { nested } from './nested.ts';
import { throughProgram } from './program.ts';
import type { Process, Runner, Wish } from './runner.ts';
import { count, files, isOnItsWay, lineOf, type Scenario } from './scenarios.ts';
import type { Fault } from './weather.ts';

export interface Report {
  readonly exit: number;
  readonly out: string;
  readonly err: string;
}

/** What happens between two steps of a run: another run, in a test of several at once. */
export type Between = (step: 'sending' | 'answered') => Promise<void>;

const start = Date.UTC(2026, 2, 2, 8);
const hour = 3_600_000;
const day = 24 * hour;

/** A machine of its own, with a service in memory. One scenario is prepared once and played often. */
export class Stage {
  readonly #home = mkdtempSync(join(tmpdir(), 'outreach-crash-'));
  #now = start;
  #base = start;
  #pids = 0;
  /** Moments. */
  #kept = 0;
  #random = 1;
  #sandbox!: OpenSandbox;
  /** Every Idempotency-Key that the call was made with. */
  readonly keys = new Set<string>();
  readonly #nested: Database;
  readonly #callIn: ReturnType<typeof readerOf>;
  /** The last call of the operation that left. */
  #called: CallMade | undefined;
  #wish: Wish = { line: '' };
  /** How the journal fails the process that makes the call first, and which one that is. */
  #journalFails: Fault['journal'];
  #failed: number | undefined;

  private constructor(
    readonly scenario: Scenario,
    private readonly runner: Runner,
    private readonly service: Database,
    private readonly disk: JournalPlace,
    /** The processes. */
    private readonly living: Set<number>,
  ) {
    this.#nested = nested(service);
    this.#callIn = readerOf(scenario.operation);
    for (const [name, content] of Object.entries(files)) writeFileSync(join(this.#home, name), content);
  }

  /** What leads up to the scenario is done by the program, and so is one call: what it sends is what `runner` will call. */
  static async prepare(
    scenario: Scenario,
    runner: Runner = throughProgram,
    place?: JournalPlace,
  ): Promise<Stage> {
    const living = new Set<number>();
    const [service, disk] = await Promise.all([
      openDatabase(':memory:'),
      place ?? Disk.make(({ pid }) => living.has(pid)),
    ]);
    const stage = new Stage(scenario, runner, service, disk, living);
    stage.#sandbox = await createSandbox({ database: service, clock: stage.clock });
    for (const line of scenario.before) {
      const days = /^\+(\d+)d$/.exec(line)?.[1];
      if (days === undefined) await stage.#mustRun(line);
      else {
        stage.#now += Number(days) * day;
        await stage.#sandbox.advance(0);
      }
    }
    stage.#base = stage.#now;
    service.exec('BEGIN');
    await stage.begin([]);
    const line = lineOf(service, scenario);
    await stage.#mustRun(line);
    if (stage.#called === undefined) throw new Error(`${line}: made no call of ${scenario.operation}`);
    stage.#wish = { line, call: stage.#called, remarks: scenario.remarks === true };
    return stage;
  }

  async #mustRun(line: string): Promise<void> {
    const { exit, err } = await this.#run(throughProgram, { line }, new Fate());
    if (exit !== 0) throw new Error(`${line}: ${exit} ${err}`);
  }

  /** Takes back everything since the preparation, and begins again in this weather. */
  async begin(faults: readonly FaultRule[], journalFails?: Fault['journal']): Promise<void> {
    this.#journalFails = journalFails;
    this.#failed = undefined;
    this.service.exec('ROLLBACK; BEGIN');
    this.disk.wipe();
    this.keys.clear();
    this.#called = undefined;
    this.#now = this.#base;
    // Other numbers than in the preparation: a key made of the same ones would ask for its order.
    this.#random = 7;
    this.living.clear();
    this.#pids = 0;
    this.#kept = 0;
    this.#sandbox = await createSandbox({ database: this.#nested, clock: this.clock, faults });
  }

  /**
   * Remembers the state of everything, as a death of all processes would leave it; gives what puts it back, as often as
   * wanted until an earlier moment is put back.
   */
  keep(): () => void {
    const name = `kept${this.#kept++}`;
    this.service.exec(`SAVEPOINT ${name}`);
    const putDiskBack = this.disk.keep();
    const [now, random, pids, failed] = [this.#now, this.#random, this.#pids, this.#failed];
    const keys = [...this.keys];
    return () => {
      this.service.exec(`ROLLBACK TO ${name}`);
      putDiskBack();
      this.disk.losePower();
      [this.#now, this.#random, this.#pids, this.#failed] = [now, random, pids, failed];
      this.keys.clear();
      for (const key of keys) this.keys.add(key);
      this.living.clear();
    };
  }

  /** Remembers the journal alone; gives what puts that in the place of a newer one. */
  copyJournal(): () => void {
    return this.disk.copy();
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

  /** Lets an hour go by, in which whatever is still on its way arrives. */
  async later(): Promise<void> {
    if (this.scenario.slow === undefined && !isOnItsWay(this.service)) return;
    this.#now += hour;
    await this.#sandbox.transport({
      method: 'GET',
      path: '/credits/balance',
      query: [],
      headers: { authorization: `Bearer ${sandboxKey}` },
    });
  }

  /** One process does what the scenario is about, until it ends or is killed; `token` is that of `--once`. */
  run(fate: Fate, token?: string, between?: Between): Promise<Report> {
    return this.#run(this.runner, { ...this.#wish, token }, fate, between);
  }

  async #run(runner: Runner, wish: Wish, fate: Fate, between?: Between): Promise<Report> {
    const pid = ++this.#pids;
    this.living.add(pid);
    const machine: Process = {
      home: this.#home,
      clock: this.#mortal(fate),
      random: () => this.#next(),
      transport: this.#network(pid, fate, between),
      journal: this.#journalOf(pid, fate),
      print(text) {
        fate.step();
        fate.out += text;
        fate.step();
      },
      complain(text) {
        if (fate.dead) throw new Killed();
        fate.err += text;
      },
    };
    const ended = await runner(machine, wish).catch((error) => {
      if (fate.dead && error instanceof Killed) return { exit: -1 };
      throw error;
    });
    this.living.delete(pid);
    return { ...ended, out: fate.out, err: fate.err };
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

  #journalOf(pid: number, fate: Fate): Journal {
    let changes = 0;
    const fails = () => {
      if (this.#failed !== pid) return false;
      changes += 1;
      return this.#journalFails === 'every' || this.#journalFails === changes;
    };
    return failingJournal(this.disk.journalOf(pid, fate), fails);
  }

  #network(pid: number, fate: Fate, between: Between | undefined): Transport {
    return async (request, signal) => {
      const call = this.#callIn(request);
      const named = request.headers['idempotency-key'];
      if (call && named !== undefined) this.keys.add(named);
      if (fate.dead) throw new Killed();
      if (call) {
        fate.step();
        this.#called = call;
        this.#failed ??= pid;
        await between?.('sending');
      }
      try {
        return await this.#sandbox.transport(withSandboxKey(request), signal);
      } finally {
        if (call) {
          await between?.('answered');
          fate.step();
        }
      }
    };
  }

  #next(): number {
    this.#random = (Math.imul(this.#random, 1_664_525) + 1_013_904_223) >>> 0;
    return this.#random / 2 ** 32;
  }

  close(): void {
    this.service.close();
    this.disk.close();
    rmSync(this.#home, { recursive: true, force: true });
  }
}

const withSandboxKey = (request: WireRequest): WireRequest => ({
  ...request,
  headers: { ...request.headers, authorization: `Bearer ${sandboxKey}` },
});
