import type { Failure } from '../../base/errors.ts';
import type { Effect } from '../../contract/operation.ts';
import type { Approvals } from './approvals.ts';
import type { Budgets, Draw } from './budgets.ts';
import type { LeavingJournal, TakingJournal } from './journal-contents.ts';
import type { ReplyMarks } from './reply-marks.ts';
import type { Turns } from './turns.ts';

/**
 * What the client asks of the spend journal. A call whose repeat could hurt is written down before its first byte
 * leaves, and closed only when its outcome is acknowledged; what happens in between survives the process.
 */

/** `prepared`: nothing has left. `sent`: it may have happened. `unknown`: a person decides. Else how it ended. */
export type IntentState = 'prepared' | 'sent' | 'unknown' | 'done' | 'not-done';

/** Which process works on an intent. */
export interface Owner {
  readonly pid: number;
  /** When that process began, and since which boot, in words of the system: a pid alone is given out again. */
  readonly started: string;
  /** In a journal of several machines, where another process is in the way: on which one. */
  readonly host?: string;
}

/** What is written down before anything else. */
export interface Draft {
  readonly account: string;
  readonly profile: string;
  readonly target: 'live' | 'sandbox';
  readonly operation: string;
  readonly effect: Effect;
  /** One intent may be open in it: the digest of account, operation and input, or of account, operation and token. */
  readonly dedupeKey: string;
  /** The same for calls that are the same, with or without a token. */
  readonly fingerprint: string;
  /** `--once`: the end is kept for ever, and given again. */
  readonly token: string | undefined;
  /** The call as JSON text: method, path, query and body as they leave; secrets in it as keyed digests. */
  readonly request: string;
  readonly idempotencyKey: string | undefined;
  readonly summary: string;
}

export interface Intent extends Draft {
  readonly id: number;
  /** In a journal of several machines: on which one, and by which user of it, the call was written down. */
  readonly madeBy?: { readonly host: string; readonly user: string };
  readonly state: IntentState;
  /** Rises with every process that takes the intent over. A process with an older one has lost it. */
  readonly generation: number;
  readonly owner: Owner | undefined;
  /** Milliseconds of wall time, here and below. */
  readonly startedAt: number;
  readonly sentAt: number | undefined;
  readonly finishedAt: number | undefined;
  /** When its outcome was acknowledged: from then on the dedupe key is free. */
  readonly acknowledgedAt: number | undefined;
  readonly quote: string | undefined;
  readonly snapshot: string | undefined;
  readonly answer: string | undefined;
  /** Why it is `unknown` or `not-done`, or what a person should know about it. */
  readonly remark: string | undefined;
  /** The card was charged without effect: no other purchase until a person settles it. */
  readonly blocks: boolean;
  /** Columns that cannot be read. They are as if they were empty, and an open call is `unknown`. */
  readonly damaged: readonly string[];
}

/** A field that is undefined stays as it is. */
export type Change = {
  readonly [K in 'state' | 'sentAt' | 'finishedAt' | 'quote' | 'snapshot' | 'answer' | 'remark' | 'blocks']?:
    | Intent[K]
    | undefined;
};

/** What a call has cost and brought in the end, where its answer could not say it yet. Part of the quote's JSON text. */
export interface Result {
  readonly credits: number | null;
  readonly people: number | null;
  /** Charged or invoiced, where that is known. */
  readonly usd?: number;
}

export interface Step {
  readonly at: number;
  readonly what: string;
}

/** Texts of an intent and of its steps, without what they no longer may say. */
export interface Redacted
  extends Pick<
    Intent,
    'id' | 'token' | 'idempotencyKey' | 'request' | 'summary' | 'quote' | 'snapshot' | 'answer' | 'remark'
  > {
  readonly steps: readonly Step[];
}

export type Claim =
  /** Ours from now on; `earlier` where a process that is gone, or has let go of it, left it open. */
  | { readonly kind: 'ours'; readonly intent: Intent; readonly earlier: boolean }
  /** Nothing is in its way, and it was not opened. */
  | { readonly kind: 'free' }
  /** None of the budgets has enough left. */
  | { readonly kind: 'over-budget' }
  /** A living process works on it. */
  | { readonly kind: 'busy'; readonly intent: Intent }
  /** Ended under this token before. */
  | { readonly kind: 'kept'; readonly intent: Intent }
  /** The token belongs to another call. */
  | { readonly kind: 'other-call'; readonly intent: Intent }
  /** The same call, acknowledged as done a short while ago. */
  | { readonly kind: 'duplicate'; readonly intent: Intent }
  /** An open call of the same operation cannot be read: it may be this one. */
  | { readonly kind: 'damaged'; readonly intent: Intent }
  /** A purchase that was charged and not credited blocks it. */
  | { readonly kind: 'blocked'; readonly intent: Intent };

export interface Taken {
  readonly kind: 'ours' | 'busy';
  readonly intent: Intent;
}

/** Another call of the same account and operation: it may have brought about what the service shows of this one. */
export interface Rival extends Intent {
  /** A living process waits for its answer. */
  readonly isAwaited: boolean;
}

/** Every intent, unless it says otherwise. */
export interface Selection {
  readonly open?: boolean;
  /** Leaves out what is known not to have happened: declined, refused, not sent. */
  readonly attempted?: boolean;
  readonly live?: boolean;
  /** Leaves out what costs nothing for certain. */
  readonly costly?: boolean;
  readonly since?: number;
  readonly account?: string;
  readonly limit?: number;
}

