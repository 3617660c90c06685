import type { FailureKind } from '../../base/failure-codes.ts';
import type { Advice } from '../../base/text/advice.ts';
import type { Api } from '../../client/api/api.ts';
import type { Intent } from '../../client/guard/journal.ts';
import type { Reading } from '../../client/guard/reconcile.ts';
import type { Consent as ConsentOfCall } from '../../contract/consent.ts';
import type { AnyInput, AnyOperation, ItemOf } from '../../contract/operation.ts';
import type { Schema } from '../../contract/schema/schema.ts';
import type { ProfileStore } from '../../local/profile-store.ts';
import type { Asker } from './asker.ts';
import type {
  Connected,
  Content,
  DoneCall,
  FolderItem,
  McpServer,
  Messages,
  NestedOptions,
  OpenCall,
  Progress,
  ReplyMarksOfAccount,
  RunResult,
  Site,
  WaitWatch,
  WriteOptions,
} from './context-parts.ts';
import type { ReadKind } from './file-limits.ts';
import type { Globals } from './globals.ts';
import type { Listing, Sieve, Updates } from './listing.ts';
import type { Params, ValuesOf } from './params.ts';
import type { Agree, Approve, ApproveAll } from './quote.ts';
import type { Settings } from './settings.ts';
import { type Column, cellIn, record, table, type View } from './view.ts';
import type { World } from './world.ts';

/**
 * `read`: changes nothing but the file that it writes. `work`: changes what sends and costs nothing. `effects`: takes
 * consent. Or why it is never a tool.
 */
export type Tool = 'read' | 'work' | 'effects' | { readonly never: string };

/**
 * A verb: small and typed. It asks, calls and returns data; `view` says, purely, what a person sees.
 * A list returns `ctx.list(…)` and gives `columns` instead.
 */
interface Declared<P extends Params = Params, R = unknown> {
  readonly name: string;
  /** Left out where its first operation says the same. */
  readonly summary?: string;
  /** More for the help page, in paragraphs. */
  readonly about?: string;
  /** Every operation it may call once its arguments are known: gives badge, `--yes`, `--dry-run`, the needed key, completion, the reference page. */
  readonly uses: readonly AnyOperation[];
  /** What an agent needs to be allowed before it may call this as a tool of `mcp serve`. */
  readonly tool: Tool;
  /** `mcp serve` lists its tool unless it is asked for others: a command of every day, one of at most 33. */
  readonly core?: true;
  /** The launch checks of leads come first where they join a campaign that runs; what those read is not listed in `uses`. */
  readonly leadGate?: true;
  /** Stops mail or money: its calls, reads included, go before all others and wait for nothing that others were told. */
  readonly stops?: true;
  /** Asks before it changes anything, where no call of `uses` takes consent: always, or `when-running` in some of its forms. */
  readonly consent?: Exclude<ConsentOfCall, 'never'>;
  readonly args?: P;
  /** The first of each cannot be used together with any of the others; for the check and for help. */
  readonly excludes?: readonly Exclusion<keyof P>[];
  readonly examples: readonly string[];
  /** Goes on after the answer: takes `--wait/--no-wait --wait-timeout --interval`. */
  readonly waits?: boolean;
  /** Asks, or continues until it is stopped: its output is never paged. */
  readonly interactive?: true;
  /** Shared options that it takes only to say why not. Help, completion and the reference leave them out. */
  readonly refuses?: readonly (keyof Globals)[];
  /** With `--json` a bare list stays one, instead of getting the envelope that all lists share. */
  readonly exact?: true;
  /** Reads a list to its end unless `--limit` says how many: takes neither `--page` nor `--all`. */
  readonly whole?: true;
  /** With this option it prints a JSON line for each item, with `--json` and at a terminal as well, and asks nothing. */
  readonly jsonLines?: keyof P & string;
  /** Its list comes in one piece, whatever is asked for: `--page`, `--limit` and `--all` are obeyed here, by `onePage`. */
  readonly onePiece?: true;
  /** The list it is about: `--csv` and `--ndjson` give a line for each item, and `--fields` takes their fields too. */
  readonly rows?: string | ((values: ValuesOf<P>) => string | DocumentRows<DrawnOf<R>>);
  /** Works without key and service: always, with this option, or for these values. */
  readonly local?: boolean | 'allProfiles' | ((values: ValuesOf<P>) => boolean);
  /** Reads the settings of the profile and calls nothing: no client is loaded. */
  readonly offline?: true;
  /** Ways to end that do not follow from `uses`: `partial`, `ended-badly`, `differs`. For help and the reference. */
  readonly fails?: readonly FailureKind[];
  /**
   * Its document, in the words of the contract: what `--fields` may name, the columns of an empty list, the output schema of
   * its tool. An `array` is a list, in the envelope that all lists share. Unless given, what the first operation of `uses`
   * answers.
   */
  readonly answer?: Schema | ((values: ValuesOf<P>) => Schema);
  run(context: Context, values: ValuesOf<P>): Promise<R> | R;
  /** The fields that it changed, and what names the thing: all that a pipe gets of the record without `--fields`. */
  readonly changed?: readonly string[] | ((values: ValuesOf<P>) => readonly string[]);
  /** A promise where the view is loaded only when it is drawn. */
  view?(result: DrawnOf<R>, values: ValuesOf<P>): View | Promise<View>;
  /** Instead of `view`, where it is a record: its labels, and what of the document they show. */
  readonly fields?: readonly Column<RecordOf<R>>[];
  /** Instead of `view`, where it is one table of the items; `atTerminal` and `empty` go with it. */
  readonly table?: readonly Column<RowOf<R>>[];
  /** Options that the service does not have: what `context.list` gives is read and filtered here. Help marks them. */
  readonly filters?: Filters<P, RowOf<R>>;
  /** What helps after a success, by what is known already. A person at a terminal sees it on stderr. */
  readonly next?:
    | Next
    | ((result: ShownOf<R>, values: ValuesOf<P>, target: Settings['target'] | undefined) => Next);
  /** For a list, instead of `view`. */
  readonly columns?: readonly Column<RowOf<R>>[];
  /** The columns at a terminal, where they are others than in a pipe: names instead of ids. */
  readonly atTerminal?: readonly Column<RowOf<R>>[];
  /** What a person reads of a list without rows: of what, and what fills it. */
  readonly empty?: string;
}

