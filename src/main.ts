import { setMaxListeners } from 'node:events';
import { dirname } from 'node:path';
import process from 'node:process';
import { version } from '../package.json';
import type { Clock } from './base/clock.ts';
import { Failure } from './base/errors.ts';
import { exitCodeOf } from './base/failure-codes.ts';
import type {
  ChildEnd,
  ChildProgram,
  HomeParts,
  OutputStream,
  Packaged,
  World,
} from './cli/declare/world.ts';
import { showFailure } from './cli/messages/show-failure.ts';
import { openKeyboard } from './cli/outside/keyboard.ts';
import { plainOutput } from './cli/outside/plain-output.ts';
import { run } from './cli/run/run.ts';
import type { Journal } from './client/guard/journal.ts';
import { tree } from './commands/index.ts';
import type { Transport } from './contract/wire.ts';
import type { Database } from './local/database.ts';
import type { Surroundings } from './local/folders.ts';

/** Runs what was typed. The only place that knows the process: everything else is handed a world. */
export async function main(packaged: Packaged): Promise<void> {
  const stop = stopWith(() => real.isUnclear());
  const cwd = workingFolder();
  const real = realWorld(packaged, stop, cwd ?? '/');
  const { world, close } = real;
  listenForSignals(stop);
  catchDefects(world);
  process.exitCode =
    cwd === undefined
      ? await showFailure(world, removedFolder())
      : (await run(world, await entriesFor(world))).exit;
  await close();
}

/** What ends the command in order. */
interface Stop {
  readonly signal: AbortSignal;
  /** After an abort: a call of this process may have happened. */
  readonly isUnclear: boolean;
  /** It ends after a time. */
  isTimed?: boolean;
  abort(reason: unknown): void;
}

/** The controller is made when it is first needed: Node takes a millisecond to load it. */
function stopWith(isUnclear: () => Promise<boolean>): Stop {
  let made: AbortController | undefined;
  let unclear = false;
  const controller = () => {
    if (made) return made;
    made = new AbortController();
    // Every call that waits at the same time listens.
    setMaxListeners(0, made.signal);
    return made;
  };
  return {
    get signal() {
      return controller().signal;
    },
    get isUnclear() {
      return unclear;
    },
    abort: (reason) => {
      if (controller().signal.aborted) return;
      // Until the journal answers, a call may have happened. The one of this machine answers before the next signal.
      unclear = true;
      void isUnclear().then((is) => {
        unclear = is;
      });
      controller().abort(reason);
    },
  };
}

/** Undefined where it was removed while a shell was in it. */
function workingFolder(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}

/** What completion runs in the background is not among the commands of a person. */
const entriesFor = async ({ argv }: World) =>
  argv[0] === '__remember' ? (await import('./cli/completion/names/remember-names.ts')).entries : tree;

/**
 * The first signal asks the command to end in order, and from then on nothing more is sent. The second one does not ask,
 * and yet tells whether something may have happened. A child that runs in our place gets them instead.
 */
const ending = (stop: Stop, code: 'interrupted' | 'terminated') => () => {
  if (childRuns) return;
  if (!stop.signal.aborted) return stop.abort(new Failure(code, code, { outcome: 'none' }));
  if (process.exitCode !== undefined || !stop.isUnclear) process.exit(process.exitCode ?? exitCodeOf(code));
  process.stderr.write('Outcome unknown, do not repeat it before you know. See: outreach journal list\n');
  process.exit(exitCodeOf('unknown-outcome'));
};

function listenForSignals(stop: Stop): void {
  process.on('SIGINT', ending(stop, 'interrupted'));
  process.on('SIGTERM', ending(stop, 'terminated'));
  // Without a listener it opens Node's inspector to other programs of this machine, while a key is in memory.
  if (process.platform !== 'win32') return void process.on('SIGUSR1', ignore);
  // Ctrl-Break, and the window that is closed.
  process.on('SIGBREAK', ending(stop, 'interrupted'));
  process.on('SIGHUP', ending(stop, 'terminated'));
}

