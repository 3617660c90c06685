import { lineOf } from '../../cli/advice/shell-words.ts';
import { type Around as Remedies, remedyOf } from '../../cli/launch/remedies.ts';
import { creditsToBuy } from '../../contract/credit-fields.ts';
import { limits } from '../../contract/limits.ts';
import type { AttentionKind, Concern } from '../../domain/attention/attention.ts';

interface Around {
  /** A person could be asked. */
  readonly hasTerminal: boolean;
  /** Of the campaign that it is about. */
  readonly senders: Remedies['senders'];
  readonly stopped: Remedies['stopped'];
}

/** The line that deals with it: the first that it has the values for. */
type Lines = (concern: Concern, around: Around) => readonly (string | undefined)[];

const lines: Readonly<Record<AttentionKind, Lines>> = {
  'journal-open': ({ id }) => [lineOf`journal settle ${id}`, lineOf`journal list --open`],
  'campaign-stalled': ({ id, findings = [] }, around) => [
    ...findings.map((one) => remedyOf(one, { ...around, id: id ?? '', status: 'running' }).fix ?? undefined),
    lineOf`campaigns why ${id}`,
  ],
  'senders-off': ({ id }) => [lineOf`senders get ${id}`, lineOf`senders list --disconnected`],
  'senders-held-back': ({ id }) => [lineOf`campaigns health ${id}`],
  'order-failed': ({ id }) => [lineOf`dfy orders get ${id}`, lineOf`dfy orders list`],
  'import-failed': ({ id, credits }) => [
    buying(credits),
    lineOf`finder imports get ${id}`,
    lineOf`finder imports list`,
  ],
  'replies-unanswered': (_, { hasTerminal }) => [hasTerminal ? lineOf`replies desk` : lineOf`replies next`],
  'drafts-waiting': () => [lineOf`drafts list`],
  'autopilot-approval': ({ id }) => [lineOf`autopilot approve ${id}`, lineOf`autopilot list`],
  'credits-low': ({ credits }) => [buying(credits)],
  'senders-low': ({ id }) => [
    lineOf`senders warmup show ${id}`,
    lineOf`senders list --below ${limits.goodHealthScore}`,
  ],
  'webhook-disabled': ({ id }) => [lineOf`webhooks enable ${id}`, lineOf`webhooks list`],
};

const buying = (missing: number | undefined): string | undefined =>
  missing ? lineOf`credits buy ${creditsToBuy(missing)}` : undefined;

export const concernCommand = (concern: Concern, around: Around): string =>
  lines[concern.kind](concern, around).find((line) => line) ?? 'outreach help';
