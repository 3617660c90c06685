import { counted, grouped, plural } from '../../base/counted.ts';
import { capacityByMailbox, type MailboxCapacity } from '../launch/capacity-rules.ts';
import { isConnected, isHeld } from '../launch/sender-rules.ts';
import type { Binding } from '../mailbox/capacity.ts';
import type { SendFacts } from './cause.ts';
import { offCauses } from './limit-causes.ts';

/** `100 a day: 2 mailboxes × 50 is the limit`: on its next open day. Undefined where not known, or none may send. */
export function sendingRate(facts: SendFacts, { onlyFollowUps = false } = {}): string | undefined {
  const { limits, senders, knowsSenders, at } = facts;
  if (!limits || !knowsSenders || facts.minimumHealthScore === undefined) return undefined;
  const able = senders.filter((sender) => isConnected(sender) && !isHeld(sender, facts));
  const mailboxes = capacityByMailbox(able, limits, at).filter(({ emails }) => emails > 0);
  if (mailboxes.length === 0) return undefined;
  const all = mailboxes.reduce((sum, { emails }) => sum + emails, 0);
  const most = Math.min(all, limits.dailyLimit ?? all);
  const text = `${grouped(most)} a day: ${bindingText(mailboxes, all, limits.dailyLimit)}`;
  return [
    text,
    ...(onlyFollowUps ? ['only follow-ups are left, each due on its day'] : []),
    ...offCauses(facts).map(({ message }) => message),
  ].join('; ');
}

function bindingText(mailboxes: readonly MailboxCapacity[], all: number, limit: number | null): string {
  const { text, count } = mailboxesText(mailboxes);
  if (limit !== null && limit < all)
    return `the campaign's limit; its mailboxes may send ${grouped(all)} (${text})`;
  if (limit === all) return `the campaign's limit, and that of its mailboxes (${text})`;
  const not = limit === null ? '' : `, not the campaign's ${grouped(limit)}`;
  return `${text} ${plural(count, 'is', 'are')} the limit${not}`;
}

/** More groups than this are one, with its range. */
const mostGroups = 2;

/** Those that may send as many, for the same reason, together. */
function mailboxesText(mailboxes: readonly MailboxCapacity[]): { text: string; count: number } {
  const groups = new Map<string, number>();
  for (const { emails, binding } of mailboxes) {
    const each = ` × ${grouped(emails)}${words[binding]}`;
    groups.set(each, (groups.get(each) ?? 0) + 1);
  }
  if (groups.size > mostGroups) {
    const each = mailboxes.map(({ emails }) => emails);
    const range = `${grouped(Math.min(...each))} to ${grouped(Math.max(...each))}`;
    return { text: `${counted(mailboxes.length, 'mailbox', 'mailboxes')} × ${range}`, count: 1 };
  }
  const parts = [...groups]
    .sort(([, a], [, b]) => b - a)
    .map(([each, count]) => `${counted(count, 'mailbox', 'mailboxes')}${each}`);
  return { text: parts.join(' and '), count: parts.length };
}

const words: Readonly<Record<Binding, string>> = {
  disconnected: '',
  health: '',
  currentDailyLimit: '',
  maximumSendingsLimitPerDay: '',
  'build-up': ' in build-up',
  maximumSendingLimitPerSenderEmail: " by the campaign's limit per mailbox",
  window: ' by the sending hours and the time between two emails',
};
