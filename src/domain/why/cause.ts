import type { campaigns } from '../../contract/areas/campaigns.ts';
import type { Output } from '../../contract/operation.ts';
import type { DailyLimits } from '../launch/capacity-rules.ts';
import type { CheckedSender } from '../launch/sender-rules.ts';
import type { Neighbour } from './room.ts';

type Schedule = NonNullable<Output<typeof campaigns.getSchedule>['schedule']>;

/** Why a campaign sends nothing, or less than it could. */
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
  /** What it is about: the first of the mailboxes, another campaign, the limit that would lift it. */
  readonly sender?: CheckedSender | undefined;
  readonly campaign?: number | undefined;
  readonly limit?: number | undefined;
  /** Of a status: something that it cannot start without is missing. */
  readonly lacks?: boolean | undefined;
  /** A person stopped it so: nothing is advised against that. */
  readonly isStop?: boolean | undefined;
  /** To change this alone lets nothing more out. */
  readonly isNotEnough?: boolean | undefined;
}

/** Before it is decided which one binds. */
export type Found = Omit<SendCause, 'binding'>;

/** A campaign as far as it can be read. What is undefined cannot be. */
export interface SendFacts {
  readonly status: unknown;
  readonly leads: number | undefined;
  readonly createdAt: string | null | undefined;
  /** When its settings last changed; undefined where that is not shown. */
  readonly updatedAt: string | null | undefined;
  /** The delay of each step, in days. */
  readonly delays: readonly number[] | undefined;
  readonly senders: readonly CheckedSender[];
  /** False where its mailboxes cannot be read: `senders` is empty then. */
  readonly knowsSenders: boolean;
  readonly health: Output<typeof campaigns.health> | undefined;
  /** Of its settings. */
  readonly minimumHealthScore: number | null | undefined;
  readonly schedule: Schedule | undefined;
  /** Undefined where settings or schedule cannot be read. */
  readonly limits: DailyLimits | undefined;
  readonly stats: Output<typeof campaigns.stats> | undefined;
  /** Other campaigns that were launched, on the same mailboxes. */
  readonly neighbours: readonly Neighbour[];
  /** Ids of mailboxes whose limit is 0 because a person stopped them by it. */
  readonly stopped?: ReadonlySet<string> | undefined;
  readonly at: number;
  /** What could not be read, with the reason. */
  readonly unread: readonly string[];
}
