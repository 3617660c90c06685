import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import { expect, onTestFinished } from 'vitest';
import type { Clock } from '../src/base/clock.ts';
import { Failure } from '../src/base/errors.ts';
import { temporaryHome } from '../src/cli/connect/temporary-home.ts';
import type { GroupEntry } from '../src/cli/declare/command.ts';
import type {
  AgentSession,
  ChildEnd,
  ChildProgram,
  InputStream,
  TemporaryParts,
  World,
} from '../src/cli/declare/world.ts';
import { deliveryNote } from '../src/cli/messages/delivery-note.ts';
import { run } from '../src/cli/run/run.ts';
import type { Journal } from '../src/client/guard/journal.ts';
import { createNetwork } from '../src/client/transport/network.ts';
import { tree } from '../src/commands/index.ts';
import { type Transport, WireFailure } from '../src/contract/wire.ts';
import { type Database, openDatabase } from '../src/local/database.ts';
import { LocalJournal } from '../src/local/journal/local-journal.ts';
import { indexes, tables } from '../src/local/journal/tables.ts';
import { localTurns } from '../src/local/journal/turns.ts';
import { deliverAfter } from '../src/sandbox/deliveries/after-command.ts';
import type { Post } from '../src/sandbox/deliveries/deliver-due.ts';
import type { FaultRule } from '../src/sandbox/faults/rule.ts';
import { createSandbox, type OpenSandbox } from '../src/sandbox/sandbox.ts';
import { callsOf, type LedgerRow } from '../src/sandbox/tools/ledger.ts';
import { screenIn } from './cli/terminal/screen-in.ts';
import { breachesOfSchema, undeclaredIn } from './declared.ts';
import { hintAsText } from './hint-as-text.ts';
import { copyInto, keptDatabases } from './kept-databases.ts';

export interface WorldOptions {
  env?: Record<string, string>;
  /** What is on standard input; a terminal's where `tty` is set. */
  stdin?: string;
  /** Are stdin, stdout and stderr terminals? Of 100 columns unless said. */
  tty?: boolean;
  columns?: number;
  rows?: number;
  /** What the program takes this machine for; Linux unless said. */
  platform?: NodeJS.Platform;
  /** The time of the clock at first, for worlds that go by a real one as well. */
  now?: number;
  /** Of the sandbox. */
  seed?: string;
  /** A database file of a sandbox and the time to begin at, instead of a fresh one; the file is copied. */
  saved?: SavedWorld;
  /** Takes the world down; at the end of the test unless said. */
  atEnd?: (close: () => Promise<void>) => void;
  /** Of the sandbox, from the first call on. */
  faults?: readonly FaultRule[];
  /** The sandbox answers 429 beyond the general limits. */
  rateLimits?: boolean;
  /** Between the program and the sandbox: faults, counting, looking. */
  between?: (next: Transport) => Transport;
  /** The sandbox is made by the first command that asks for it, for worlds that only know another service. */
  lazySandbox?: boolean;
  /**
   * Answers instead of a live service; `real` is the network of this machine, for servers that a test runs. Without it
   * every live exchange is refused like on a machine without network.
   */
  network?: Transport | 'real';
  /** Runs instead of a program that a command starts. */
  spawn?: (program: ChildProgram) => Promise<ChildEnd>;
  /** Answers instead of a program that is asked unseen: the keychain. */
  askProgram?: World['askProgram'];
  /** Receives what the sandbox delivers to webhooks after a command; without it everything stays in the queue. */
  post?: Post;
  /** Aborted where a command should wait no longer for receivers. */
  patience?: AbortSignal;
  /** All commands of the program, unless said. */
  commands?: readonly GroupEntry[];
  /** Opens the journal at an address that several machines share, for every run anew. */
  sharedJournal?: (address: string) => Promise<Journal>;
  /** Answers instead of the name servers; a public address unless said. */
  lookup?: (name: string) => Promise<readonly string[]>;
}

/** A world that others begin from. */
export interface SavedWorld {
  readonly file: string;
  readonly now: number;
}

