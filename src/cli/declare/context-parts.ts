import type { Failure } from '../../base/errors.ts';
import type { Api } from '../../client/api/api.ts';
import type { ClaimTerms, ReplyClaim, ReplyMark } from '../../client/guard/reply-marks.ts';
import type { Mcp, ToolInput } from '../../client/mcp/mcp.ts';
import type { AnyInput, AnyOperation } from '../../contract/operation.ts';
import type { Approve } from './quote.ts';
import type { HomeParts, World } from './world.ts';

/** The agent-protocol server of a profile, and the gate in front of its tools. */
export interface McpServer extends Omit<Mcp, 'prepare'> {
  readonly url: string;
  readonly approve: Approve;
  /** Throws `usage` for arguments of a tool that break the rules of the operation it is. */
  check(operation: AnyOperation, input: ToolInput): Promise<void>;
  /** The arguments that the contract does not list for the operation that a tool is. */
  unlisted(operation: AnyOperation, input: ToolInput): Promise<readonly string[]>;
  /** Throws `forbidden` where the profile is read-only and this is not a read. */
  refuseWrite(operation: AnyOperation): void;
}

/** A service under a key of its own, with its gate. */
export interface Connected {
  readonly api: Api;
  readonly approve: Approve;
}

/** The public site of a profile, with the free tools. They need no key (spec, Endpoints), so none is sent. */
export interface Site extends Connected {
  readonly url: string;
}

/** A call that was done from here: its number in the journal, what it was made to, and how long ago it was. */
export interface DoneCall {
  readonly intent: number;
  readonly params: NonNullable<AnyInput['params']>;
  readonly body: unknown;
  /** What its evidence noted of the service before the call. */
  readonly before: unknown;
  /** Milliseconds of wall time. */
  readonly finishedAt: number;
  readonly ageMs: number;
  /** `40 s`. */
  readonly age: string;
  /** Where another machine made it: which one. */
  readonly host: string | null;
}

/** A call of which an earlier run did not see the end. */
export interface OpenCall {
  /** Its number in the journal. */
  readonly intent: number;
  readonly input: AnyInput;
  /** Milliseconds of wall time; undefined where nothing of it has left. */
  readonly sentAt: number | undefined;
}

/** What was done with replies. In a home that cannot be written nothing is stored, and one line says so. */
export interface ReplyMarksOfAccount {
  list(): Promise<readonly ReplyMark[]>;
  /** Replaces the mark of the reply, and ends its claim. */
  put(mark: ReplyMark): Promise<void>;
  remove(reply: string): Promise<void>;
  /** False where another process has it, or has handled it meanwhile. */
  claim(reply: string, terms: ClaimTerms): Promise<boolean>;
  claimed(): Promise<readonly ReplyClaim[]>;
}

/** The calls of a command, and what holds them up beside the service itself. */
export interface WaitWatch {
  /** How many were made so far, repeated ones included. */
  calls(): number;
  /** What they waited for a short while ago: `the rate limit of 600 calls a minute`. */
  limit(): string | undefined;
  /** Called at each wait, and now and then while it lasts. */
  onWait(listener: () => void): void;
}

/** How far it is, where that can be counted. */
export interface Share {
  readonly done: number;
  readonly total: number;
}

/** Says what happens now, how far it is, and in lines of their own what has come so far. */
export type Say = (label: string, share?: Share, soFar?: readonly string[]) => void;

/** Shows that something takes time; never touches stdout. `during` ends it whatever happens. */
export type Progress = <T>(label: string, during: (say: Say) => Promise<T>) => Promise<T>;

/** How a command line ended. */
export interface RunResult {
  /** For the shell. */
  readonly exit: number;
  /** What the command returned. */
  readonly value: unknown;
  /** Why it ended, where that was not with 0. */
  readonly failure?: Failure;
}

export interface NestedOptions {
  /** Prints nothing at all: neither data nor what fails, which only the ending tells. */
  silent?: boolean;
  /** Draws data as on a terminal even where stdout is none. */
  forPeople?: boolean;
  /** In the home that these parts of a world are of. */
  in?: HomeParts & Pick<World, 'env'>;
  /** Up to its question alone, which a person answers; from the folder where it was called. */
  as?: Pick<World, 'cwd' | 'approving' | 'room'>;
  /** Who opted out by the files of the outer line. */
  optOuts?: World['optOuts'];
}

/** A link is what it leads to. */
export interface FolderItem {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'other';
}

export interface WriteOptions {
  /** Leaves a file alone that is there already. */
  readonly fresh?: boolean;
  /** For its owner only. */
  readonly secret?: boolean;
  /** What this program keeps beside the files of others: it is always replaced. */
  readonly ours?: boolean;
  /** A campaign file or a copy of one: where an agent acts, it may have an ending that no other file may. */
  readonly ofCampaign?: boolean;
  /** What its own earlier file begins with: one that begins otherwise, and is not empty, is left alone. */
  readonly begins?: string;
  /** A file that the command is there to change: it is not said that it is replaced, and its hard links stay. */
  readonly inPlace?: boolean;
}

/** Text, or pieces that need not be in memory together. */
export type Content = string | AsyncIterable<Uint8Array | string>;

/**
 * A `heading` is bold, an `aside` dim, an `alarm` red; a `command` is coloured and never broken, so that it can be copied.
 * `theirs` is a text of someone else: it keeps its lines, and each has a bar in front, so many
 * cells from the edge, also where it is broken.
 */
export type NoteKind = 'text' | 'heading' | 'command' | 'aside' | 'alarm' | 'theirs';

/** Lines on stderr, by how much they matter. They can hold text from others, so a line never becomes two. */
export interface Messages {
  /** Silenced by `-q`, `--json` and `--ndjson`. */
  note(line: string, kind?: NoteKind, indent?: number): void;
  /** Silenced by `-q` alone. With `--json` and `--ndjson` a line of JSON, as errors are: `{"warning": "…", "code"}`. */
  warn(line: string, code?: string): void;
  /** A guessed path that is not there, by the line that sets it: all in one warning, before a question, the answer or a failure. */
  guessFailed(command: string, what: string): void;
  sayGuesses(): void;
  /** What to do next, in one line where it fits; silenced like a note. */
  next(steps: readonly { readonly what?: string; readonly line: string }[]): void;
  /** Always said: the facts above a question, what `--debug` asked for. */
  tell(line: string, kind?: NoteKind, indent?: number): void;
}
