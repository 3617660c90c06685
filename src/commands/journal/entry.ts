import { fields } from '../../cli/declare/answer.ts';
import type { Intent, IntentState } from '../../client/guard/journal.ts';
import { redact } from '../../contract/redact.ts';

/** How far a call is, as scripts read it. */
export type State = 'open' | 'done' | 'not-done' | 'unknown';

const states: Readonly<Record<IntentState, State>> = {
  prepared: 'open',
  sent: 'open',
  unknown: 'unknown',
  done: 'done',
  'not-done': 'not-done',
};

const time = (ms: number | undefined): string | null =>
  ms === undefined ? null : new Date(ms).toISOString();

/** What {@link entry} tells. */
export const entryFields = fields(
  'id',
  'operation',
  'state',
  'effect',
  'startedAt',
  'summary',
  'profile',
  'target',
  'sentAt',
  'finishedAt',
  'toldAt',
  'remark',
);

/** A call in the journal's list. */
export const entry = (intent: Intent) => ({
  id: intent.id,
  operation: intent.operation,
  state: states[intent.state],
  effect: intent.effect,
  startedAt: time(intent.startedAt),
  summary: redact(intent.summary),
  profile: intent.profile,
  target: intent.target,
  sentAt: time(intent.sentAt),
  finishedAt: time(intent.finishedAt),
  toldAt: time(intent.acknowledgedAt),
  remark: intent.remark === undefined ? null : redact(intent.remark),
});

/** A person should look at it: its outcome is unknown or not acknowledged. */
export const isOpen = ({ acknowledgedAt }: Pick<Intent, 'acknowledgedAt'>): boolean =>
  acknowledgedAt === undefined;