type Filters<P, T> = { readonly [K in keyof P]?: Filter<T, NonNullable<ValuesOf<P>[K]>> };

/**
 * By a value of an item, as of a column: it is one of the words that were given, it holds the text, whatever its case, or
 * it is a time from, or up to, the one given; a list that is filtered `from` has the newest first. It `is` the id of what was `named`
 * by an id, a name or an address. Or by what a function makes of the option, which may read something first.
 */
export type Filter<T, V> =
  | { readonly oneOf: (keyof T & string) | ((item: T) => unknown) }
  | { readonly containing: Column<T>[1] }
  | { readonly from: Column<T>[1] }
  | { readonly upTo: Column<T>[1] }
  | { readonly is: keyof T & string; readonly named: 'lead' | 'campaign' }
  | ((wanted: V, context: Surroundings) => Sieve<T> | Promise<Sieve<T>>);

/** Names of options and arguments. */
export type Exclusion<K> = readonly (K | keyof Globals)[];

type RowOf<R> =
  R extends Listing<infer T>
    ? T
    : R extends readonly (infer T)[]
      ? T
      : R extends { readonly items: readonly (infer T)[] }
        ? T
        : never;
/** Rows that a document does not have as a list of its own. */
export interface DocumentRows<D> {
  of(document: D): readonly object[];
  readonly answer: Schema;
  /** Where the document has a field of a row: `['profiles', 'attention', 'kind']`. */
  at(field: string): readonly string[];
}

/** A list has columns, and a text is printed as it is. */
type DrawnOf<R> = R extends Updates<infer T> ? T : R extends Listing<unknown> | string ? never : R;
/** A document with fields; by `infer`, so that `run` alone says what R is. */
type RecordOf<R> = R extends infer T extends object ? T : never;
/** Of a list, the items that were shown. */
type ShownOf<R> =
  R extends Listing<infer T> ? { readonly items: readonly T[] } : R extends string ? never : R;

