import { counted, grouped, percent, sum } from '../../../base/counted.ts';
import { differences, shareOf, stepsTable } from '../../../cli/answer/steps-table.ts';
import {
  type Bar,
  bars,
  type Column,
  type Field,
  heading,
  record,
  stack,
  table,
  text,
  type View,
} from '../../../cli/declare/view.ts';
import { awayNotes } from '../../../cli/find/out-of-office.ts';
import { inline } from '../../../cli/output/text/inline.ts';
import { dayWithWeekday } from '../../../cli/output/text/times.ts';
import type { campaigns } from '../../../contract/areas/campaigns.ts';
import type { Output } from '../../../contract/operation.ts';
import { impossibleCounts } from '../../../domain/statistics/impossible-counts.ts';
import { dayNumber } from '../../../domain/window.ts';
import type { Campaign } from '../campaign-view.ts';

export type Stats = Output<typeof campaigns.stats>;

export type StatsWithAway = Stats & {
  readonly totals?: { readonly outOfOffice: number | null } | null | undefined;
};

export interface Around {
  readonly campaign: Pick<Campaign, 'id' | 'name'> & Partial<Campaign>;
  readonly leads: number | undefined;
  readonly now: number;
  readonly unread: readonly string[];
}

/** Those on which something was sent, the oldest first. */
export const sendingDays = ({ daily }: Pick<Stats, 'daily'>) =>
  (daily ?? []).filter(({ sent }) => sent > 0).sort((a, b) => (a.date < b.date ? -1 : 1));

export function statsView(stats: StatsWithAway, around: Around): View {
  const { campaign, unread } = around;
  const { id, name, emoji, status } = campaign;
  const state = typeof status === 'string' ? status : 'status not known';
  return stack(
    heading(inline([emoji, name].filter(Boolean).join(' '))),
    text([`Campaign ${id}`, inline(state), ...ageOf(stats, around)].join(' · ')),
    ...results(stats, around),
    record(...sentFields(stats, around)),
    ...stepsPart(stats),
    ...statesPart(stats),
    ...(unread.length === 0 ? [] : [text(`Could not be read: ${unread.join(', ')}.`)]),
    ...contradictions(stats, campaign),
  );
}

/** What the service counts in one place cannot be beside what it counts in another. */
function contradictions(
  { totals, daily, steps }: StatsWithAway,
  { stats: people }: Around['campaign'],
): View[] {
  const sentIn = (each: readonly { readonly sent: number }[] | null | undefined) =>
    each ? sum(each.map(({ sent }) => sent)) : undefined;
  const { contactedLeadsCount: contacted, repliedLeadsCount: replied } = people ?? {};
  const found = impossibleCounts([
    ['sent by day', sentIn(daily), 'sent in all', totals?.sent],
    ['sent by step', sentIn(steps), 'sent in all', totals?.sent],
    ['people contacted', contacted, 'emails sent in all', totals?.sent],
    ['people who replied', replied, 'contacted', contacted],
  ]);
  return found === undefined ? [] : [text(`Figures of the service contradict each other: ${found}.`)];
}

/** Since when it sends, or how long it did; before, since when it is there. */
function ageOf(stats: StatsWithAway, { campaign, now }: Around): string[] {
  const sent = sendingDays(stats);
  const [first, last] = [sent[0]?.date, sent.at(-1)?.date];
  const isOver = campaign.status === 'completed';
  const begin = dayNumber(Date.parse(first ?? campaign.createdAt ?? ''));
  const days = dayNumber(isOver ? Date.parse(last ?? '') : now) - begin;
  if (!Number.isFinite(days) || days < 0) return [];
  if (isOver && last)
    return [`sent for ${counted(days + 1, 'day')}`, `ended ${dayWithWeekday(last.slice(0, 10))}`];
  return [`${first ? 'first email' : 'created'} ${days === 0 ? 'today' : `${counted(days, 'day')} ago`}`];
}

interface Result {
  readonly what: string;
  readonly count: number;
}

