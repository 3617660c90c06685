import type { campaigns } from '../../contract/areas/campaigns.ts';
import type { Output } from '../../contract/operation.ts';
import type { LaunchFacts } from '../launch/blockers.ts';
import type { Finding } from '../launch/problem.ts';

export type CauseId =
  | 'draft'
  | 'paused'
  | 'completed'
  | 'status'
  | 'everyone-contacted'
  | 'no-leads'
  | 'no-steps'
  | 'none-attached'
  | 'disconnected'
  | 'held-back'
  | 'no-day'
  | 'window'
  | 'nothing-due'
  | 'few-left'
  | 'campaign-limit'
  | 'mailbox-limit'
  | 'sender-limit'
  | 'build-up'
  | 'gap'
  | 'other-campaigns'
  | 'not-known';

export interface SendCause {
  readonly cause: CauseId;
  /** The one that decides: nothing, or no more, goes out before it changes. */
  readonly binding: boolean;
  readonly message: string;
  /** The rule of a launch that it breaks, with what changes it: all others pass by themselves, or are as they should be. */
  readonly finding?: Finding | undefined;
}

/** Before it is decided which one binds. */
export type Found = Omit<SendCause, 'binding'>;

/** Another campaign that has sent, or sends, from the same mailboxes. */
export interface Neighbour {
  readonly id: number;
  readonly name: string;
  readonly isRunning: boolean;
  /** How many mailboxes it has; undefined where the service does not say. */
  readonly mailboxes: number | undefined;
  /** Today; undefined where its figures cannot be read. */
  readonly sentToday: number | undefined;
  readonly followUps: number;
  /** The longest time between two emails. */
  readonly longestGap: number;
}

/** A campaign as far as it can be read. What is undefined cannot be. */
export interface SendFacts extends LaunchFacts {
  readonly createdAt: string | null | undefined;
  /** When its settings last changed; undefined where that is not shown. */
  readonly updatedAt: string | null | undefined;
  readonly stats: Output<typeof campaigns.stats> | undefined;
  /** Other campaigns that were launched, on the same mailboxes. */
  readonly neighbours: readonly Neighbour[];
  readonly unread: readonly string[];
}
