import type { Clock } from '../../base/clock.ts';
import type { AnyInput, AnyOperation } from '../../contract/operation.ts';
import type { WireRequest } from '../../contract/wire.ts';
import type { FullAnswer } from '../api/api.ts';
import type { Holds } from '../api/approval.ts';
import type { AttemptObserver } from '../retry/retry-loop.ts';
import type { Differs } from './differences.ts';
import type { HeldIntents } from './held-intents.ts';
import type { Intent, Journal } from './journal.ts';

export interface GuardOptions {
  readonly journal: Journal;
  /** A digest of the origin and the key: whose money it is. */
  readonly account: string;
  readonly profile: string;
  readonly target: 'live' | 'sandbox';
  readonly clock: Clock;
  readonly random: () => number;
  readonly signal: AbortSignal;
  /** How long after the sending the service may take to show an effect, in milliseconds. */
  readonly graceMs: number;
  /** `--once`. */
  readonly token: string | undefined;
  /** Throws where the token says too little for a call of this operation. */
  readonly mayName?: ((operation: AnyOperation) => void) | undefined;
  /** `--again`: the same thing twice is meant. */
  readonly again: boolean;
  /** Asks whether the same thing is meant a second time; throws `not-confirmed` where no person can answer. */
  askAgain(operation: AnyOperation, earlier: Intent, beforeAgain?: BeforeAgain): Promise<boolean>;
  readonly send: Send;
  read(operation: AnyOperation, input: AnyInput): Promise<unknown>;
  note(line: string): void;
  /** A call cost more, or brought less, than was agreed to. */
  readonly differs: Differs;
}

/** A person has agreed at this time, or is asked: of what was done since they do not know. `refuse` throws, unless they see it. */
export interface PersonAgreed {
  readonly at: number | undefined;
  refuse(earlier: Intent): Promise<void>;
}

export type BeforeAgain = () => Promise<void>;

export type Send = (
  operation: AnyOperation,
  input: AnyInput,
  observer: AttemptObserver,
) => Promise<FullAnswer>;

export interface Guarded {
  readonly operation: AnyOperation;
  readonly input: AnyInput;
  readonly request: Pick<WireRequest, 'method' | 'path'>;
  readonly holds?: Holds | undefined;
}

/** What the parts of the guard share. */
export type Sharing = GuardOptions & { readonly heldIntents: HeldIntents };
