import { counted, firstOf, plural } from '../../base/counted.ts';
import type { campaigns } from '../../contract/areas/campaigns.ts';
import { limits } from '../../contract/limits.ts';
import type { Output } from '../../contract/operation.ts';
import { isHeldBack } from '../mailbox/capacity.ts';
import { day } from '../window.ts';
import { type DnsRead, dnsProblems } from './dns-rules.ts';
import {
  broken,
  type CheckedSender,
  type Finding,
  type Findings,
  found,
  none,
  problem,
  together,
  unknown,
} from './problem.ts';
import type { RuleId } from './rules.ts';

export type { CheckedSender } from './problem.ts';

type Health = Output<typeof campaigns.health>;

/** Whether a mailbox was ever enrolled in warm-up, or why that cannot be read. */
export type WarmUpRead =
  | { readonly enrolled: boolean; readonly why?: undefined }
  | { readonly enrolled?: undefined; readonly why: string };

/** What decides whether the mailboxes of a campaign may send at all. */
export interface SendingFacts {
  readonly senders: readonly CheckedSender[];
  /** What the service itself says about held-back mailboxes, where that can be read. */
  readonly health?: Health | undefined;
  /** Of the settings of the campaign: null for none, undefined where it cannot be read. */
  readonly minimumHealthScore?: number | null | undefined;
  /** The best score in the workspace, where the minimum holds back all that are attached. */
  readonly best?: number | null | undefined;
  /** Why neither can be read. */
  readonly why?: string | undefined;
  /** Ids of mailboxes whose limit is 0 because a person stopped them by it. */
  readonly stopped?: ReadonlySet<string> | undefined;
}

export interface SenderFacts extends SendingFacts {
  /** By id, of the mailboxes that {@link needsWarmUp} names. */
  readonly warmUps: ReadonlyMap<number, WarmUpRead>;
  /** By domain, of {@link senderDomain}. */
  readonly dns: ReadonlyMap<string, DnsRead>;
  readonly at: number;
}

/** A score comes of warm-up alone (spec, healthScore): only a mailbox without one has to be asked. */
export const needsWarmUp = ({ healthScore }: CheckedSender): boolean => typeof healthScore !== 'number';

export const isConnected = ({ isConnected }: Pick<CheckedSender, 'isConnected'>): boolean =>
  isConnected !== false;

/** What keeps the mailboxes of a campaign from sending, or from being trusted. */
export function senderProblems(facts: SenderFacts): Findings {
  const { senders, dns } = facts;
  if (senders.length === 0) return sendingProblems(facts);
  const able = wouldSend(senders);
  return together(
    sendingProblems(facts),
    lowScores(senders, able, facts),
    cold(senders, facts),
    dnsProblems(senders, able, dns),
  );
}

/** Where none is connected, the other rules look at what would send once they are. */
function wouldSend(senders: readonly CheckedSender[]): readonly CheckedSender[] {
  const sending = senders.filter(isConnected);
  return sending.length > 0 ? sending : senders;
}

export function sendingProblems(facts: SendingFacts): Findings {
  const { senders } = facts;
  const off = senders.filter((sender) => !isConnected(sender));
  const able = wouldSend(senders);
  return together(
    countedProblems({ attached: senders.length, connected: senders.length - off.length }, off),
    senders.length > 0 ? heldBack(able, facts) : none,
    zeroLimits(able, facts),
  );
}

/** The same of the numbers alone, which the record of a campaign has. */
export function countedProblems(
  { attached, connected }: { readonly attached: number; readonly connected: number },
  off: readonly CheckedSender[] = [],
): Findings {
  const count = attached - connected;
  const named = off.map(({ address }) => address);
  const of = counted(attached, 'mailbox is', 'mailboxes are');
  if (attached === 0) return broken('none-attached', 'no mailbox is attached');
  if (count === 0) return none;
  return found([
    connected === 0
      ? problem('all-disconnected', count, `${of} attached, and none is connected`, named)
      : problem('some-disconnected', count, `${ofAll(count, attached)} disconnected`, named),
  ]);
}

/** `1 of 2 mailboxes is` */
const ofAll = (count: number, all: number): string =>
  `${count} of ${counted(all, 'mailbox', 'mailboxes')} ${plural(count, 'is', 'are')}`;

/** The minimum health score of the campaign: null or 0 for none, undefined where nothing shows it. */
export const minimumIn = ({ health, minimumHealthScore }: HealthFacts): number | null | undefined =>
  minimumHealthScore === undefined ? health?.minimumHealthScore : minimumHealthScore;

/** Whether a mailbox sends nothing for its score: by the word of the service, or by its minimum. */
export const isHeld = ({ id, healthScore }: CheckedSender, facts: HealthFacts): boolean =>
  facts.health?.accounts.some((account) => account.senderEmailId === id && account.heldBack) === true ||
  isHeldBack(healthScore ?? null, minimumIn(facts) ?? undefined);

type HealthFacts = Pick<SenderFacts, 'health' | 'minimumHealthScore'>;

function heldBack(senders: readonly CheckedSender[], facts: SendingFacts): Findings {
  const minimum = minimumIn(facts);
  const { health, best } = facts;
  const held = senders.filter((sender) => isHeld(sender, facts));
  const isOutOfReach = minimum && best !== undefined && (best === null || best < minimum);
  const scores = best === null ? 'none has a score' : `the best has ${best}`;
  if (held.length === senders.length || health?.allHeldBack === true)
    return found([
      {
        ...allOf('all-held-back', senders, heldText(senders.length, facts.senders.length, minimum)),
        named: heldNames(senders),
        byHand: isOutOfReach ? `no mailbox of the workspace reaches it: ${scores}` : undefined,
      },
    ]);
  return minimum === undefined && !health
    ? unknown('all-held-back', facts.why ?? 'the minimum health score cannot be read')
    : none;
}

