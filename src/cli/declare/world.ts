import type { Duplex, Readable } from 'node:stream';
import type { Clock } from '../../base/clock.ts';
import type { Failure } from '../../base/errors.ts';
import type { ApprovalPrice } from '../../client/guard/approvals.ts';
import type { Journal } from '../../client/guard/journal.ts';
import type { Transport } from '../../contract/wire.ts';
import type { OptOuts } from '../../domain/lead-file/opt-outs.ts';
import type { Database } from '../../local/database.ts';
import type { Processes } from '../../local/owners/owners.ts';

export type InputStream = Readable & { readonly isTTY?: boolean; setRawMode?(mode: boolean): unknown };
/** Where a process writes: a stream of Node's, or as much of one as the program uses. */
export interface OutputStream {
  write(chunk: string | Uint8Array, done?: (error?: Error | null) => void): boolean;
  on(event: 'error', listener: (error: NodeJS.ErrnoException) => void): unknown;
  /** Of a terminal, whose window gets another size. */
  on(event: 'resize', listener: () => void): unknown;
  off?(event: 'resize', listener: () => void): unknown;
  readonly destroyed: boolean;
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
}

/** A program that gets our streams; signals meant for us go to it while it runs. */
export interface ChildProgram {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Its standard input, in the place of ours. Destroyed when the program reads no more. */
  readonly input?: Duplex;
}

/** A session in which a model says what is run. What it agrees to is not consent: only a person approves. */
export interface AgentSession {
  /** What it is called in messages. */
  readonly name: string;
  /** It has read text that others wrote: from then on no budget covers what it wants. */
  readOthers(): boolean;
  /** Present where it wants to know how far a line is. */
  readonly progress?:
    | ((label: string, share?: { readonly done: number; readonly total: number }) => void)
    | undefined;
}

/** A line runs up to its question, and no further: nothing that it would change is sent. */
export interface Approving {
  /** The words of that line, as it was asked about. */
  readonly argv: readonly string[];
  /** As in the quote that was asked about. */
  readonly checked: string | undefined;
  /** Asks the person where this is what was asked about. Always throws: the line is over. */
  decide(asked: AskedOfPerson): Promise<never>;
  /** Tells that the same was run a short while ago; throws where that is new after the yes. */
  ran(done: string, intent: number): void;
}

interface AskedOfPerson {
  lookAgain?(): Promise<void>;
  readonly digest: string;
  readonly price: ApprovalPrice;
  readonly question: string;
  /** What the person sees; a line of a text by someone else has a bar in front. */
  readonly facts: readonly string[];
}

/** A program that is asked something, and has neither our streams nor a terminal. */
export interface AskedProgram {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What it reads on its standard input. */
  readonly input: string;
  readonly timeoutMs: number;
}

export interface ProgramAnswer {
  readonly out: string;
  readonly err: string;
  /** Null where it did not end by itself: `failed` says why. */
  readonly code: number | null;
  /** The rest of a sentence that begins with its name: `is not installed`. */
  readonly failed?: string;
}

/** How it ended: one of the two is null. */
export interface ChildEnd {
  readonly code: number | null;
  readonly signal: string | null;
}

/** The files that a program which acts for a person may name. */
export interface Room {
  /** The path to use for a name, for this moment. Throws `usage` where it is outside. */
  place(name: string): string;
  /** Whether a file that is there may be replaced: one that this session wrote, and no one changed since. */
  mayReplace(name: string): boolean;
  wrote(name: string): void;
}

/** What comes with the program: in its package, or inside of the single file. */
export interface Packaged {
  /** The folder of the examples. The single file writes them first. */
  examples(): string;
  /** A text that was made with this build; absent where there is no build. */
  readonly readFront?: (name: string) => Buffer;
}

