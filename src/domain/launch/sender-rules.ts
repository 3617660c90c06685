import { counted, plural } from '../../base/counted.ts';
import type { campaigns } from '../../contract/areas/campaigns.ts';
import type { senders } from '../../contract/areas/senders.ts';
import { limits } from '../../contract/limits.ts';
import type { ItemOf, Output } from '../../contract/operation.ts';
import { isHeldBack } from '../mailbox/capacity.ts';
import { day } from '../window.ts';
import { type DnsRead, dnsProblems } from './dns-rules.ts';
import { type Findings, found, none, problem, together } from './problem.ts';
import type { RuleId } from './rules.ts';

/** A mailbox as lists show it. */
export type CheckedSender = ItemOf<typeof senders.list>;
type Health = Output<typeof campaigns.health>;

/** Whether a mailbox was ever enrolled in warm-up, or why that cannot be read. */
export type WarmUpRead =
  | { readonly enrolled: boolean; readonly why?: undefined }
  | { readonly enrolled?: undefined; readonly why: string };

/** All that is known of the mailboxes of a campaign. */
export interface SenderFacts {
  /** Every mailbox that is attached. */
  readonly senders: readonly CheckedSender[];
  /** What the service itself says about held-back mailboxes, where that can be read. */
  readonly health?: Health | undefined;
  /** Of the settings of the campaign: null for none, undefined where it cannot be read. */
  readonly minimumHealthScore?: number | null | undefined;
  /** The best score in the workspace, where the minimum holds back all that are attached. */
  readonly best?: number | null | undefined;
  /** Why neither can be read. */
  readonly why?: string | undefined;
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
  if (senders.length === 0) return found([problem('none-attached', 1, 'no mailbox is attached')]);
  const sending = senders.filter(isConnected);
  // Where none is connected, the other rules look at what would send once they are.
  const able = sending.length > 0 ? sending : senders;
  return together(
    connection(senders, sending),
    heldBack(able, facts),
    zeroLimits(able),
    lowScores(senders, able, facts),
    cold(senders, facts),
    dnsProblems(senders, able, dns),
  );
}

function connection(senders: readonly CheckedSender[], sending: readonly CheckedSender[]): Findings {
  const off = senders.filter((sender) => !isConnected(sender));
  if (off.length === 0) return none;
  if (sending.length === 0)
    return mailboxes('all-disconnected', off, (of) => `${of} attached, and none is connected`);
  return mailboxes(
    'some-disconnected',
    off,
    () => `${off.length} of ${counted(senders.length, 'mailbox', 'mailboxes')} ${are(off)} disconnected`,
  );
}

/** The minimum health score of the campaign: null or 0 for none, undefined where nothing shows it. */
export const minimumIn = ({ health, minimumHealthScore }: HealthFacts): number | null | undefined =>
  minimumHealthScore === undefined ? health?.minimumHealthScore : minimumHealthScore;

/** What is said where no mailbox of the workspace reaches a minimum; empty where one does, or that is not known. */
export function noneReaches(minimum: number | null | undefined, best: number | null | undefined): string {
  if (!minimum || best === undefined || (best !== null && best >= minimum)) return '';
  return `; no mailbox of the workspace reaches it: ${best === null ? 'none has a score' : `the best has ${best}`}`;
}

/** Whether a mailbox sends nothing for its score: by the word of the service, or by its minimum. */
export const isHeld = ({ id, healthScore }: CheckedSender, facts: HealthFacts): boolean =>
  facts.health?.accounts.some((account) => account.senderEmailId === id && account.heldBack) === true ||
  isHeldBack(healthScore ?? null, minimumIn(facts) ?? undefined);

type HealthFacts = Pick<SenderFacts, 'health' | 'minimumHealthScore'>;

function heldBack(
  senders: readonly CheckedSender[],
  facts: HealthFacts & Pick<SenderFacts, 'why' | 'best'>,
): Findings {
  const minimum = minimumIn(facts);
  const { health } = facts;
  const held = senders.filter((sender) => isHeld(sender, facts));
  if (held.length === senders.length || health?.allHeldBack === true)
    return mailboxes(
      'all-held-back',
      senders,
      (of) =>
        `${of} held back: ${minimum ? `below the minimum health score of ${minimum}, or without a score` : 'their health scores are below the minimum'}${noneReaches(minimum, facts.best)}`,
    );
  if (minimum === undefined && !health)
    return found(
      [],
      [{ rule: 'all-held-back', why: facts.why ?? 'the minimum health score cannot be read' }],
    );
  return none;
}

