import type { FailureCode } from '../base/failure-codes.ts';
import type { AnswerShape } from './schema/answer-shape.ts';
import type { Infer, Problem, Schema } from './schema/schema.ts';
import type { Method } from './wire.ts';

/** `read`: a read-only key suffices (spec, Authentication 4). */
export type Scope = 'read' | 'read_write';

/** What a call does that cannot be taken back: spends credits, charges the card, sends email. */
export type Effect = 'none' | 'spends' | 'buys' | 'sends';

/**
 * Whether a call writes to people. `whenRunning`: it adds people to the campaign that this body field names. They are
 * written to at once where that campaign is running or completed (spec, Campaign status). `people`: the body fields of
 * which one says how many they are, as a number or a list; one person where there is none. A name with a colon is that
 * of an id in the path: the call adds no one, and changes what the people of that campaign get.
 */
type Mails = 'never' | 'always' | { readonly whenRunning: string; readonly people: readonly string[] };

/**
 * What goes out already, or is paid, and a call changes, where it has no effect of its own: the email of the campaign in its
 * path, of any campaign, of the mailbox in its path, to the lead in its path, to the leads in its body, to those who fit the
 * profile in its path, or to people who got none so far, as they refused it, bounced or are blocked; or invoices; or which keys
 * there are. An agent takes the approval of a person for it.
 */
export type Steers =
  | 'campaign'
  | 'any campaign'
  | 'mailbox'
  | 'lead'
  | 'leads'
  | 'profile'
  | 'refusal'
  | 'blocked people'
  | 'invoices'
  | 'keys';

/** It ends mail or cost: it does not wait for what the service asked of other calls, and goes first. */
type Stops = 'mail' | 'money';

/** Credits from the balance, credits bought with the card, address checks on the next invoice, or dollars as quoted. */
export type Bill = 'credits' | 'top-up' | 'checks' | 'dollars';

type Fields = Readonly<Record<string, unknown>>;

/** Credits and dollars as an answer says them; what is not a number is not said. */
export interface Cost {
  readonly credits?: unknown;
  readonly usd?: unknown;
}

/** What an answer says of what a call cost and brought, as far as it does: it is held against what was agreed to. */
export interface Reported {
  /** Spent and charged; credits that came in, where the call buys them. */
  readonly cost?: Cost;
  readonly mayCost?: Cost;
  readonly checks?: unknown;
  /** What it is for, of these; as many as were agreed to, where the request does not say how many. */
  readonly count?: {
    readonly of: 'people' | 'addresses';
    readonly asked?: unknown;
    readonly reported: unknown;
  };
  readonly added?: unknown;
  /** What is named, as it was asked for and as it is reported. */
  readonly names?: { readonly asked: readonly unknown[]; readonly reported: readonly unknown[] };
}

interface Tells {
  /** Of an answer in the shape of the contract, and the body of its request. */
  readonly of: (answer: Fields, request: Fields) => Reported;
  /** The read that goes on telling it until all is over: its answers have the same fields. */
  readonly later?: string;
}

/** When a call whose answer was lost may be made again. */
type Retry =
  | { readonly kind: 'safe' }
  /** Repeating with the same Idempotency-Key returns the first result. */
  | { readonly kind: 'idempotencyKey' }
  /** Only after `witness`, an operation, has shown that the first try did not work. */
  | { readonly kind: 'checkFirst'; readonly witness: string }
  | { readonly kind: 'never' };

interface Route<P extends string = string, M extends Method = Method> {
  readonly method: M;
  readonly path: P;
  readonly source: 'documented' | 'inferred';
  /** Why the path was inferred so. */
  readonly reason?: string;
}

/** The seven ways the service pages (spec, Pagination). `items` names the list in the answer. */
export type Paging = { readonly items: string; readonly default: number; readonly max: number } & (
  | { readonly kind: 'page-hasMore' }
  | { readonly kind: 'page-total' }
  | { readonly kind: 'offset' }
  | { readonly kind: 'page-size' }
  | { readonly kind: 'limit-count' }
  | { readonly kind: 'limit-only' }
  | { readonly kind: 'body'; readonly maxPage: number }
);