/** The pictures of the README are drawn in such a world as well. */
const isTest = typeof expect === 'function';

/** Whatever a document holds; a test says what it expects of it. */
// biome-ignore lint/suspicious/noExplicitAny: a test that reads a field which is not there fails by itself.
type Json = any;

export interface Run {
  exit: number;
  out: string;
  err: string;
  /** How it went wrong, as it was shown. */
  failure?: ReturnType<typeof hintAsText> | undefined;
  /** Standard output, which must be one JSON document. */
  json<T = Json>(): T;
}

export interface RunOptions {
  stdin?: string;
  /** Nothing can be written on stdout, as where the disk is full. */
  full?: boolean;
  /** Is this line typed at a terminal? As the world says unless given. */
  tty?: boolean;
  /** A model says what the line is. */
  agent?: AgentSession;
  /** Sits at the terminal while the line runs: reads what it shows, and types. */
  typing?: (keyboard: Keyboard) => Promise<void>;
}

/** A person at the terminal of a world. */
export interface Keyboard {
  /** Waits until `text` is on the terminal, after what was seen before, and could be read. */
  sees(text: string): Promise<void>;
  type(keys: string): void;
  /** The lines of the screen that fills the window; undefined where none does. */
  window(): readonly string[] | undefined;
  /** Gives the window another size. */
  resize(columns: number, rows: number): void;
}

export interface TestWorld {
  /** Runs one command line, split like a shell would, or given as words. */
  outreach(line: string | readonly string[], options?: RunOptions): Promise<Run>;
  readonly clock: TestClock;
  readonly database: Database;
  readonly sandbox: OpenSandbox;
  /** Every charge, order and launch, with the call it came of. */
  readonly ledger: { of(operation: string): LedgerRow[]; all(): LedgerRow[] };
  /** The folder of OUTREACH_HOME, which is also where commands are called. */
  readonly home: string;
  /** Every request that reached the sandbox, as `GET /leads`. */
  readonly requests: string[];
  /** Takes everything out of the spend journal and the log of calls, as on a machine that has never called. */
  forgetCalls(): void;
  /** All that the spend journal holds, as text. */
  journalled(): string;
  /** Changes rows of the spend journal behind the program's back. */
  changeJournal(sql: string): void;
  /** Presses Ctrl-C in the command that is running. */
  interrupt(): void;
  /** What the command that is running has written on stdout so far. */
  writtenSoFar(): string;
  /** And on stderr. */
  toldSoFar(): string;
}

/**
 * The real program against the real sandbox, in memory, on one clock. A world serves many commands, one after another,
 * and is taken down when the test ends.
 */
