import { counted, firstOf, plural } from '../../base/counted.ts';
import { limits } from '../../contract/limits.ts';
import { type CheckedSender, heldAmong, heldNames, heldText, isConnected } from '../launch/sender-rules.ts';
import { campaignLimitsIn } from '../mailbox/limits-in.ts';
import { type Concern, concern } from './attention.ts';
import type { RunningFacts } from './campaign-concerns.ts';
import type { Newest } from './reply-concerns.ts';

interface SenderFacts {
  readonly senders: Newest<CheckedSender> | undefined;
  readonly running: readonly RunningFacts[];
  readonly knowsRunning: boolean;
}

/** Mailboxes of running campaigns that are off, held back, or whose health is low. Others do no harm. */
export function senderConcerns(facts: SenderFacts): Concern[] {
  const ids = new Set(facts.running.map(({ campaign }) => String(campaign.id)));
  const used = (facts.senders?.items ?? []).filter(({ campaignIds }) =>
    campaignIds?.some((id) => ids.has(String(id))),
  );

  const off = used.filter((sender) => !isConnected(sender));
  const concerns = offConcern(off, facts);
  const heldBack = new Set<CheckedSender>();
  for (const running of facts.running) {
    const held = heldIn(running);
    if (held === undefined) continue;
    const { campaign, minimum, senders, of } = held;
    for (const sender of senders) heldBack.add(sender);
    const message = `campaign ${campaign.id} "${campaign.name}": ${heldText(senders.length, of, minimum)}: ${heldNames(senders)}`;
    const own = { ...identified(senders), id: String(campaign.id) };
    concerns.push(concern('senders-held-back', 'fail', message, own));
  }
  const low = used.filter((sender) => {
    const score = typeof sender.healthScore === 'number' ? sender.healthScore : -1;
    return isConnected(sender) && score >= 0 && score < limits.goodHealthScore && !heldBack.has(sender);
  });
  if (low.length > 0) {
    const message = `${atLeast(facts)}${ofRunning(low)} below a health score of ${limits.goodHealthScore}: ${heldNames(low)}`;
    concerns.push(concern('senders-low', 'warn', message, identified(low)));
  }
  return concerns;
}

/** Those that send nothing in a campaign until their score is back. */
function heldIn({ campaign, detail, senders: all = [] }: RunningFacts) {
  const { minimumHealthScore: minimum } = campaignLimitsIn(detail, detail?.schedule ?? undefined) ?? {};
  if (!minimum) return undefined;
  const senders = heldAmong(all, { minimumHealthScore: minimum }).filter(isConnected);
  return senders.length === 0 ? undefined : { campaign, minimum, senders, of: all.length };
}

function offConcern(off: readonly CheckedSender[], facts: SenderFacts): Concern[] {
  // The list of campaigns also says it of mailboxes that were not read, but not which ones they are.
  let most: RunningFacts['campaign'] | undefined;
  let shown = 0;
  for (const { campaign } of facts.running) {
    const disconnected = campaign.stats?.senderEmailsDisconnected ?? 0;
    if (disconnected <= shown) continue;
    most = campaign;
    shown = disconnected;
  }
  if (most && shown > off.length && !isWhole(facts))
    return [
      concern(
        'senders-off',
        'fail',
        `at least ${counted(shown, 'mailbox', 'mailboxes')} of campaign ${most.id} "${most.name}" ${plural(shown, 'is', 'are')} disconnected`,
        { count: shown, id: null, state: `campaign ${most.id}: ${shown}` },
      ),
    ];
  if (off.length === 0) return [];
  const named = firstOf(
    off.map(({ address }) => address),
    mostNamed,
  );
  const message = `${atLeast(facts)}${ofRunning(off)} disconnected: ${named}`;
  return [concern('senders-off', 'fail', message, identified(off))];
}

const identified = (senders: readonly CheckedSender[]) => ({
  count: senders.length,
  id: senders.length === 1 ? String(senders[0]?.id) : null,
  state: senders
    .map(({ id }) => String(id))
    .sort()
    .join(' '),
});

const isWhole = ({ senders, knowsRunning }: SenderFacts): boolean =>
  knowsRunning && senders?.isWhole === true && senders.items.every(({ campaignIds }) => campaignIds);

const atLeast = (facts: SenderFacts): string => (isWhole(facts) ? '' : 'at least ');

const ofRunning = ({ length }: readonly CheckedSender[]): string =>
  counted(length, 'mailbox of a running campaign is', 'mailboxes of running campaigns are');

const mostNamed = 3;