/** Made when it is needed: the first failure reads the table of all. */
const removedFolder = () =>
  new Failure('file_error', 'The folder that you are in was removed', {
    hint: 'Change to a folder that is there, and run the same command again.',
  });

/** A screen of keys is left in order. Node forgets at its start which signals nohup had ignored. */
function keyboard(stop: Stop): World['stdin'] {
  const { stdin, platform } = process;
  if (stdin.isTTY && platform !== 'win32' && process.listenerCount('SIGQUIT') === 0)
    for (const name of ['SIGHUP', 'SIGQUIT', 'SIGUSR2', 'SIGALRM', 'SIGXCPU'])
      process.on(name, ending(stop, 'terminated'));
  return stdin;
}

let childRuns = false;

async function spawn(program: ChildProgram, signal: AbortSignal): Promise<ChildEnd> {
  const { runChild } = await import('./cli/outside/child.ts');
  signal.throwIfAborted();
  childRuns = true;
  try {
    const end = await runChild(program, {
      signal,
      onSignal: (name, heard) => {
        process.on(name, heard);
        return () => process.off(name, heard);
      },
      platform: process.platform,
      hasTerminal: [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY),
    });
    signal.throwIfAborted();
    return end;
  } finally {
    childRuns = false;
  }
}

const ignore = () => undefined;

/** Each write learns its own result; without a listener the error would end the process. */
function tolerant<S extends NodeJS.WriteStream>(stream: S): S {
  return stream.listeners('error').includes(ignore) ? stream : stream.on('error', ignore);
}

/** An uncaught error is a defect, and is shown like any other failure: never as a piece of minified code. */
function catchDefects(world: World): void {
  const end = (exit: number) => process.exit(exit);
  // What shows a failure is gone as well where the program was replaced while it ran.
  const endPlainly = () => {
    process.stderr.write('Error: The program is gone or was replaced while it ran. Start it again.\n');
    end(1);
  };
  process.on('uncaughtException', (error) => void showFailure(world, error).then(end, endPlainly));
}

interface RealWorld {
  readonly world: World;
  close(): Promise<void>;
  /** A call of this process may have happened, and its outcome is not acknowledged. */
  isUnclear(): Promise<boolean>;
}

function realWorld(packaged: Packaged, stop: Stop, cwd: string): RealWorld {
  const surroundings = { env: process.env, platform: process.platform, cwd };
  const home = homeParts(surroundings, stop, () => openSandboxDatabase(surroundings));
  const stdout = output(1, () => tolerant(process.stdout));
  const stderr = output(2, () => tolerant(process.stderr));
  const world: World = {
    argv: process.argv.slice(2),
    ...surroundings,
    ...home.parts,
    ...packaged,
    version,
    get stdin() {
      return keyboard(stop);
    },
    keyboard: () => openKeyboard(process.getBuiltinModule),
    get stdout() {
      return stdout();
    },
    get stderr() {
      return stderr();
    },
    clock,
    random: Math.random,
    get signal() {
      return stop.signal;
    },
    // A timer that the event loop holds: one of AbortSignal.timeout can be collected before it goes off.
    stopAfter: (ms, reason) => {
      if (ms > longestTimerMs) return () => undefined;
      stop.isTimed = true;
      const timer = setTimeout(() => stop.abort(reason), ms);
      return () => clearTimeout(timer);
    },
    network: (baseUrl) => lazily(baseUrl),
    lookup: async (name) => (await import('./cli/outside/dns-lookup.ts')).lookup(name, stop.signal),
    spawn: (program) => spawn(program, stop.signal),
    askProgram: async (program) =>
      (await import('./cli/outside/ask-program.ts')).askProgram(program, { signal: stop.signal, killGroup }),
    processes,
    inTemporaryHome: async () => {
      const { temporaryHome } = await import('./cli/connect/temporary-home.ts');
      const { database, folder, remove } = await temporaryHome(world);
      const env = { ...process.env, OUTREACH_HOME: folder };
      const { parts, close } = homeParts({ ...surroundings, env }, stop, async () => database);
      return { parts: { env, ...parts }, remove: () => close().finally(remove) };
    },
  };
  return { world, close: home.close, isUnclear: () => mayHaveActed(home.journal()) };
}