export async function newWorld(options: WorldOptions = {}): Promise<TestWorld> {
  const home = mkdtempSync(join(tmpdir(), 'outreach-test-'));
  const { saved, atEnd = onTestFinished } = options;
  const clock = testClock(saved?.now ?? options.now);
  const database = await (saved
    ? savedDatabase(saved.file)
    : options.lazySandbox
      ? openDatabase(':memory:')
      : freshDatabase(clock.now(), options.seed));
  const journal = await testJournal(home);
  atEnd(async () => {
    database.close();
    journal.close();
    rmSync(home, { recursive: true, force: true });
  });
  let made: Promise<OpenSandbox> | undefined;
  const opened = () => {
    made ??= createSandbox({
      database,
      clock,
      strict: true,
      rateLimits: options.rateLimits ?? false,
      ...(options.seed && { seed: options.seed }),
      ...(options.faults && { faults: options.faults }),
    });
    return made;
  };
  const known = options.lazySandbox ? undefined : await opened();
  const sandbox = (): OpenSandbox => {
    if (!known) throw new Error('a test that looks at the sandbox cannot have it made lazily');
    return known;
  };
  const logs = join(home, 'state', 'pace');
  const requests: string[] = [];
  const recorded: Transport = async (request, signal) => {
    requests.push(`${request.method} ${request.path}`);
    return (known ?? (await opened())).transport(request, signal);
  };
  const transport = options.between?.(recorded) ?? recorded;
  const random = sequence();
  let stop = new AbortController();
  let writtenSoFar = () => '';
  let toldSoFar = () => '';

  const outreach: TestWorld['outreach'] = async (
    line,
    { stdin = options.stdin ?? '', full = false, tty = options.tty ?? false, agent, typing } = {},
  ) => {
    const aborting = new AbortController();
    stop = aborting;
    const { opened: openedJournal, processes, over } = journal.run();
    let delivered = false;
    const { columns = 100, rows = 24 } = options;
    const [stdout, stderr] = [sink(tty, { columns, rows }, full), sink(tty, { columns, rows })];
    const typed = typing && Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => typed });
    writtenSoFar = stdout.text;
    toldSoFar = stderr.text;
    const world: World = {
      argv: typeof line === 'string' ? words(line) : line,
      // No test may start the editor of this machine by accident.
      env: { OUTREACH_HOME: home, EDITOR: 'false', ...options.env },
      cwd: home,
      examples: () => resolve(import.meta.dirname, '../examples'),
      platform: options.platform ?? 'linux',
      version: '0.0.0-test',
      stdin: typed ?? source(stdin, tty),
      stdout: stdout.stream,
      stderr: stderr.stream,
      clock,
      random,
      signal: stop.signal,
      stopAfter: (ms, reason) => clock.alarm(ms, () => aborting.abort(reason)),
      network: (baseUrl) => networkOf(options.network, baseUrl, world.env),
      lookup: options.lookup ?? (async () => ['93.184.215.14']),
      sandbox: async () => transport,
      spawn: options.spawn ?? noChild,
      askProgram: (program) => (options.askProgram ?? noTool)(program),
      sandboxDatabase: async () => {
        await opened();
        return database;
      },
      sandboxNow: async () => (made === undefined ? undefined : (await made).state.now()),
      inTemporaryHome: () => inTemporaryHome(world, options.between),
      processes,
      journal: withShared(openedJournal, options.sharedJournal),
      ...(agent && { agent }),
      deliver: async (reporter, { patient } = { patient: false }) => {
        if (!options.post || delivered) return;
        delivered = patient;
        const patience = patient ? undefined : options.patience;
        const note = (...said: Parameters<typeof deliveryNote>) => reporter.note(deliveryNote(...said));
        await deliverAfter({
          ...reporter,
          note,
          database,
          clock,
          post: options.post,
          signal: stop.signal,
          patience,
        });
      },
    };
    const running = run(world, options.commands ?? tree).finally(over);
    if (typing && typed) await Promise.all([running, typing(keyboard(typed, stderr, running))]);
    const { exit, failure } = await running;
    const out = stdout.text();
    // What the sandbox itself answers, commands declare whole: for --fields, and for the header of an empty list.
    if (exit === 0 && !options.network && !options.between)
      expect(await undeclaredIn(world.argv, out), `fields of ${world.argv.join(' ')}`).toEqual([]);
    // An answer that could not be read is shown as it came, whatever it is.
    const isOdd = stderr.text().includes('shown as it came');
    if (isTest && !options.commands && !isOdd)
      expect(
        await breachesOfSchema(world.argv, out, !options.network),
        `schema of ${world.argv.join(' ')}`,
      ).toEqual([]);
    return {
      exit,
      out,
      err: stderr.text(),
      ...(failure && { failure: hintAsText(failure) }),
      json: () => JSON.parse(out),
    };
  };
  const interrupt = () => stop.abort(new Failure('interrupted', 'interrupted'));
  return {
    outreach,
    clock,
    database,
    get sandbox() {
      return sandbox();
    },
    ledger: { of: (operation) => callsOf(sandbox().state, operation), all: () => callsOf(sandbox().state) },
    home,
    requests,
    forgetCalls: () => {
      journal.forget();
      for (const name of existsSync(logs) ? readdirSync(logs) : []) rmSync(join(logs, name));
    },
    journalled: journal.text,
    changeJournal: journal.change,
    interrupt,
    writtenSoFar: () => writtenSoFar(),
    toldSoFar: () => toldSoFar(),
  };
}

