import { counted, grouped } from '../../../base/counted.ts';
import { differences, shareOf, stepsTable } from '../../../cli/answer/steps-table.ts';
import {
  type Bar,
  bars,
  type Column,
  columns,
  type Field,
  heading,
  record,
  stack,
  table,
  text,
  toned,
  type View,
} from '../../../cli/declare/view.ts';
import { settingsIn } from '../../../cli/launch/read-campaign.ts';
import { type Block, type Page, pageView, type Section } from '../../../cli/output/page/page.ts';
import { inline } from '../../../cli/output/text/inline.ts';
import { dayWithWeekday } from '../../../cli/output/text/times.ts';
import { dateOf } from '../../../domain/course/forecast.ts';
import { impossibleCounts } from '../../../domain/statistics/impossible-counts.ts';
import { dayNumber } from '../../../domain/window.ts';
import { type End, type Stats, sendingDays } from './expected-end.ts';
import type { Around } from './read-around.ts';

export type StatsWithAway = Omit<Stats, 'totals'> & {
  readonly totals?:
    | (NonNullable<Stats['totals']> & { readonly outOfOffice: number | null })
    | null
    | undefined;
};

export function statsView(stats: StatsWithAway, around: Around): View {
  const { title, subtitle = '', footnotes = [] } = pageOf(stats, around);
  const days = lastDays(stats, around, mostSigns);
  const sparkline: Field[] =
    days.length === 0
      ? []
      : [[`Last ${counted(days.length, 'day')}`, days.map(({ value }) => value), 'spark']];
  const [emails, ...fields] = factsOf(stats, around);
  const facts = [...(emails ? [emails] : []), ...sparkline, ...fields];
  const sections = [{ blocks: [...results(stats, around), ...recordOf(facts)] }, ...details(stats)];
  return stack(heading(title), text(subtitle), pageView({ title, sections, footnotes }));
}

export function statsPage(stats: StatsWithAway, around: Around): Page {
  const days = lastDays(stats, around, mostColumns);
  const chart: Section[] =
    days.length === 0 ? [] : [{ heading: 'Emails sent by day (UTC)', blocks: [columns(...days)] }];
  return {
    ...pageOf(stats, around),
    sections: [
      { blocks: [...results(stats, around), ...recordOf(factsOf(stats, around))] },
      ...chart,
      ...details(stats),
    ],
  };
}

const pageOf = (stats: Stats, around: Around): Omit<Page, 'sections'> => {
  const { id, campaign, unread, end } = around;
  const { name, emoji, status } = campaign;
  const state = typeof status === 'string' ? status : 'status not known';
  const lacks = end.is === 'unknown' && unread.length === 0 ? end.lacks : [];
  const notKnown = [...unread, ...lacks];
  return {
    title: inline([emoji, name].filter(Boolean).join(' ')),
    subtitle: [`Campaign ${id}`, inline(state), ...ageOf(stats, around), ...endShort(end, status)].join(
      ' · ',
    ),
    footnotes: [
      ...(notKnown.length === 0 ? [] : [`Could not be read: ${notKnown.join(', ')}.`]),
      ...contradictions(stats, campaign),
    ],
  };
};

/** What the service counts in one place cannot be beside what it counts in another. */
function contradictions({ totals, daily, steps }: Stats, { stats: people }: Around['campaign']): string[] {
  const sum = (each: readonly { readonly sent: number }[] | null | undefined) =>
    each?.reduce((all, { sent }) => all + sent, 0);
  const { contactedLeadsCount: contacted, repliedLeadsCount: replied } = people ?? {};
  const found = impossibleCounts([
    ['sent by day', sum(daily), 'sent in all', totals?.sent],
    ['sent by step', sum(steps), 'sent in all', totals?.sent],
    ['people contacted', contacted, 'emails sent in all', totals?.sent],
    ['people who replied', replied, 'contacted', contacted],
  ]);
  return found === undefined ? [] : [`Figures of the service contradict each other: ${found}.`];
}

/** Since when it sends, or how long it did; before, since when it is there. */
function ageOf(stats: Stats, { campaign, end, now }: Around): string[] {
  const sent = sendingDays({ stats });
  const first = sent[0]?.date;
  const last = end.is === 'over' ? Date.parse(sent.at(-1)?.date ?? '') : now;
  const days = dayNumber(last) - dayNumber(Date.parse(first ?? campaign.createdAt ?? ''));
  if (!Number.isFinite(days) || days < 0) return [];
  if (end.is === 'over') return [`sent for ${counted(days + 1, 'day')}`];
  return [`${first ? 'first email' : 'created'} ${days === 0 ? 'today' : `${counted(days, 'day')} ago`}`];
}

const endShort = (end: End, status: unknown): string[] => {
  if (end.is === 'stalled' && status === 'running') return ['stalled'];
  if (end.is === 'expected' && status === 'running') return [`ends about ${dayWithWeekday(end.lastDay)}`];
  if (end.is === 'over' && end.lastDay !== undefined) return [`ended ${dayWithWeekday(end.lastDay)}`];
  return [];
};

interface Result {
  readonly what: string;
  readonly count: number;
}