const processes = { pid: process.pid, platform: process.platform, running };

/** What lies in one home: its sandbox and its journal, each opened when it is first asked for. */
function homeParts(surroundings: Surroundings, stop: Stop, openSandbox: () => Promise<Database>) {
  const database = once(openSandbox);
  const journals = journalsIn(surroundings);
  const sandbox = once(async () => {
    const [{ createSandbox }, opened] = await Promise.all([import('./sandbox/sandbox.ts'), database.get()]);
    const { transport } = await createSandbox({ database: opened, clock });
    return async (...call: Parameters<Transport>) => {
      // The sandbox alone gives the event loop no turn, in which the time of --timeout is over.
      if (stop.isTimed) await clock.sleep(0, stop.signal);
      return transport(...call);
    };
  });
  const parts: HomeParts = {
    sandbox: sandbox.get,
    sandboxDatabase: database.get,
    sandboxNow: () => timeIn(database.made()),
    deliver: delivering(database.made, stop),
    journal: journals.parts,
  };
  // One that could not be opened was reported where it was asked for.
  const close = async () => {
    (await database.made()?.catch(() => undefined))?.close();
    await journals.close();
  };
  return { parts, close, journal: journals.known };
}

/** The journal of this machine, and those of several machines, by their addresses. */
function journalsIn(surroundings: Surroundings) {
  const opened = new Map<string | null, ReturnType<typeof openJournalAt>>();
  let known: Journal | undefined;
  const leftHere = async (at?: string | null) =>
    (await import('./local/journal/flag.ts')).isRaised(surroundings, at ? 'shared' : 'local');
  const parts: HomeParts['journal'] = {
    open: async (at = null) => {
      const opening = opened.get(at) ?? openJournalAt(at, surroundings);
      opened.set(at, opening);
      try {
        known = (await opening).journal;
        return known;
      } catch (error) {
        // A server of tools that outlives the trouble tries again.
        opened.delete(at);
        throw error;
      }
    },
    isAt: async (address) => {
      if (address === null) return (await import('./local/journal/open-journal.ts')).hasJournal(surroundings);
      const { hasSharedJournal } = await import('./shared-journal/open-shared-journal.ts');
      const { knownJournalsIn } = await import('./local/journal/known-journals.ts');
      return hasSharedJournal(address, { env: surroundings.env, known: knownJournalsIn(surroundings) });
    },
    where: async (at = null) => at,
    leftHere,
    mayHaveOpen: async (at) => Boolean(at) || leftHere(at),
    isMoving: async () => (await import('./local/journal/flag.ts')).isRaised(surroundings, 'moving'),
  };
  const close = async () => {
    known = undefined;
    for (const opening of opened.values()) await (await opening.catch(() => undefined))?.close();
  };
  return { parts, close, known: () => known };
}

async function openJournalAt(at: string | null, surroundings: Surroundings) {
  if (at === null) {
    const { openJournal } = await import('./local/journal/open-journal.ts');
    return openJournal(surroundings, processes);
  }
  const { openHere } = await import('./shared-journal/open-here.ts');
  return openHere(at, { surroundings, processes, now: () => clock.now() });
}

/** A call of this process may have happened, and its outcome is not acknowledged. */
async function mayHaveActed(journal: Journal | undefined): Promise<boolean> {
  try {
    const mine = ((await journal?.open()) ?? []).filter(({ owner }) => owner?.pid === process.pid);
    return mine.some(({ state, acknowledgedAt }) => acknowledgedAt === undefined && state !== 'prepared');
  } catch {
    // What cannot be looked up may have happened.
    return true;
  }
}

