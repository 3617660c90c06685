import type { Advice } from '../../base/text/advice.ts';
import type { Finding } from '../../domain/launch/problem.ts';
import { parseDays } from '../../domain/schedule-text.ts';
import { minutesOf } from '../../domain/window.ts';

/** What is advised, and what is known of whom it is about. */
export interface Advised {
  readonly advice: Advice;
  /** What it is to change. */
  readonly finding?: (Pick<Finding, 'severity'> & { readonly rule: string }) | undefined;
  /** How the campaign that it is about may be named. */
  readonly campaign?: readonly unknown[];
  readonly status?: unknown;
  readonly mailboxes?: readonly Mailbox[] | undefined;
  /** Ids of mailboxes whose limit is 0 because a person stopped them by it. */
  readonly stopped?: ReadonlySet<string> | undefined;
}

interface Mailbox {
  readonly id: number;
  readonly address: string;
  readonly isConnected?: boolean | null | undefined;
  readonly currentDailyLimit?: number | null | undefined;
  readonly maximumSendingsLimitPerDay?: number | null | undefined;
}

type Harm = (values: Advice['values'], advised: Advised) => boolean;

/** Only of these people is it certain that none of them wants mail, or gets it. */
const mayBlock: readonly string[] = ['known-invalid', 'opted-out', 'bounced-before', 'said-no'];
const blocks: Harm = (_, { finding }) => finding !== undefined && !mayBlock.includes(finding.rule);
const deletes: Harm = (_, { finding }) => finding?.severity === 'warn';

/** What a mailbox may be raised to that sends nothing. */
export const firstLimit = 10;
const [morning, night] = [6 * 60, 22 * 60];

const harms: Readonly<Partial<Record<string, Harm>>> = {
  // Another campaign, or this one where more mail is wanted; or it undoes a stop by limits.
  'campaigns pause': ({ campaign, undoLimits }, { finding, campaign: own = [campaign] }) =>
    undoLimits === true || finding !== undefined || !own.some((name) => String(name) === String(campaign)),
  'campaigns resume': (_, { status }) => status === 'paused',
  'campaigns schedule': ({ days, from, to }) =>
    (typeof days === 'string' && /[06]/.test(parseDays(days))) ||
    (typeof from === 'string' && (minutesOf(from) ?? 0) < morning) ||
    (typeof to === 'string' && (minutesOf(to) ?? night + 1) > night),
  'senders update': (values, { mailboxes, stopped }) => {
    if (values.buildUp === false) return true;
    const raised = [values.dailyLimit, values.maxLimit].filter((limit) => limit !== undefined);
    if (raised.length === 0) return false;
    if (mailboxes === undefined) return raised.some(isHigh);
    const named = mailboxes.find(({ id, address }) => [String(id), address].includes(String(values.sender)));
    return !named || maySend(named) || stopped?.has(String(named.id)) === true || raised.some(isHigh);
  },
  'blocklist add': blocks,
  'blocklist import': blocks,
  'leads delete': deletes,
  'leads forget': deletes,
};

const maySend = (mailbox: Mailbox): boolean =>
  mailbox.isConnected !== false &&
  (mailbox.currentDailyLimit ?? 1) > 0 &&
  (mailbox.maximumSendingsLimitPerDay ?? 1) > 0;

const isHigh = (limit: unknown): boolean => typeof limit !== 'number' || limit > firstLimit;

/**
 * The advice, unless it harms: it never stops another campaign, opens the night or the weekend, switches build-up off,
 * raises a mailbox that may send something, undoes a stop, or blocks or deletes people for a warning.
 */
export const refuseHarm = (advised: Advised): Advice | undefined =>
  harms[advised.advice.command]?.(advised.advice.values, advised) ? undefined : advised.advice;