/** A list that comes in one piece: one with a limit alone has no second page. */
export const isOnePiece = (paging: Paging | undefined): boolean =>
  paging?.kind === 'limit-only' || paging?.kind === 'limit-count';

/** As few items per request as are needed, and never more than the service allows. */
export function requestedSize(paging: Pick<Paging, 'kind' | 'default' | 'max'>, wanted: number): number {
  if (paging.kind !== 'body') return Math.min(paging.max, Math.max(wanted, 1));
  // In the body only the two sizes themselves are allowed, nothing between.
  return wanted <= paging.default ? paging.default : paging.max;
}

/** Where a request is about to go: the sandbox takes addresses of this machine, a live service does not. */
export interface Place {
  readonly target: 'live' | 'sandbox';
}

/** A rule beyond the schema, asked before anything leaves, however the call is made. Missing fields are not its concern. */
export interface Check {
  /** The code of the refusal. An operation has each code once. */
  readonly code: FailureCode;
  readonly hint: string;
  readonly problems: (input: AnyInput, place: Place) => readonly Problem[];
}

/** A rule about where the names in a request lead, as the name servers say. */
export interface NameCheck extends Pick<Check, 'code' | 'hint'> {
  readonly names: (
    input: AnyInput,
    place: Place,
  ) => readonly { readonly field: string; readonly name: string }[];
  /** What is wrong with these addresses of one name. */
  readonly problem: (addresses: readonly string[]) => string | undefined;
}

interface Common {
  readonly summary: string;
  readonly route: Route;
  readonly query?: Schema;
  readonly body?: Schema;
  /** The answer as the program reads it. */
  readonly response: Schema;
  /** How much of the answer the spec shows, and how to recognise the rest; all of it unless said. */
  readonly answer?: AnswerShape;
  /** Status of success; 200 unless said. */
  readonly success?: number;
  /** The failure statuses the spec lists for this call; 401 and 403 apply everywhere. */
  readonly statuses?: readonly number[];
  /** Statuses that waiting cannot cure unless the answer says for how long: a run awaits approval (429). */
  readonly standing?: readonly number[];
  /** How often it is tried at most, where less than usual is enough: what is only mentioned is not worth a minute. */
  readonly tries?: number;
  /** How long the service may be silent, where less than usual is enough. */
  readonly silenceMs?: number;
  /** How long all its tries may take together, where the rest of a command goes on without it. */
  readonly totalMs?: number;
  /** The field of the answer with the id of what the path names, where its name does not tell. */
  readonly idField?: string;
  /** Machine-readable `code` or `reason` values of its failures. */
  readonly errors?: readonly string[];
  readonly paging?: Paging;
  readonly watch?: {
    /** The read that is polled, its path parameter, and the field that is set when it is over. */
    readonly by: string;
    readonly param: string;
    readonly done: string;
  };
  readonly checks?: readonly Check[];
  readonly nameChecks?: readonly NameCheck[];
  /** Body fields that must never be shown, logged or kept. */
  readonly secrets?: readonly string[];
  /** Its name as a tool of the agent-protocol server, where `toolName` (tools.ts) would guess another. */
  readonly tool?: string;
}

interface Read extends Common {
  /** A POST that a read-only key may make is also a read. */
  readonly scope?: 'read';
}

/** What spends or buys says in what, and what has an effect where its answer tells that. */
type Costs =
  | { readonly effect: 'none'; readonly billed?: readonly Bill[] }
  | { readonly effect: 'sends'; readonly billed?: readonly Bill[]; readonly tells: Tells | 'nothing' }
  | {
      readonly effect: 'spends' | 'buys';
      readonly billed: readonly [Bill, ...Bill[]];
      readonly tells: Tells;
    };

interface Rules {
  readonly mails: Mails;
  readonly stops?: Stops;
  readonly steers?: Steers;
  /** Free, and changes what a call that a person approves does after it. */
  readonly prepares?: true;
  /** It emails what is stored under the id in its path, which others may change until it is made. */
  readonly sendsStored?: true;
  readonly retry: Retry;
  /** Some calls change nothing and yet need a read-and-write key (spec, Authentication 4). */
  readonly changes?: false;
  /** A DELETE that another call takes back: it asks for no consent. */
  readonly reversible?: true;
  readonly givesKey?: GivesKey;
  readonly undone?: Undone;
}