/** Of the people; where the service does not count them, the figures of its emails, without a share. */
function results({ totals }: StatsWithAway, { campaign, leads }: Around): View[] {
  const { stats: people } = campaign;
  const contacted = people?.contactedLeadsCount;
  const given = {
    'Positive replies': people?.leadsRespondedPositivelyCount ?? totals?.positive,
    Replied: people?.repliedLeadsCount ?? totals?.replied,
    Bounced: people?.bouncedLeadsCount ?? totals?.bounced,
    Meetings: totals?.meetings,
  };
  const rows: Result[] = [];
  for (const [what, count] of Object.entries(given))
    if (typeof count === 'number') rows.push({ what, count });
  const isBefore = contacted === 0 && rows.every(({ count }) => count === 0);
  return [
    ...(typeof contacted === 'number' ? [bars(contactedBar(contacted, leads))] : []),
    ...(rows.length === 0 || isBefore ? [] : [resultsTable(rows, contacted)]),
    ...(totals ? awayNotes(totals.outOfOffice).map((line) => text(line)) : []),
  ];
}

function resultsTable(rows: readonly Result[], contacted: number | null | undefined) {
  const columns: Column<Result>[] = [
    ['Result', 'what'],
    [contacted ? 'People' : 'Count', 'count', 'number'],
  ];
  if (contacted) columns.push(['Of the contacted', ({ count }) => shareOf(count, contacted), 'rate']);
  return table(rows, columns);
}

function contactedBar(contacted: number, leads: number | undefined): Bar {
  const bar = { label: 'Contacted', value: contacted };
  if (leads === undefined) return bar;
  if (leads < contacted) return { ...bar, note: `${counted(leads, 'lead')} now` };
  return {
    ...bar,
    of: leads,
    note: leads === 0 ? 'leads' : `${percent(contacted / leads)} of the leads`,
  };
}

const recent = 5;

/** How much was sent, and a sign for each of its last days. */
function sentFields(stats: StatsWithAway, around: Around): Field[] {
  const days = lastDays(stats, around);
  const last = sendingDays(stats).slice(-recent);
  const mean = Math.round(sum(last.map(({ sent }) => sent)) / last.length);
  const pace = last.length < 2 ? '' : `; ${grouped(mean)} a day on its last ${last.length} sending days`;
  return [
    ...(stats.totals ? [['Emails sent', `${grouped(stats.totals.sent)}${pace}`] as const] : []),
    ...(days.length === 0 ? [] : [[`Last ${counted(days.length, 'day')}`, days, 'spark'] as const]),
  ];
}

/** So many days have room in a window. */
const mostDays = 28;

/** Every day since its first email: to the last one where it is completed, else to today. */
function lastDays(stats: StatsWithAway, { campaign, now }: Around): number[] {
  const sent = new Map(sendingDays(stats).map(({ date, sent }) => [dayNumber(Date.parse(date)), sent]));
  const numbers = [...sent.keys()].filter(Number.isFinite);
  if (numbers.length === 0) return [];
  const latest = Math.max(...numbers);
  const last = campaign.status === 'completed' ? latest : Math.max(dayNumber(now), latest);
  const first = Math.max(Math.min(...numbers), last - mostDays + 1);
  return Array.from({ length: last - first + 1 }, (_, at) => sent.get(first + at) ?? 0);
}

function stepsPart({ steps }: StatsWithAway): View[] {
  if (!steps?.some(({ sent }) => sent > 0)) return [];
  return [heading('By step'), stepsTable(steps), text(...differences(steps))];
}

function statesPart({ emailCounts }: StatsWithAway): View[] {
  const states: Field[] = [];
  for (const [name, label] of Object.entries(labels)) {
    const count = emailCounts?.[name as keyof typeof labels];
    if (typeof count === 'number' && count > 0) states.push([label, count, 'number']);
  }
  return states.length === 0 ? [] : [heading('Emails by state'), record(...states)];
}

type Counts = NonNullable<Stats['emailCounts']>;

/** States that say something besides the results: what waits, and what was not sent or did not arrive. */
const labels = {
  scheduled: 'Scheduled',
  pending: 'Waiting to be sent',
  waitingForReschedule: 'Waiting for a new time',
  followUp: 'Follow-ups that wait',
  followUpDraft: 'Follow-ups not scheduled yet',
  draft: 'Drafts',
  deferred: 'Delayed by the recipient',
  blocked: 'Not sent: blocked',
  canceled: 'Canceled',
  followUpCanceled: 'Follow-ups canceled',
  dropped: 'Dropped',
  errorOnSent: 'Failed to send',
  invalid: 'Invalid addresses',
  catchAll: 'Catch-all addresses',
  spamReport: 'Reported as spam',
} as const satisfies Partial<Record<keyof Counts, string>>;