/** Of the people; where the service does not count them, the figures of its emails, without a share. */
function results({ totals }: StatsWithAway, { campaign, leads }: Around): Block[] {
  const { stats: people } = campaign;
  const contacted = people?.contactedLeadsCount;
  const rows = (
    [
      ['Positive replies', people?.leadsRespondedPositivelyCount ?? totals?.positive],
      ['Replied', people?.repliedLeadsCount ?? totals?.replied],
      ['Bounced', people?.bouncedLeadsCount ?? totals?.bounced],
      ['Meetings', totals?.meetings],
    ] as const
  ).flatMap(([what, count]): Result[] => (typeof count === 'number' ? [{ what, count }] : []));
  const isBefore = contacted === 0 && rows.every(({ count }) => count === 0);
  return [
    ...(typeof contacted === 'number' ? [bars(contactedBar(contacted, leads))] : []),
    ...(rows.length === 0 || isBefore ? [] : [resultsTable(rows, contacted)]),
    ...awayText(totals, campaign),
  ];
}

/** The service counts them as replies unless they are to be ignored. */
function awayText(totals: StatsWithAway['totals'], campaign: Around['campaign']): Block[] {
  const { ignoreOutOfOfficeReplies: isIgnored } = settingsIn({ detail: campaign });
  if (isIgnored || !totals || totals.replied === 0 || totals.outOfOffice === 0) return [];
  const { outOfOffice } = totals;
  const what = outOfOffice === null ? 'out-of-office answers' : counted(outOfOffice, 'out-of-office answer');
  return [text(`Replied includes ${what}.`)];
}

function resultsTable(rows: readonly Result[], contacted: number | null | undefined) {
  const columns: Column<Result>[] = [
    ['Result', ({ what }) => what],
    [contacted ? 'People' : 'Count', ({ count }) => count, 'number'],
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
    note: leads === 0 ? 'leads' : `${((contacted / leads) * 100).toFixed(1)}% of the leads`,
  };
}

function factsOf(stats: Stats, around: Around): Field[] {
  const { rate, end } = around;
  return [
    ...(stats.totals ? [['Emails sent', sentText(stats, stats.totals.sent)] as const] : []),
    ...(rate === undefined ? [] : [['May send', rate] as const]),
    ...endField(end, around),
  ];
}

const recent = 5;

function sentText(stats: Stats, sent: number): string {
  const last = sendingDays({ stats }).slice(-recent);
  const mean = last.reduce((sum, each) => sum + each.sent, 0) / last.length;
  return last.length < 2
    ? grouped(sent)
    : `${grouped(sent)}; ${grouped(Math.round(mean))} a day on its last ${last.length} sending days`;
}

function endField(end: End, { campaign: { status } }: Around): Field[] {
  const isRunning = status === 'running';
  switch (end.is) {
    case 'over':
      return [
        [
          'Ended',
          end.lastDay === undefined
            ? toned('not known when', 'unknown')
            : `${dayWithWeekday(end.lastDay)}, with its last email`,
        ],
      ];
    case 'stalled':
      return [
        [isRunning ? 'Stalled' : 'Cannot start', toned(end.causes.join('; '), isRunning ? 'bad' : 'warn')],
      ];
    case 'expected':
      return [
        [
          isRunning ? 'Ends' : 'Would end',
          `${expectedText(end)}${isRunning ? '' : `, if it ${status === 'paused' ? 'resumed' : 'started'} now`}`,
        ],
      ];
    case 'far':
      return [['Ends', 'in more than three years']];
    case 'all-sent':
      return [['Ends', 'everyone was contacted, and no email waits']];
    case 'unknown':
      return [['Ends', toned('not known', 'unknown')]];
  }
}

function expectedText({ lastDay, early, late, without }: End & { is: 'expected' }): string {
  const range =
    early === late ? '' : ` (${dayWithWeekday(early)} to ${dayWithWeekday(late)} in 19 of 20 runs)`;
  const others = without ? ', without what other campaigns send from its mailboxes' : '';
  return `about ${dayWithWeekday(lastDay)}${range}${others}`;
}

function details({ steps, emailCounts }: Stats): Section[] {
  const states = Object.entries(labels).flatMap(([name, label]): Field[] => {
    const count = emailCounts?.[name as keyof typeof labels];
    return typeof count === 'number' && count > 0 ? [[label, count, 'number']] : [];
  });
  return [
    ...(steps?.some(({ sent }) => sent > 0) ? [stepsSection(steps)] : []),
    ...(states.length > 0 ? [{ heading: 'Emails by state', blocks: [record(...states)] }] : []),
  ];
}

function stepsSection(steps: NonNullable<Stats['steps']>): Section {
  const words = differences(steps);
  return {
    heading: 'By step',
    blocks: [stepsTable(steps), ...(words.length > 0 ? [text(words.join('\n'))] : [])],
  };
}

const recordOf = (fields: readonly Field[]): Block[] => (fields.length === 0 ? [] : [record(...fields)]);

/** So many days have room in a window, and as columns on a telephone. */
const [mostSigns, mostColumns] = [28, 35];

/** Every day since its first email: to the last one where it is completed, else to today. */
function lastDays(stats: Stats, { end, now }: Around, most: number) {
  const sent = new Map(
    sendingDays({ stats }).map((each) => [dayNumber(Date.parse(each.date)), each.sent] as const),
  );
  const numbers = [...sent.keys()].filter(Number.isFinite);
  if (numbers.length === 0) return [];
  const last = end.is === 'over' ? Math.max(...numbers) : Math.max(dayNumber(now), ...numbers);
  const first = Math.max(Math.min(...numbers), last - most + 1);
  return Array.from({ length: last - first + 1 }, (_, at) => ({
    label: dateOf(first + at),
    value: sent.get(first + at) ?? 0,
  }));
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