/** `1 of 2 mailboxes is held back by the minimum health score of 80` */
export const heldText = (held: number, all: number, minimum: number | null | undefined): string =>
  `${ofAll(held, all)} held back by the minimum health score${minimum ? ` of ${minimum}` : ''}`;

function zeroLimits(senders: readonly CheckedSender[], { stopped }: Pick<SendingFacts, 'stopped'>): Findings {
  const shown = senders.map(dailyLimitOf);
  for (const limit of shown) if (limit !== undefined && limit > 0) return none;
  if (shown.includes(undefined))
    return unknown('limits-zero', 'the mailboxes do not show their daily limits');
  if (senders.length === 0) return none;
  const isStopped = senders.some(({ id }) => stopped?.has(String(id)));
  const words = `attached, and every daily limit is 0${isStopped ? stoppedWords : ''}`;
  const are = counted(senders.length, 'mailbox is', 'mailboxes are');
  const all = allOf('limits-zero', senders, `${are} ${words}`);
  return found([isStopped ? all : { ...all, about: senders[0] }]);
}

export const stoppedWords = ', set to stop them';

/** The smaller of its two limits; undefined where it shows neither. */
export function dailyLimitOf(sender: CheckedSender): number | undefined {
  let least: number | undefined;
  for (const limit of [sender.currentDailyLimit, sender.maximumSendingsLimitPerDay])
    if (typeof limit === 'number') least = Math.min(least ?? limit, limit);
  return least;
}

/** A mailbox without a score has not reached the bar. Where only some are held back, they come first. */
function lowScores(
  senders: readonly CheckedSender[],
  able: readonly CheckedSender[],
  facts: HealthFacts,
): Findings {
  const held = heldAmong(senders, facts);
  const some = held.length < able.length ? held : [];
  const others = senders.filter(
    (sender) => (sender.healthScore ?? 0) < limits.goodHealthScore && !some.includes(sender),
  );
  const low = [...some, ...others];
  const minimum = minimumIn(facts) ?? 0;
  const bar = some.length > 0 ? Math.max(limits.goodHealthScore, minimum) : limits.goodHealthScore;
  const scores: number[] = [];
  for (const { healthScore } of low) if (typeof healthScore === 'number') scores.push(healthScore);
  const unscored = scores.length < low.length ? ' or no score' : '';
  const lowest = scores.length === 0 ? '' : `, the lowest ${Math.min(...scores)}`;
  const beside =
    some.length === 0 ? '' : `; ${heldText(some.length, senders.length, minimum)}: ${heldNames(some)}`;
  const have = counted(low.length, 'mailbox has', 'mailboxes have');
  const message = `${have} a health score below ${bar}${unscored}${lowest}${beside}`;
  return low.length === 0 ? none : found([allOf('score-low', low, message)]);
}

export const heldAmong = (senders: readonly CheckedSender[], facts: HealthFacts): readonly CheckedSender[] =>
  wouldSend(senders).filter((sender) => isHeld(sender, facts));

/** `a@b.example (59), c@d.example (no score)` */
export const heldNames = (held: readonly CheckedSender[]): string =>
  firstOf(
    held.map(({ address, healthScore }) => `${address} (${healthScore ?? 'no score'})`),
    3,
  );

const coldDays = 14;

function cold(senders: readonly CheckedSender[], { warmUps, at }: SenderFacts): Findings {
  const cold: CheckedSender[] = [];
  /** Why it is not known of a mailbox. */
  const unread: string[] = [];
  let latest = 0;
  for (const sender of senders) {
    const connectedAt = Date.parse(sender.createdAt ?? '');
    const warmUp = needsWarmUp(sender) ? warmUps.get(sender.id) : { enrolled: true };
    if (at - connectedAt < coldDays * day || warmUp?.enrolled === false) {
      cold.push(sender);
      latest = Math.max(latest, connectedAt);
    } else if (Number.isNaN(connectedAt)) unread.push('it does not show when it was connected');
    else if (!warmUp?.enrolled) unread.push(warmUp?.why ?? 'its warm-up was not read');
  }
  const problems: Finding[] = [];
  if (cold.length > 0) {
    const are = counted(cold.length, 'mailbox is', 'mailboxes are');
    const message = `${are} new: connected under ${counted(coldDays, 'day')} ago, or never enrolled in warm-up`;
    const never = cold.find(({ id }) => warmUps.get(id)?.enrolled === false);
    const finding = allOf('cold', cold, message);
    const until = latest + coldDays * day;
    if (never) problems.push({ ...finding, about: never });
    else {
      const byHand = `warm-up takes until ${new Date(until).toISOString().slice(0, 10)}`;
      problems.push({ ...finding, passes: true, byHand });
    }
  }
  const [first] = unread;
  const why = `${counted(unread.length, 'mailbox', 'mailboxes')}: ${first}`;
  return found(problems, first === undefined ? [] : [{ rule: 'cold', why }]);
}

/** The addresses are the examples. */
const allOf = (rule: RuleId, senders: readonly CheckedSender[], message: string): Finding =>
  problem(
    rule,
    senders.length,
    message,
    senders.map(({ address }) => address),
  );