/** Undefined where the sandbox was not used, or could not be opened, which was reported where it was asked for. */
async function timeIn(database: Promise<Database> | undefined): Promise<number | undefined> {
  const opened = await database?.catch(() => undefined);
  // It may have been opened without a world in it, to be checked.
  if (!opened?.prepare("SELECT 1 FROM sqlite_master WHERE name = 'meta'").get()) return undefined;
  const { State } = await import('./sandbox/core/state.ts');
  return new State(opened, clock).now();
}

async function openSandboxDatabase(surroundings: Surroundings): Promise<Database> {
  const [
    { openDatabase },
    { sandboxDatabasePath, sandboxVersion },
    { makePrivateFolder },
    { trustedFolders },
  ] = await Promise.all([
    import('./local/database.ts'),
    import('./local/folders.ts'),
    import('./local/private-files.ts'),
    import('./local/checks/trusted-folders.ts'),
  ]);
  trustedFolders(surroundings);
  const path = sandboxDatabasePath(surroundings);
  makePrivateFolder(dirname(path));
  return openDatabase(path, { version: sandboxVersion });
}

/** A stream is made when it is first asked for, because that takes time. */
function output(descriptor: 1 | 2, nodeStream: () => NodeJS.WriteStream): () => OutputStream {
  let made: OutputStream | undefined;
  return () => {
    made ??= plainOutput(descriptor, process.platform, nodeStream) ?? nodeStream();
    return made;
  };
}

/** Nothing is loaded for it unless the sandbox was used and a webhook waits. */
function delivering(
  database: () => Promise<Database> | undefined,
  stop: Stop,
): NonNullable<World['deliver']> {
  let delivered = false;
  return async (reporter, { patient } = { patient: false }) => {
    // What a command has delivered itself is not tried once more after it.
    if (delivered) return;
    delivered = patient;
    const opened = await database()?.catch(() => undefined);
    if (!opened) return;
    const { hasDeliveries } = await import('./sandbox/deliveries/has-deliveries.ts');
    if (!hasDeliveries(opened)) return;
    const [{ deliverAfter }, { post }, { deliveryNote }] = await Promise.all([
      import('./sandbox/deliveries/after-command.ts'),
      import('./cli/outside/post.ts'),
      import('./cli/messages/delivery-note.ts'),
    ]);
    const patience = patient ? undefined : AbortSignal.timeout(deliveryPatienceMs);
    const note = (...said: Parameters<typeof deliveryNote>) => reporter.note(deliveryNote(...said));
    await deliverAfter({ ...reporter, note, database: opened, clock, post, signal: stop.signal, patience });
  };
}

/** One that has ended meanwhile needs no killing. */
function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Signal 0 asks whether there is such a process; a process of another user may not be asked, and exists. */
function running(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Makes something at the first call and gives the same at every later one. */
function once<T>(make: () => Promise<T>): { get(): Promise<T>; made(): Promise<T> | undefined } {
  let made: Promise<T> | undefined;
  return {
    get: () => {
      made ??= make();
      return made;
    },
    made: () => made,
  };
}

/** The network library is loaded by the first exchange. */
function lazily(baseUrl: string): Transport {
  const network = once(async () =>
    (await import('./client/transport/network.ts')).createNetwork(baseUrl, {
      env: process.env,
      now: Date.now,
    }),
  );
  return async (request, signal) => (await network.get())(request, signal);
}

/** So long a command waits for receivers of deliveries that it was not called for. */
const deliveryPatienceMs = 3000;

/** A timer for longer goes off at once. */
const longestTimerMs = 2 ** 31 - 1;

const clock: Clock = {
  now: Date.now,
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const wake = () => {
        signal?.removeEventListener('abort', stop);
        resolve();
      };
      const timer = setTimeout(wake, Math.min(ms, longestTimerMs));
      if (signal?.aborted) stop();
      else signal?.addEventListener('abort', stop, { once: true });
    }),
};