const begun = new Map<string, () => Promise<Database>>();

const likeOthers = (name: string, fill: (database: Database) => Promise<void>): Promise<Database> => {
  const take = begun.get(name) ?? keptDatabases(fill);
  begun.set(name, take);
  return take();
};

/** The database of a sandbox as it begins. */
export const freshDatabase = (now: number, seed?: string): Promise<Database> =>
  likeOthers(`${now} ${seed}`, async (database) => {
    await createSandbox({ database, clock: testClock(now), ...(seed && { seed }) });
  });

const savedDatabase = (file: string): Promise<Database> =>
  likeOthers(file, async (database) => copyInto(database, file));

async function inTemporaryHome(world: World, between: WorldOptions['between']): Promise<TemporaryParts> {
  const { database, folder, remove } = await temporaryHome(world);
  const { transport, state } = await createSandbox({ database, clock: world.clock, strict: true });
  const journal = await testJournal(folder);
  const parts = {
    env: { ...world.env, OUTREACH_HOME: folder },
    sandbox: async () => between?.(transport) ?? transport,
    sandboxDatabase: async () => database,
    sandboxNow: async () => state.now(),
    deliver: async () => {},
    journal: journal.run().opened,
  };
  return { parts, remove: () => remove().finally(journal.close) };
}

export interface TestClock extends Clock {
  /** Every sleep so far, in milliseconds. */
  readonly slept: readonly number[];
  /** Moves the time on without anybody sleeping. */
  advance(ms: number): void;
  /** Rings as soon as so much time has gone by, unless the function it gives is called before. */
  alarm(ms: number, ring: () => void): () => void;
}

/** Begins on Monday, 2 March 2026, 08:00 UTC; a sleep ends at once, with the time gone by. */
export function testClock(start = Date.UTC(2026, 2, 2, 8)): TestClock {
  let now = start;
  const slept: number[] = [];
  const alarms = new Map<() => void, number>();
  const ringDue = () => {
    for (const [ring, at] of alarms) if (at <= now && alarms.delete(ring)) ring();
  };
  return {
    slept,
    alarm: (ms, ring) => {
      alarms.set(ring, now + ms);
      return () => void alarms.delete(ring);
    },
    // Whole milliseconds, as every clock tells them, although pauses with jitter are none.
    now: () => Math.round(now),
    advance: (ms) => {
      now += ms;
      ringDue();
    },
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      slept.push(ms);
      // A sleeper that an alarm wakes has slept until then and no longer.
      now = Math.min(now + ms, ...alarms.values());
      ringDue();
      await new Promise((resolve) => setImmediate(resolve));
      signal?.throwIfAborted();
    },
  };
}

/** Every run opens a journal of its own there, as a process does. */
function withShared(local: World['journal'], openShared: WorldOptions['sharedJournal']): World['journal'] {
  let opened: Promise<Journal> | undefined;
  if (openShared === undefined) return local;
  return {
    ...local,
    open: async (at = null) => {
      if (at === null) return local.open(at);
      opened ??= openShared(at);
      return opened;
    },
  };
}

const journalDatabase = keptDatabases(async (database) => {
  database.exec(`PRAGMA secure_delete = ON; ${tables}; ${indexes}`);
});

