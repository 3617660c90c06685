import { counted, grouped, plural, sum } from '../../base/counted.ts';
import { capacitiesOf, type MailboxCapacity } from '../launch/capacity-rules.ts';
import { type Finding, namedIn, problem } from '../launch/problem.ts';
import type { RuleId } from '../launch/rules.ts';
import {
  type CheckedSender,
  heldAmong,
  heldNames,
  heldText,
  minimumIn,
  sendingProblems,
  stoppedWords,
} from '../launch/sender-rules.ts';
import type { Binding } from '../mailbox/capacity.ts';
import type { CauseId, Found, SendFacts } from './cause.ts';
import type { Due } from './due.ts';

/** Mailboxes that send nothing beside others that do, by what keeps them from it. */
function offCauses(facts: SendFacts): Found[] {
  const { senders } = facts;
  const off = sendingProblems(facts).problems.find(({ rule }) => rule === 'some-disconnected');
  const held = heldAmong(senders, facts);
  const causes = off ? [causeOf(off)] : [];
  const message = `${heldText(held.length, senders.length, minimumIn(facts))}: ${heldNames(held)}`;
  if (held.length > 0 && held.length < senders.length) causes.push({ cause: 'held-back', message });
  return causes;
}

/** What breaks a rule of a launch, as the cause that it is. */
export const causeOf = (finding: Finding): Found => ({
  cause: causes[finding.rule] ?? 'mailbox-limit',
  message: namedIn(finding),
  finding,
});

const causes: Readonly<Partial<Record<RuleId, CauseId>>> = {
  'no-steps': 'no-steps',
  'no-leads': 'no-leads',
  'none-attached': 'none-attached',
  'all-disconnected': 'disconnected',
  'some-disconnected': 'disconnected',
  'all-held-back': 'held-back',
  'limits-zero': 'mailbox-limit',
  'no-day': 'no-day',
  'empty-window': 'window',
  'window-shorter-than-gap': 'gap',
};

/** Where all have sent what they may, for this campaign or for others. */
export function fullMailboxes(facts: SendFacts, able: readonly CheckedSender[], sentToday = 0): Found[] {
  const { limits, at, neighbours } = facts;
  const capacities = limits ? capacitiesOf(limits, able, at) : [];
  const [largest] = byCause(capacities);
  const others = sum(neighbours.map((neighbour) => neighbour.sentToday ?? 0));
  const most = sum(capacities.map(({ emails }) => emails));
  const message = `every mailbox has sent what it may today (UTC): ${grouped(sentToday)} for this campaign${others > 0 ? `, ${grouped(others)} for others` : ''}`;
  if (others > 0 && sentToday < most) return [{ cause: 'other-campaigns', message }];
  return largest ? [{ cause: largest.cause, message }] : [];
}

const causeOfBinding: Readonly<Record<Binding, CauseId>> = {
  disconnected: 'disconnected',
  health: 'held-back',
  'build-up': 'build-up',
  currentDailyLimit: 'mailbox-limit',
  maximumSendingsLimitPerDay: 'mailbox-limit',
  maximumSendingLimitPerSenderEmail: 'sender-limit',
  window: 'gap',
};

interface Group {
  readonly cause: CauseId;
  readonly senders: CheckedSender[];
  readonly emails: number[];
}

/** What binds most mailboxes first. */
function byCause(capacities: readonly MailboxCapacity[]): Group[] {
  const groups = new Map<CauseId, Group>();
  for (const { sender, binding, emails } of capacities) {
    const cause = causeOfBinding[binding];
    const group = groups.get(cause) ?? { cause, senders: [], emails: [] };
    group.senders.push(sender);
    group.emails.push(emails);
    groups.set(cause, group);
  }
  return [...groups.values()].sort((a, b) => b.senders.length - a.senders.length);
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
  const most = sum(capacities.map(({ emails }) => emails));
  const limit = limits.dailyLimit ?? Number.POSITIVE_INFINITY;
  const left = Math.max(0, Math.min(most, limit) - sentToday);
  const causes: Found[] = [];
  // Where the first step waits, more people would wait as well.
  const isStepDelayed = due.first === undefined && (facts.delays?.[0] ?? 0) > 0;
  if (due.waiting !== undefined && due.waiting <= left && !isStepDelayed) {
    const message = `${counted(due.waiting, 'email waits', 'emails wait')}, and its mailboxes may send ${grouped(left)} more today (UTC)`;
    causes.push({ cause: 'few-left', message });
  }
  if (limit <= most) {
    const beside = limit < most ? `; its mailboxes may send ${grouped(most)}` : ', and its mailboxes no more';
    const message = `it sends at most ${counted(limit, 'email')} a day${beside}`;
    causes.push({ cause: 'campaign-limit', message });
  }
  causes.push(...sharing(facts, able), ...offCauses(facts));
  for (const group of byCause(capacities)) causes.push(limitCause(group, facts));
  return causes;
}

function* sharing({ neighbours }: SendFacts, able: readonly CheckedSender[]): Iterable<Found> {
  for (const { id, name, sentToday, isRunning } of neighbours) {
    if (!isRunning) continue;
    const shared = able.filter(({ campaignIds }) => campaignIds?.includes(id)).length;
    const sent =
      sentToday === undefined ? 'how many today is not known' : `${grouped(sentToday)} today (UTC)`;
    const message = `campaign ${id} "${name}" sends from ${shared} of its ${counted(able.length, 'mailbox', 'mailboxes')} as well: ${sent}`;
    yield { cause: 'other-campaigns', message };
  }
}

function limitCause({ cause, senders, emails }: Group, facts: SendFacts): Found {
  const { limits } = facts;
  const [least, most] = [Math.min(...emails), Math.max(...emails)];
  const range = least === most ? grouped(least) : `${grouped(least)} to ${grouped(most)}`;
  const limited = `${counted(senders.length, 'mailbox is', 'mailboxes are')} limited to ${range} a day by`;
  const gap = `${limits?.minimumTimeBetweenEmails} to ${counted(limits?.maximumTimeBetweenEmails ?? 0, 'minute')} between two emails`;
  const words: Partial<Record<CauseId, string>> = {
    'build-up': 'build-up, which adds 5 each week up to 50',
    'sender-limit': 'the limit per mailbox of the campaign',
    gap,
  };
  const held = `${limited} ${words[cause] ?? plural(senders.length, 'its own limit', 'their own limits')}`;
  if (least > 0 || !senders.some(({ id }) => facts.stopped?.has(String(id)))) return { cause, message: held };
  const message = `${held}${stoppedWords}`;
  return { cause, message, finding: problem('limits-zero', senders.length, message) };
}