export interface ClaimOptions {
  readonly now: number;
  /** Since when an equal intent that is done makes a `duplicate`; undefined where the same thing twice is meant. */
  readonly duplicateSince: number | undefined;
  /** Opens no intent where none is open. */
  readonly looks?: boolean;
  /** Changes nothing at all: an open one that would be taken over is given as it is. */
  readonly rehearses?: boolean;
  /** Opens one only where a budget has as much left, and takes it from that. */
  readonly draw?: Draw | undefined;
}

/** Something that a person agreed to on this machine and that no call carries out; or a call that needs no guard. */
export interface LocalChange {
  readonly profile: string;
  /** A stable word, like the id of an operation: `profiles.guards`. */
  readonly operation: string;
  readonly summary: string;
  /** What the person saw and agreed to, a line each. */
  readonly agreed: readonly string[];
  /** Of such a call: whose it was, and what made it. */
  readonly call?: Pick<Draft, 'account' | 'target'> & { readonly by: string };
}

/** What a check of this machine says of the journal that several machines share. */
export interface SharedCondition {
  readonly where: string;
  readonly version: number;
  /** By how much the clock of the database is ahead of the one here, in milliseconds. */
  readonly aheadMs: number;
  /** Tables that this login may not read and write. */
  readonly refused: readonly string[];
  /** This login, as SQL names it. */
  readonly role: string;
  /** Why the server takes no changes; undefined where it does. */
  readonly readOnly: string | undefined;
  /** Why it is not the journal that this machine knows. */
  readonly replaced?: Failure;
}

/**
 * Every change is on the disk when its promise resolves, and every method is one transaction: no await divides a claim.
 * Rejects with `Failure`: `usage` where the disk is at fault, and `conflict` (code `taken_over`) where another process
 * has taken the intent over.
 */
export interface Journal {
  readonly replies: ReplyMarks;
  readonly approvals: Approvals;
  readonly budgets: Budgets;
  readonly turns: Turns;
  /** Opens the intent of a dedupe key, or takes over the open one. */
  claim(draft: Draft, options: ClaimOptions): Promise<Claim>;
  /** Takes over an open intent, or one that a person says is not done; by force also from a process that seems to live. */
  take(id: number, now: number, force: boolean): Promise<Taken | undefined>;
  /** Empties what cannot be read of it, too. */
  record(intent: Intent, change: Change, step: Step): Promise<Intent>;
  /** Other calls of its account and operation that have left and are open, or were done since an hour before it began; oldest first. */
  rivals(intent: Intent): Promise<Rival[]>;
  /** Records as `record` does where so many of its rivals are done; undefined where another one has ended meanwhile. */
  conclude(intent: Intent, change: Change, step: Step, rivalsDone: number): Promise<Intent | undefined>;
  /** Answers at once: false where another process may have taken the intent over since the last change of it. */
  isOurs(intent: Intent): boolean;
  acknowledge(intents: readonly Intent[], now: number): Promise<void>;
  /** Writes down a change on this machine, as done and reported. */
  note(change: LocalChange, now: number): Promise<void>;
  /** Releases an intent, so that any process may go on with it. */
  release(intent: Intent): Promise<void>;
  get(id: number): Promise<Intent | undefined>;
  /** The newest ones first, and how many there are in all. */
  list(which?: Selection): Promise<{ readonly items: Intent[]; readonly total: number }>;
  /** Calls of an operation that are done, newest first: the last twenty, or as many as `limit` says. */
  newestDone(account: string, operation: string, limit?: number): Promise<Intent[]>;
  /** Not acknowledged yet; oldest first. */
  open(): Promise<Intent[]>;
  /** Open, and no process works on it; oldest first. */
  waiting(): Promise<Intent[]>;
  steps(id: number): Promise<Step[]>;
  /** Intents of which a text, or that of a step, holds one of these, whatever its ASCII case; oldest first. */
  naming(texts: readonly string[]): Promise<Intent[]>;
  /** Replaces texts of ended intents, which cannot be read in the file from then on; gives the ids that changed. */
  redact(redacted: readonly Redacted[]): Promise<number[]>;
  /** Takes an ended intent out for good; false where none is ended under this id. */
  forget(id: number): Promise<boolean>;
  /** Takes out what ended before, but for what a token keeps or makes a `duplicate`; counts both. */
  forgetBefore(
    time: number,
    recent: { readonly now: number; readonly duplicateSince: number },
  ): Promise<{ readonly forgotten: number; readonly kept: number }>;
  /** Takes out every call of the accounts that begin so, with their approvals, budgets and reply marks: for a sandbox that begins again. */
  forgetAccounts(prefix: string): Promise<void>;
  /** Of a journal that several machines share: what it is like right now, for a check of the machine. */
  condition?(now: () => number): Promise<SharedCondition>;
  /** Of a journal of one machine. */
  readonly leaving?: LeavingJournal;
  /** Of one that several machines share. */
  readonly taking?: TakingJournal;
  readonly host?: string;
  readonly isNew?: boolean;
  /** Why it is not the journal that this machine knows. Nothing guarded is done with it until a person accepts it. */
  replaced?(): Failure | undefined;
  /** That a person accepted it; makes missing tables. `everywhere`: for machines that know no newer call. */
  accept?(change: LocalChange, now: number, everywhere: boolean): Promise<void>;
  /** Of one that several machines share: its server has failed over since this machine used it. Says so once. */
  failedOver?(): boolean;
  /** `own`, this machine's, or the database's where several share the journal: a wrong clock has no day of its own. */
  now(own: number): Promise<number>;
  /** Digests that no other machine can make: that of this journal, then those of the journals that came to it by a move. */
  seals(text: string): Promise<readonly string[]>;
  /** A call with this fingerprint is in it. */
  hasLike(fingerprint: string): Promise<boolean>;
}