type Write = Common & Costs & Rules;

/** Words in a field of an answer with a good status which say that it was not done. In lower case. */
interface Undone {
  readonly field: string;
  readonly words: readonly string[];
}

/** The answer holds a new key, or may: keys in it are shown and never kept. In any other answer to a write they are hidden. */
type GivesKey = 'always' | 'maybe';

interface Entry extends Rules {
  readonly kind: 'read' | 'write';
  readonly scope: Scope;
  readonly effect: Effect;
  readonly billed?: readonly Bill[];
  readonly tells?: Tells | 'nothing';
}

export type AnyOperation = Common & Entry & { readonly id: string; readonly answer: AnswerShape };

/** Of a write that spends, buys and sends nothing, and adds no one who is written to. */
export const noEffect = { effect: 'none', mails: 'never' } as const;

export const safe = { kind: 'safe' } as const satisfies Retry;
export const idempotencyKey = { kind: 'idempotencyKey' } as const satisfies Retry;
export const never = { kind: 'never' } as const satisfies Retry;

/** Such a write, which may also be repeated. */
export const harmless = { ...noEffect, retry: safe } as const;

export const checkFirst = <const W extends string>(witness: W) =>
  ({ kind: 'checkFirst', witness }) as const satisfies Retry;

export const whenRunning = (field: string, ...people: readonly string[]): Mails => ({
  whenRunning: field,
  people,
});

export const documented = <const M extends Method, const P extends string>(
  method: M,
  path: P,
): Route<P, M> => ({ method, path, source: 'documented' });

export const inferred = <const M extends Method, const P extends string>(
  method: M,
  path: P,
  reason: string,
): Route<P, M> => ({ method, path, source: 'inferred', reason });

export const read = <const S extends Read>(spec: S) =>
  ({
    ...spec,
    kind: 'read',
    scope: 'read',
    effect: 'none',
    mails: 'never',
    retry: safe,
  }) as const;

export const write = <const S extends Write>(spec: S) =>
  ({ ...spec, kind: 'write', scope: 'read_write' }) as const;

export function area<const N extends string, const O extends Record<string, Common & Entry>>(
  name: N,
  operations: O,
) {
  const named: Record<string, AnyOperation> = {};
  for (const [key, operation] of Object.entries(operations))
    named[key] = { answer: { shown: 'whole', fields: 'closed' }, ...operation, id: `${name}.${key}` };
  return named as unknown as {
    readonly [K in keyof O]: O[K] & { readonly id: `${N}.${K & string}`; readonly answer: AnswerShape };
  };
}

/** Digits; a string where they exceed what a number can hold. */
export type Id = number | bigint | string;

type ParamNames<P extends string> = P extends `${string}:${infer N}/${infer R}`
  ? N | ParamNames<`/${R}`>
  : P extends `${string}:${infer N}`
    ? N
    : never;

type ParamsPart<O extends Common> = [ParamNames<O['route']['path']>] extends [never]
  ? unknown
  : { params: Record<ParamNames<O['route']['path']>, Id> };
type QueryPart<O> = O extends { query: infer Q } ? { query?: Infer<Q> } : unknown;
type BodyPart<O> = O extends { body: infer B } ? { body: Infer<B> } : unknown;
type KeyPart<O> = O extends { retry: { kind: 'idempotencyKey' } } ? { idempotencyKey?: string } : unknown;

/** What a call of `O` takes: path parameters, query, body; `{}` where it takes nothing. */
export type Input<O extends Common> = ParamsPart<O> & QueryPart<O> & BodyPart<O> & KeyPart<O>;
export type Output<O> = O extends { response: infer R } ? Infer<R> : never;

/** The same with its parts loosened, for code that handles any operation. */
export interface AnyInput {
  readonly params?: Readonly<Record<string, Id>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
}

/** The item type of a paged operation's list. */
export type ItemOf<O> = O extends { paging: { items: infer K extends string }; response: infer R }
  ? Infer<R> extends Record<K, readonly (infer I)[]>
    ? I
    : never
  : never;

/** Calls that mean the same as another one (spec, Leads: PUT /leads is identical to POST /leads). */
export const aliases: Readonly<Record<string, string>> = { 'PUT /leads': 'POST /leads' };