function zeroLimits(senders: readonly CheckedSender[]): Findings {
  const limited = senders.map((sender) => ({ sender, limit: dailyLimitOf(sender) }));
  if (limited.some(({ limit }) => limit !== undefined && limit > 0)) return none;
  if (limited.some(({ limit }) => limit === undefined))
    return found([], [{ rule: 'limits-zero', why: 'the mailboxes do not show their daily limits' }]);
  return mailboxes('limits-zero', senders, (of) => `${of} attached, and every daily limit is 0`);
}

/** The smaller of its two limits; undefined where it shows neither. */
export function dailyLimitOf(sender: CheckedSender): number | undefined {
  const shown = [sender.currentDailyLimit, sender.maximumSendingsLimitPerDay].filter(
    (limit): limit is number => typeof limit === 'number',
  );
  return shown.length === 0 ? undefined : Math.min(...shown);
}

/** A mailbox without a score has not reached the bar. Where only some are held back, they come first. */
function lowScores(
  senders: readonly CheckedSender[],
  able: readonly CheckedSender[],
  facts: HealthFacts,
): Findings {
  const held = able.filter((sender) => isHeld(sender, facts));
  const some = held.length < able.length ? held : [];
  const others = senders.filter(
    (sender) => (sender.healthScore ?? 0) < limits.goodHealthScore && !some.includes(sender),
  );
  const low = [...some, ...others];
  const minimum = minimumIn(facts) ?? 0;
  const bar = some.length > 0 ? Math.max(limits.goodHealthScore, minimum) : limits.goodHealthScore;
  const scores = low.flatMap(({ healthScore }) => healthScore ?? []);
  const lowest = scores.length === 0 ? '' : `, the lowest at ${Math.min(...scores)}`;
  return mailboxes(
    'score-low',
    low,
    (of) => `${of} below a health score of ${bar}, or without a score${lowest}${heldText(some, minimum)}`,
  );
}

/** `; held back, so that they send nothing: …`, where only some are. */
function heldText(held: readonly CheckedSender[], minimum: number): string {
  if (held.length === 0) return '';
  const named = held.slice(0, shownHeld).map(({ address }) => address);
  const more = held.length - named.length;
  const by = minimum > 0 ? ` by the minimum of ${minimum}` : '';
  return `; held back${by}, so that ${plural(held.length, 'it sends', 'they send')} nothing: ${named.join(', ')}${more > 0 ? `, ${more} more` : ''}`;
}

const shownHeld = 3;

const coldDays = 14;

function cold(senders: readonly CheckedSender[], { warmUps, at }: SenderFacts): Findings {
  const judged = senders.map((sender) => ({ sender, ...coldness(sender, warmUps, at) }));
  const cold = judged.filter(({ isCold }) => isCold === true).map(({ sender }) => sender);
  const unread = judged.filter(({ isCold }) => isCold === undefined);
  const [first] = unread;
  return together(
    mailboxes(
      'cold',
      cold,
      (of) => `${of} new: connected under ${counted(coldDays, 'day')} ago, or never enrolled in warm-up`,
    ),
    first
      ? found(
          [],
          [
            {
              rule: 'cold',
              why: `${counted(unread.length, 'mailbox', 'mailboxes')}: ${first.why ?? 'not read'}`,
            },
          ],
        )
      : none,
  );
}

function coldness(
  sender: CheckedSender,
  warmUps: SenderFacts['warmUps'],
  at: number,
): { isCold: boolean | undefined; why?: string | undefined } {
  const connectedAt = Date.parse(sender.createdAt ?? '');
  if (at - connectedAt < coldDays * day) return { isCold: true };
  const warmUp = needsWarmUp(sender) ? warmUps.get(sender.id) : { enrolled: true, why: undefined };
  if (warmUp?.enrolled === false) return { isCold: true };
  if (Number.isNaN(connectedAt)) return { isCold: undefined, why: 'it does not show when it was connected' };
  return warmUp?.enrolled
    ? { isCold: false }
    : { isCold: undefined, why: warmUp?.why ?? 'its warm-up was not read' };
}

/** `3 mailboxes are` begins the message; the addresses are the examples. */
function mailboxes(
  rule: RuleId,
  senders: readonly CheckedSender[],
  message: (threeMailboxesAre: string) => string,
): Findings {
  if (senders.length === 0) return none;
  const of = counted(senders.length, 'mailbox is', 'mailboxes are');
  const addresses = senders.map(({ address }) => address);
  return found([problem(rule, senders.length, message(of), addresses)]);
}

const are = (senders: readonly unknown[]): string => plural(senders.length, 'is', 'are');
