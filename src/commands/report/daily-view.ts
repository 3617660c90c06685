import { counted, grouped } from '../../base/counted.ts';
import {
  type Bar,
  type Column,
  columns,
  type Field,
  record,
  screen,
  table as tableOf,
  text,
  type View,
} from '../../cli/declare/view.ts';
import { type Page, pageView, type Section } from '../../cli/output/page/page.ts';
import { inline } from '../../cli/output/text/inline.ts';
import { dayWithWeekday } from '../../cli/output/text/times.ts';
import * as s from '../../contract/schema/schema.ts';
import { sumOf } from './read-outcomes.ts';

/** What `report daily` answers. */
export const dailyFields = s.object({
  items: s.array(
    s.object({
      date: s.string(),
      ...s.each(['sent', 'replies', 'positiveReplies', 'meetings'], s.integer()),
      /** The part of the day that the period has, `08:00-24:00`; null where it has the whole day. */
      hours: s.nullable(s.string()),
    }),
  ),
  total: s.integer(),
});

export type Daily = s.DocumentOf<typeof dailyFields>;
/** Of one UTC day. */
export type DayFigures = Daily['items'][number];

const table = ({ items }: Daily) =>
  tableOf(items, [
    ['Date', 'date', 'day'],
    ['Sent', 'sent', 'number'],
    ['Replies', 'replies', 'number'],
    ['Positive replies', 'positiveReplies', 'number'],
    ['Meetings', 'meetings', 'number'],
    ...(items.some(({ hours }) => hours !== null) ? [onlyHours] : []),
  ]);

/** A part of a day must not pass for the day. */
const onlyHours: Column<DayFigures> = ['Only (UTC)', 'hours', 'text', 0];

export const dailyView = (daily: Daily): View =>
  screen(
    table(daily),
    record(['Period', periodText(daily.items)], ...totals(daily)),
    pageView({ title: '', sections: charts(daily) }),
  );

/** The campaign as it was named on the line. */
export const dailyPage = (daily: Daily, campaign: string | undefined): Page => ({
  title: `Results by day${campaign === undefined ? '' : `, campaign ${inline(campaign)}`}`,
  subtitle: periodText(daily.items),
  sections: [
    { blocks: [record(...totals(daily))] },
    ...charts(daily),
    { heading: 'Days', blocks: [table(daily)] },
  ],
});

function totals({ items }: Daily): Field[] {
  const { sent, replies, positiveReplies, meetings } = sumOf(items);
  return [
    ['Sent', sent, 'number'],
    ['Replies', replies, 'number'],
    ['Positive replies', positiveReplies, 'number'],
    ['Meetings', meetings, 'number'],
  ];
}

export function charts({ items }: Daily): Section[] {
  const all = sumOf(items);
  if (all.sent === 0 && all.replies === 0 && all.meetings === 0)
    return [{ blocks: [text('Nothing was sent or answered in these days.')] }];
  const [per, length] = items.length <= mostBars ? ['day', 1] : ['week', 7];
  const [sent, replies]: [Bar[], Bar[]] = [[], []];
  for (let at = 0; at < items.length; at += length) {
    const days = items.slice(at, at + length);
    const { date: label = '', hours: only = null } = days[0] ?? {};
    const hours = length === 1 ? only : null;
    const span = sumOf(days);
    sent.push({ label, value: span.sent, note: hours === null ? undefined : `only ${hours}` });
    replies.push({ label, value: span.replies, note: noteOf({ ...span, hours }) });
  }
  return [
    { heading: `Sent by ${per}`, blocks: [columns(...sent)] },
    { heading: `Replies by ${per}`, blocks: [columns(...replies)] },
  ];
}

const noteOf = ({ positiveReplies, meetings, hours }: Omit<DayFigures, 'date'>): string | undefined =>
  [
    ...(hours === null ? [] : [`only ${hours}`]),
    ...(positiveReplies > 0 ? [`${grouped(positiveReplies)} positive`] : []),
    ...(meetings > 0 ? [counted(meetings, 'meeting')] : []),
  ].join(', ') || undefined;

/** More days than this are drawn week by week, from the first day on. */
const mostBars = 35;

function periodText(items: readonly DayFigures[]): string {
  const [first = '', last = ''] = [items[0]?.date, items.at(-1)?.date];
  const [from, to] = [items[0], items.at(-1)].map((item) => (item?.hours == null ? '' : `, ${item.hours}`));
  const end = first === last ? '' : ` to ${dayWithWeekday(last)}${to}`;
  return `${dayWithWeekday(first)}${from}${end} (UTC)`;
}
