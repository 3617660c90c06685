import { counted, firstOf, grouped, plural } from '../../base/counted.ts';
import { capacitiesOf, type DailyLimits, type MailboxCapacity } from '../launch/capacity-rules.ts';
import { type CheckedSender, dailyLimitOf, isConnected, isHeld, minimumIn } from '../launch/sender-rules.ts';
import { type Binding, dailyCapacity, type MailboxLimits } from '../mailbox/capacity.ts';
import { mailboxLimitsIn } from '../mailbox/limits-in.ts';
import type { CauseId, Found, SendFacts } from './cause.ts';
import type { Due } from './due.ts';

/** Mailboxes that send nothing, by what keeps them from it. */
export function offCauses(facts: SendFacts): Found[] {
  const { senders } = facts;
  const off = senders.filter((sender) => !isConnected(sender));
  const held = senders.filter((sender) => isConnected(sender) && isHeld(sender, facts));
  const minimum = minimumIn(facts);
  const of = (some: readonly CheckedSender[]) =>
    `${some.length} of ${counted(senders.length, 'mailbox', 'mailboxes')} ${plural(some.length, 'is', 'are')}`;
  return [
    ...(off.length > 0
      ? [
          {
            cause: 'disconnected' as const,
            message: `${of(off)} disconnected: ${listed(off)}`,
            sender: off[0],
          },
        ]
      : []),
    ...(held.length > 0
      ? [
          {
            cause: 'held-back' as const,
            message: `${of(held)} held back by the minimum health score${minimum ? ` of ${minimum}` : ''}: ${listed(held, scoreOf)}`,
            sender: held[0],
            limit: minimum ?? undefined,
          },
        ]
      : []),
  ];
}

const scoreOf = ({ address, healthScore }: CheckedSender): string =>
  `${address} (${healthScore ?? 'no score'})`;

const listed = (
  senders: readonly CheckedSender[],
  name = ({ address }: CheckedSender): string => address,
): string => firstOf(senders.map(name), 3);

/** Where all have sent what they may, for this campaign or for others. */
export function fullMailboxes(facts: SendFacts, able: readonly CheckedSender[], sentToday = 0): Found[] {
  const { limits, at, neighbours } = facts;
  const capacities = limits ? capacitiesOf(limits, able, at) : [];
  const [largest] = byBinding(capacities);
  const others = neighbours.reduce((sum, neighbour) => sum + (neighbour.sentToday ?? 0), 0);
  const most = capacities.reduce((sum, { emails }) => sum + emails, 0);
  const [busiest] = [...neighbours].sort((a, b) => (b.sentToday ?? 0) - (a.sentToday ?? 0));
  const message = `every mailbox has sent what it may today (UTC): ${grouped(sentToday)} for this campaign${others > 0 ? `, ${grouped(others)} for others` : ''}`;
  if (busiest && others > 0 && sentToday < most)
    return [{ cause: 'other-campaigns', message, campaign: busiest.isRunning ? busiest.id : undefined }];
  if (!largest) return [];
  return [withChange({ cause: causeOf[largest.binding], message }, largest, facts)];
}

const causeOf: Readonly<Record<Binding, CauseId>> = {
  disconnected: 'disconnected',
  health: 'held-back',
  'build-up': 'build-up',
  currentDailyLimit: 'mailbox-limit',
  maximumSendingsLimitPerDay: 'mailbox-limit',
  maximumSendingLimitPerSenderEmail: 'sender-limit',
  window: 'gap',
};

interface Group {
  readonly binding: Binding;
  readonly senders: readonly CheckedSender[];
  readonly emails: readonly number[];
}

/** What binds most mailboxes first. */
function byBinding(capacities: readonly MailboxCapacity[]): Group[] {
  const bindings = [...new Set(capacities.map(({ binding }) => binding))];
  return bindings
    .map((binding) => {
      const own = capacities.filter((one) => one.binding === binding);
      return { binding, senders: own.map(({ sender }) => sender), emails: own.map(({ emails }) => emails) };
    })
    .sort((a, b) => b.senders.length - a.senders.length);
}

/** What keeps a campaign that sends from sending more, what decides first. */
export function lessThanItCould(
  facts: SendFacts,
  able: readonly CheckedSender[],
  { due, sentToday = 0 }: { readonly due: Due; readonly sentToday: number | undefined },
): Found[] {
  const { limits, at } = facts;
  if (!limits) return offCauses(facts);
  const capacities = capacitiesOf(limits, able, at);
  const most = capacities.reduce((sum, { emails }) => sum + emails, 0);
  const left = Math.max(0, Math.min(most, limits.dailyLimit ?? most) - sentToday);
  return [
    ...(due.waiting !== undefined && due.waiting <= left && !isStepDelayed(facts, due)
      ? [
          {
            cause: 'few-left' as const,
            message: `${counted(due.waiting, 'email waits', 'emails wait')}, and its mailboxes may send ${grouped(left)} more today (UTC)`,
          },
        ]
      : []),
    ...campaignLimit(limits.dailyLimit, most),
    ...sharing(facts, able),
    ...byBinding(capacities).map((group) => limitCause(group, facts)),
    ...offCauses(facts),
  ];
}

/** More people would wait as well. */
const isStepDelayed = ({ delays }: SendFacts, { first }: Due): boolean =>
  first === undefined && (delays?.[0] ?? 0) > 0;