/** What to go on with, the likeliest first, each alone or with what it does. What misses a value is left out. */
export type Next = readonly (Step | readonly [what: string, step: Step])[];
type Step = Advice | undefined;

interface Command<P extends Params = Params, R = unknown> extends Declared<P, R> {
  readonly summary: string;
}

export type AnyCommand = Command<any, any>;

export const command = <const P extends Params, R>(spec: Declared<P, R>): Command<P, R> => ({
  ...drawn(spec),
  summary: spec.summary ?? spec.uses[0]?.summary ?? '',
});

function drawn<P extends Params, R>(spec: Declared<P, R>): Declared<P, R> {
  const { fields, table: columns, empty, atTerminal } = spec;
  if (fields)
    return {
      ...spec,
      view: (result) =>
        record(...fields.map((field) => [field[0], cellIn(result, field), field[2] ?? 'text'] as const)),
    };
  if (!columns) return spec;
  return {
    ...spec,
    view: (result: unknown) => {
      const rows = Array.isArray(result) ? result : (result as { readonly items: readonly RowOf<R>[] }).items;
      return table(rows, columns, empty, atTerminal);
    },
  };
}

/** What a noun can do, and nouns below it. Loaded only when it is named on the line. */
export interface Verbs {
  readonly commands: readonly AnyCommand[];
  readonly groups?: readonly Group[];
  /** For its help, in the order of work; unless given, the first example of its first commands. */
  readonly examples?: readonly string[];
  /** The verb that is meant where none is named: `sandbox outbox` is `sandbox outbox list`. */
  readonly usual?: AnyCommand;
  /** What people look for here and the service cannot do. */
  readonly impossible?: readonly Impossible[];
}

interface Impossible {
  /** The verbs that people type for it: the answer to them says so, instead of a guess at what was meant. */
  readonly words: readonly string[];
  /** `delete a campaign`. */
  readonly what: string;
  /** What to do instead. */
  readonly instead: string;
}

/** A noun: its verbs, and nouns below it. Only the tree names those at the top, so that root help loads none. */
export interface Group extends Verbs {
  readonly name: string;
  readonly summary: string;
}

/** What root help and dispatch need to know of a group without loading it. */
export interface GroupEntry {
  readonly name: string;
  readonly summary: string;
  /** Its heading in root help. */
  readonly section: string;
  /** The whole group; for a line that goes on with this word, at least what the word names. */
  load(next?: string): Promise<Group | AnyCommand>;
}

/** What a command has at hand, in four parts. Commands touch nothing else of the world. */
export interface Context {
  readonly service: Service;
  readonly consent: Consent;
  readonly files: Files;
  readonly screen: Screen;
}

/** What reads, and asks no one: of this are questions and filters made. */
export interface Surroundings {
  readonly service: Omit<Service, 'list' | 'connect' | 'site' | 'agent'>;
  readonly files: Files;
  readonly screen: Screen;
}

