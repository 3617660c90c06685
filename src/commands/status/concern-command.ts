import type { Advice } from '../../base/text/advice.ts';
import { advise } from '../../cli/advice/advise.ts';
import { lineOf } from '../../cli/advice/line-of.ts';
import { refuseHarm } from '../../cli/advice/refuse-harm.ts';
import { type Around as Remedies, remedyOf } from '../../cli/launch/remedies.ts';
import { creditsToBuy } from '../../contract/credit-fields.ts';
import { limits } from '../../contract/limits.ts';
import type { AttentionKind, Concern } from '../../domain/attention/attention.ts';

interface Around {
  readonly hasTerminal: boolean;
  readonly senders: Remedies['senders'];
  readonly stopped: Remedies['stopped'];
}

/** The line that deals with it: the first that it has the values for. */
type Lines = (concern: Concern, around: Around) => readonly (Advice | undefined)[];

const guarding: Lines = ({ id, state }) => [
  state === 'fail'
    ? advise('campaigns guard', { campaigns: id, pause: true })
    : advise('campaigns check', { campaign: id }),
];

const lines: Readonly<Record<AttentionKind, Lines>> = {
  'bounces-high': guarding,
  'complaints-high': guarding,
  'runs-dry': ({ id }) => [advise('campaigns forecast', { campaign: id })],
  'journal-open': ({ id }) => [advise('journal settle', { id }), advise('journal list', { open: true })],
  'campaign-stalled': ({ id, findings = [] }, around) => [
    ...findings.map((one) => remedyOf(one, { ...around, id: id ?? '', status: 'running' }).advice),
    advise('campaigns why', { campaign: id }),
  ],
  'senders-off': ({ id }) => [
    advise('senders get', { sender: id }),
    advise('senders list', { disconnected: true }),
  ],
  'senders-held-back': ({ id }) => [advise('campaigns health', { campaign: id })],
  'order-failed': ({ id }) => [advise('dfy orders get', { id }), advise('dfy orders list')],
  'import-failed': ({ id, credits }) => [
    buying(credits),
    advise('finder imports get', { id }),
    advise('finder imports list'),
  ],
  'approvals-waiting': ({ id }, { hasTerminal }) => [
    hasTerminal && id !== null ? advise('approvals approve', { code: id }) : undefined,
    advise('approvals list'),
  ],
  'replies-unanswered': (_, { hasTerminal }) => [advise(hasTerminal ? 'replies desk' : 'replies next')],
  'drafts-waiting': () => [advise('drafts list')],
  'autopilot-approval': ({ id }) => [advise('autopilot approve', { run: id }), advise('autopilot list')],
  'credits-low': ({ credits }) => [buying(credits)],
  'senders-low': ({ id }) => [
    advise('senders warmup show', { sender: id }),
    advise('senders list', { below: limits.goodHealthScore }),
  ],
  'webhook-disabled': ({ id }) => [advise('webhooks enable', { id }), advise('webhooks list')],
};

const buying = (missing: number | undefined): Advice | undefined =>
  missing ? advise('credits buy', { amount: creditsToBuy(missing) }) : undefined;

export const concernCommand = (concern: Concern, around: Around): string =>
  lines[concern.kind](concern, around)
    .flatMap((advice) => (advice && refuseHarm({ advice }) ? (lineOf(advice) ?? []) : []))
    .at(0) ?? 'outreach help';