/** A spend journal in memory; every run of the program is a process of its own to it. */
async function testJournal(home: string) {
  const kept = await journalDatabase();
  // Its tables are there. Where a run asks for them again, SQLite reads every statement anew.
  const database: Database = {
    ...kept,
    exec: (sql) => {
      if (!sql.endsWith(tables) && sql !== indexes) kept.exec(sql);
    },
  };
  let isMade = false;
  const living = new Set<number>();
  const raised = new Set<string>();
  let runs = 0;
  const run = (): { opened: World['journal']; processes: World['processes']; over(): void } => {
    const self = { pid: ++runs, started: 'in a test' };
    living.add(self.pid);
    const flag = { raise: () => void raised.add('open'), lower: () => raised.clear() };
    const alive = ({ pid }: { pid: number }) => living.has(pid);
    return {
      opened: {
        open: async () => {
          isMade = true;
          const turns = localTurns(join(home, 'state', 'turns'), self.pid);
          return new LocalJournal(database, { self, alive, flag, turns });
        },
        isAt: async (at) => at !== null || isMade,
        where: async (at = null) => at,
        leftHere: async () => raised.size > 0,
        mayHaveOpen: async () => raised.size > 0,
        isMoving: async () => false,
      },
      // Where the system tells no start of a process, nothing counts but what the test says.
      processes: { pid: self.pid, platform: 'win32', running: (pid) => living.has(pid) },
      over: () => void living.delete(self.pid),
    };
  };
  const forget = () => {
    database.exec(
      'DELETE FROM step; DELETE FROM intent; DELETE FROM approval; DELETE FROM protection; DELETE FROM budget; DELETE FROM draw; DELETE FROM sqlite_sequence',
    );
    raised.clear();
    isMade = false;
  };
  const text = () =>
    (isMade ? ['intent', 'step', 'reply_mark', 'claimed_reply', 'approval'] : [])
      .map((table) => JSON.stringify(database.prepare(`SELECT * FROM ${table}`).all()))
      .join('\n');
  return { run, forget, text, change: (sql: string) => database.exec(sql), close: () => database.close() };
}

/** The same numbers in every run. */
function sequence(): () => number {
  let state = 0x2545f491;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const networkOf = (network: WorldOptions['network'], baseUrl: string, env: World['env']): Transport =>
  network === 'real' ? createNetwork(baseUrl, { env, now: Date.now }) : (network ?? noNetwork);

const noNetwork: Transport = async () => {
  throw new WireFailure('dns', false, 'getaddrinfo ENOTFOUND');
};

const noTool: World['askProgram'] = async ({ command }) => {
  throw new Error(`nothing was said about how ${command} answers`);
};

const noChild = async ({ command }: ChildProgram): Promise<never> => {
  throw new Error(`nothing was said about how ${command} runs`);
};

/** Streams, timers and simulated pauses pass things on in later turns. */
async function turns() {
  for (let n = 0; n < 12; n++) await new Promise((resolve) => setImmediate(resolve));
}

function keyboard(stdin: PassThrough, stderr: ReturnType<typeof sink>, running: Promise<unknown>): Keyboard {
  let seen = 0;
  let isOver = false;
  void running.finally(() => {
    isOver = true;
  });
  return {
    async sees(text) {
      for (;;) {
        const at = stderr.text().indexOf(text, seen);
        if (at >= 0) {
          seen = at + text.length;
          return turns();
        }
        if (isOver) throw new Error(`never saw ${text} in ${stderr.text().slice(seen)}`);
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
    type: (keys) => void stdin.write(keys),
    window: () => screenIn(stderr.text()),
    resize: (columns, rows) => {
      Object.assign(stderr.stream, { columns, rows });
      stderr.stream.emit('resize');
    },
  };
}

function sink(isTTY: boolean, size: { columns: number; rows: number }, full = false) {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      if (full) return done(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }));
      chunks.push(Buffer.from(chunk));
      done();
    },
  });
  return {
    // A process cannot end its own streams, a prompt that is over no more than others.
    stream: Object.assign(stream, { end: () => stream }, isTTY ? { isTTY, ...size } : {}),
    text: () => Buffer.concat(chunks).toString('utf8'),
  };
}

function source(text: string, isTTY: boolean): InputStream {
  const stream = Readable.from(text === '' ? [] : [Buffer.from(text)]);
  return Object.assign(stream, isTTY ? { isTTY, setRawMode: () => stream } : {});
}

/** Splits at blanks; single and double quotes keep them, nothing else is special. */
export function words(line: string): string[] {
  const found: string[] = [];
  for (const [word] of line.matchAll(/(?:[^\s"']|"[^"]*"|'[^']*')+/g))
    found.push(word.replaceAll(/"([^"]*)"|'([^']*)'/g, '$1$2'));
  return found;
}