/** Where both are the same, to raise one of them changes nothing. */
function campaignLimit(limit: number | null, most: number): Found[] {
  if (limit === null || limit > most) return [];
  const message = `it sends at most ${counted(limit, 'email')} a day`;
  return limit < most
    ? [
        {
          cause: 'campaign-limit',
          message: `${message}; its mailboxes may send ${grouped(most)}`,
          limit: most,
        },
      ]
    : [
        {
          cause: 'campaign-limit',
          message: `${message}, and its mailboxes no more: raise both`,
          limit: limit * 2,
        },
      ];
}

function sharing({ neighbours }: SendFacts, able: readonly CheckedSender[]): Found[] {
  return neighbours
    .filter(({ isRunning }) => isRunning)
    .map(({ id, name, sentToday }) => {
      const shared = able.filter(({ campaignIds }) => campaignIds?.includes(id)).length;
      const sent =
        sentToday === undefined ? 'how many today is not known' : `${grouped(sentToday)} today (UTC)`;
      return {
        cause: 'other-campaigns',
        message: `campaign ${id} "${name}" sends from ${shared} of its ${counted(able.length, 'mailbox', 'mailboxes')} as well: ${sent}`,
        campaign: id,
      };
    });
}

function limitCause({ binding, senders, emails }: Group, facts: SendFacts): Found {
  const { limits } = facts;
  const [least, most] = [Math.min(...emails), Math.max(...emails)];
  const range = least === most ? grouped(least) : `${grouped(least)} to ${grouped(most)}`;
  const of = `${counted(senders.length, 'mailbox', 'mailboxes')}: ${range} a day`;
  const gap = `${limits?.minimumTimeBetweenEmails} to ${counted(limits?.maximumTimeBetweenEmails ?? 0, 'minute')} between two emails`;
  const words: Partial<Record<CauseId, string>> = {
    'build-up': `build-up limits ${of}, 5 more each week up to 50`,
    'sender-limit': `its limit per mailbox holds ${of}`,
    gap: `${gap} limit ${of}`,
  };
  const cause = causeOf[binding];
  return withChange(
    {
      cause,
      message:
        words[cause] ?? `${plural(senders.length, 'its own limit holds', 'their own limits hold')} ${of}`,
    },
    { binding, senders },
    facts,
  );
}

/** Limits of 0 that a person set to stop mail. */
export const stoppedCause = (found: Found): Found => ({
  ...found,
  message: `${found.message}, set to stop them`,
  isStop: true,
});

export const isStopped = ({ stopped }: Pick<SendFacts, 'stopped'>, sender: CheckedSender): boolean =>
  stopped?.has(String(sender.id)) === true && dailyLimitOf(sender) === 0;

/** With the limit that lets more out; where none does alone, with what holds as many then. */
function withChange(
  found: Found,
  { binding, senders }: Pick<Group, 'binding' | 'senders'>,
  facts: SendFacts,
): Found {
  const [sender] = senders;
  const { limits, at } = facts;
  if (!sender || !limits) return { ...found, sender };
  if (senders.some((one) => isStopped(facts, one))) return stoppedCause(found);
  const own = mailboxLimitsIn(sender);
  const capacity = (mailbox: MailboxLimits, campaign: DailyLimits) => dailyCapacity(mailbox, campaign, at);
  const before = capacity(own, limits).emails;
  const withoutBuildUp = { ...own, toggleGradualBuildUp: false };
  const limit =
    binding === 'build-up' && capacity(withoutBuildUp, limits).emails <= before
      ? own.maximumSendingsLimitPerDay * 2
      : raised(sender, binding, facts);
  const mailbox = {
    ...(binding === 'build-up' ? withoutBuildUp : own),
    ...(limit !== undefined && mailboxBindings.includes(binding) && raisedTo(own, limit)),
  };
  const campaign =
    binding === 'maximumSendingLimitPerSenderEmail'
      ? { ...limits, maximumSendingLimitPerSenderEmail: limit }
      : limits;
  const after = capacity(mailbox, campaign);
  if (binding === 'window' || after.emails > before) {
    const both =
      binding === 'build-up' && limit !== undefined ? '; the limit of the mailbox is no higher' : '';
    return { ...found, message: `${found.message}${both}`, sender, limit };
  }
  const then = causeOf[after.binding];
  const message =
    then === found.cause ? found.message : `${found.message}; without that, ${then} holds as many`;
  return { ...found, sender, message, isNotEnough: true };
}

const mailboxBindings: readonly Binding[] = ['build-up', 'currentDailyLimit', 'maximumSendingsLimitPerDay'];

const raisedTo = (own: MailboxLimits, limit: number) => ({
  currentDailyLimit: limit,
  maximumSendingsLimitPerDay: Math.max(limit, own.maximumSendingsLimitPerDay),
});

/** What the limit that binds would have to be for another one to bind. */
function raised(
  sender: CheckedSender | undefined,
  binding: Binding,
  { limits, at }: SendFacts,
): number | undefined {
  if (!sender || binding === 'build-up') return undefined;
  const { currentDailyLimit, maximumSendingsLimitPerDay } = mailboxLimitsIn(sender);
  if (binding === 'maximumSendingLimitPerSenderEmail') {
    const { maximumSendingLimitPerSenderEmail: _, ...others } = limits ?? {};
    return limits
      ? dailyCapacity(mailboxLimitsIn(sender), others as DailyLimits, at).emails
      : currentDailyLimit;
  }
  const isBelow = binding === 'currentDailyLimit' && currentDailyLimit < maximumSendingsLimitPerDay;
  return isBelow ? maximumSendingsLimitPerDay : maximumSendingsLimitPerDay * 2;
}