/** Everything outside of the program that it touches. `main` builds the real one, `newWorld()` the one of a test. */
export interface World extends Packaged {
  /** What was typed after the program's name. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Where files that are named on the line may be; absent where a person names them. */
  readonly room?: Room;
  readonly platform: NodeJS.Platform;
  readonly version: string;
  readonly stdin: InputStream;
  /** The terminal where stdin is another thing, opened anew; undefined where there is none. */
  keyboard?(): InputStream | undefined;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  /** Wall time. */
  readonly clock: Clock;
  /** 0 <= n < 1, for jitter. */
  random(): number;
  /** Aborted at Ctrl-C, at SIGTERM and by `stopAfter`; the reason is a `Failure`. */
  readonly signal: AbortSignal;
  /** Aborts `signal` with this reason after so long, unless the function it gives is called before. */
  stopAfter(ms: number, reason: Failure): () => void;
  /** The way to a live service. Loads the network library at the first exchange. `baseUrl` ends in the prefix `/r`. */
  network(baseUrl: string): Transport;
  /** Every address that a name leads to; rejects where there is none. */
  lookup(name: string): Promise<readonly string[]>;
  /** The embedded sandbox, opened at the first exchange. */
  sandbox(): Promise<Transport>;
  /** Starts another program in the place of this one, and waits for it. Throws `usage` where it cannot be started. */
  spawn(program: ChildProgram): Promise<ChildEnd>;
  /** Asks another program, unseen. Rejects with the reason of `signal` alone. */
  askProgram(program: AskedProgram): Promise<ProgramAnswer>;
  /** Present where a program that speaks for a model wants what this world runs. */
  readonly agent?: AgentSession | undefined;
  /** Present where a person approves, at this terminal, what the line of this world asks for. */
  readonly approving?: Approving | undefined;
  /** Present where the line reads one of several files of leads: who opted out by any of them. */
  readonly optOuts?: OptOuts | undefined;
  /** This process among those of the machine. */
  readonly processes: Processes;
  /** What was written down of calls that must not happen twice. */
  readonly journal: {
    /**
     * Opens it, or makes it; the same at every call. An address is that of a journal of several machines, and null means
     * this machine's; without one the settings of the line choose.
     */
    open(at?: string | null): Promise<Journal>;
    /** Whether there is one at this address; null means this machine's. Makes none. */
    isAt(address: string | null): Promise<boolean>;
    /** Its address where several machines share it; null where it is of this machine. Opens nothing. */
    where(at?: string | null): Promise<string | null>;
    /** Cheap enough for every command: may this machine have left open calls in it? */
    leftHere(at?: string | null): Promise<boolean>;
    /** May it hold open calls, of whichever machine? */
    mayHaveOpen(at?: string | null): Promise<boolean>;
    /** A move of the journal of this machine did not get to its end. */
    isMoving(): Promise<boolean>;
  };
  /** The sandbox's database, for the commands that look behind it. The same handle at every call. */
  sandboxDatabase(): Promise<Database>;
  /** The time in the sandbox of this machine, where this run has used it: there relative times count from it. */
  sandboxNow?(): Promise<number | undefined>;
  /** Lets the embedded sandbox deliver to webhooks what a command brought about; called after it, however it ended. */
  deliver?(reporter: Reporter, options?: DeliverOptions): Promise<void>;
  /** A fresh sandbox and an empty journal in a temporary folder: what takes their place in this world. */
  inTemporaryHome(): Promise<TemporaryParts>;
}

/** The same world with other parts. */
export const withParts = (world: World, parts: Partial<World>): World =>
  Object.create(world, Object.getOwnPropertyDescriptors(parts));

/** What lies in the home of a world. */
export type HomeParts = Pick<World, 'sandbox' | 'sandboxDatabase' | 'sandboxNow' | 'deliver' | 'journal'>;

export interface TemporaryParts {
  readonly parts: HomeParts & Pick<World, 'env'>;
  /** Closes and removes everything. */
  remove(): Promise<void>;
}

interface DeliverOptions {
  /** As long as receivers may take, instead of a few seconds: for commands that wait for deliveries. */
  readonly patient: boolean;
}

/** How something that takes a while reports progress, on stderr. */
interface Reporter {
  progress<T>(label: string, during: (say: (label: string) => void) => Promise<T>): Promise<T>;
  note(line: string): void;
}

/** Whether a variable of the environment switches something on: set, and neither `0`, `false` nor `no`. */
export const isSwitchedOn = (value = ''): boolean => !/^(?:|0|false|no)$/i.test(value);

export const underCi = ({ CI }: World['env']): boolean => isSwitchedOn(CI);