/** How the service of the profile is called, and what this machine knows of its calls. */
export interface Service {
  readonly api: Api;
  readonly settings: Settings;
  /** A paged operation as a list, obeying `--page`, `--limit` and `--all`. */
  list<const O extends AnyOperation>(operation: O, input?: AnyInput): Listing<ItemOf<O>>;
  /** A lead id from an id or an address; a campaign or sender id from an id or its exact name or address. */
  readonly find: {
    lead(idOrEmail: string): Promise<number>;
    campaign(idOrName: string): Promise<number>;
    sender(idOrAddress: string): Promise<number>;
  };
  /** The service under another key: to try one before it is saved. */
  connect(settings: Settings): Promise<Connected>;
  /** The public site of the profile, without a key; also for a command that is local. Throws `usage` where none is known. */
  site(): Promise<Site>;
  /** The agent-protocol server of the profile. Throws `usage` where none is known; nothing is sent yet. */
  agent(): Promise<McpServer>;
  /** The spend journal, as a person settles it: see `cli/connect/settle-journal.ts`. */
  readonly journal: {
    intent(id: number): Promise<Intent>;
    lookAgain(id: number, reading?: Reading): Promise<Intent>;
    /** The calls to it that earlier runs left open, for this account. */
    open(operation: AnyOperation): Promise<readonly OpenCall[]>;
    /** The calls to it that were done from here, for this account; newest first. */
    done(operation: AnyOperation): Promise<readonly DoneCall[]>;
    decide(id: number, state: 'done' | 'not-done', force: boolean): Promise<Intent>;
    /** What the account has used today of the ceilings of its profile. Throws `Failure` where that cannot be read. */
    usedToday(settings: Settings): Promise<{ readonly credits?: number; readonly usd?: number }>;
    /** Takes out what ended before that time, but for what still guards against a repetition. */
    forgetBefore(time: number): Promise<{ readonly forgotten: number; readonly kept: number }>;
    forgetRehearsed(): Promise<void>;
    /** What is known only later of a call that this command has made: an import's bill. */
    remark(operation: AnyOperation, remark: string): Promise<void>;
    /** A read has reported how such a call ended: that is held against what was agreed to. */
    reported(read: AnyOperation, answer: unknown): Promise<void>;
  };
  /** What was done with the replies of this account: see `cli/connect/reply-marks.ts`. */
  replyMarks(): Promise<ReplyMarksOfAccount>;
  /** What the calls wait for, to be shown with progress. */
  readonly pace: WaitWatch;
  /** The clock of the target, which in the sandbox runs ahead; of a service, by its answers so far. */
  targetNow(): Promise<number>;
}

/** What a person agrees to. */
export interface Consent {
  /** Asks for consent to exactly this call, and grants the approval that `api` demands for it. */
  readonly approve: Approve;
  /** The same for several calls under one question. */
  readonly approveAll: ApproveAll;
  /** One question for what a command does in several accounts: its answer also counts for `approve`. */
  readonly agree: Agree;
  /** Questions on the terminal, on stderr; every one throws `not-confirmed` where no person can answer. */
  readonly ask: Asker;
}

/** What is on this machine. */
export interface Files {
  /** The bytes of a file, `-` for stdin; of what kind it is says how long it may be. Throws `usage` with the path and the reason. */
  readFile(path: string, kind: ReadKind): Promise<Buffer>;
  /** The same as text without byte-order mark. Throws `usage` where a byte is not UTF-8. */
  readText(path: string, kind: ReadKind): Promise<string>;
  /** What lies in a folder, not below it; undefined where there is no such folder. Throws `usage` with the path and the reason. */
  listFolder(path: string): Promise<readonly FolderItem[] | undefined>;
  /** Makes one folder, where it is not there, in one that is. Throws `usage` with the path and the reason. */
  makeFolder(path: string): Promise<void>;
  /**
   * Writes a whole file, replacing a plain one; relative to where the command was called. For `-` it goes to standard
   * output, and the result is not drawn. Throws `usage` with the path and the reason.
   */
  writeFile(path: string, content: Content, options?: WriteOptions): Promise<void>;
  /** Throws what `writeFile` would throw of the place, before anything is done for it. */
  checkOutput(path: string, options?: WriteOptions): Promise<void>;
  /** The profiles of this machine; nothing is read before it is asked for. */
  readonly profiles: ProfileStore;
  readonly world: World;
}

/** What the line asked for, and what its reader sees. */
export interface Screen extends Pick<Messages, 'note' | 'guessFailed' | 'tell'> {
  readonly globals: Globals;
  /** A person at a terminal reads the result: it may say more than was asked for. */
  readonly isForPeople: boolean;
  readonly progress: Progress;
  /** A line on stderr that only `-q` silences. */
  warn(line: string): void;
  /** Does this once what the command answers is written, and its reader was still there. */
  whenShown(work: () => Promise<void>): void;
  /** Runs another command line in this program, printing as it would; the value is what it returned, a list with its items. */
  run(argv: readonly string[], options?: NestedOptions): Promise<RunResult>;
  /** Every group, for the commands that speak about the tool itself; nothing of it is loaded yet. */
  readonly tree: readonly GroupEntry[];
}
