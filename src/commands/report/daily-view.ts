import { counted, grouped } from '../../base/counted.ts';
import { bars, heading, record, screen, stack, table, text, type View } from '../../cli/declare/view.ts';
import { inline } from '../../cli/output/text/inline.ts';
import { markdownText } from '../../cli/output/text/markdown.ts';
import { dayWithWeekday } from '../../cli/output/text/times.ts';

interface Figures {
  readonly sent: number;
  readonly replies: number;
  readonly positiveReplies: number;
  readonly meetings: number;
}

/** Of one UTC day. */
export interface DayFigures extends Figures {
  readonly date: string;
}

/** What `report daily` answers. */
export interface Daily {
  readonly items: readonly DayFigures[];
  readonly total: number;
}

export function dailyView({ items }: Daily): View {
  const all = sumOf(items);
  const spans = spansOf(items);
  const per = spans.length === items.length ? 'day' : 'week';
  return screen(
    table(items, [
      ['Date', ({ date }) => date],
      ['Sent', ({ sent }) => sent],
      ['Replies', ({ replies }) => replies],
      ['Positive replies', ({ positiveReplies }) => positiveReplies],
      ['Meetings', ({ meetings }) => meetings],
    ]),
    record(
      ['Period', `${periodText(items)} (UTC)`],
      ['Sent', all.sent, 'number'],
      ['Replies', all.replies, 'number'],
      ['Positive replies', all.positiveReplies, 'number'],
      ['Meetings', all.meetings, 'number'],
    ),
    ...(all.sent === 0 && all.replies === 0 && all.meetings === 0
      ? [text('Nothing was sent or answered in these days.')]
      : [stack(heading(`Sent by ${per}`), sentBars(spans), heading(`Replies by ${per}`), replyBars(spans))]),
  );
}

const sentBars = (spans: readonly DayFigures[]): View =>
  bars(...spans.map(({ date, sent }) => ({ label: dayWithWeekday(date), value: sent })));

const replyBars = (spans: readonly DayFigures[]): View =>
  bars(
    ...spans.map((span) => {
      const note = noteOf(span);
      return { label: dayWithWeekday(span.date), value: span.replies, ...(note !== '' && { note }) };
    }),
  );

const noteOf = ({ positiveReplies, meetings }: Figures): string =>
  [
    ...(positiveReplies > 0 ? [`${grouped(positiveReplies)} positive`] : []),
    ...(meetings > 0 ? [counted(meetings, 'meeting')] : []),
  ].join(', ');

/** More days than this are drawn week by week, from the first day on. */
const mostBars = 35;

function spansOf(items: readonly DayFigures[]): DayFigures[] {
  if (items.length <= mostBars) return [...items];
  return Array.from({ length: Math.ceil(items.length / 7) }, (_, week) => {
    const days = items.slice(week * 7, week * 7 + 7);
    return { date: days[0]?.date ?? '', ...sumOf(days) };
  });
}

export const sumOf = (days: readonly Figures[]): Figures => ({
  sent: sum(days, 'sent'),
  replies: sum(days, 'replies'),
  positiveReplies: sum(days, 'positiveReplies'),
  meetings: sum(days, 'meetings'),
});

const sum = (days: readonly Figures[], name: keyof Figures): number =>
  days.reduce((total, figures) => total + figures[name], 0);

function periodText(items: readonly DayFigures[]): string {
  const [first = '', last = ''] = [items[0]?.date, items.at(-1)?.date];
  return first === last ? dayWithWeekday(first) : `${dayWithWeekday(first)} to ${dayWithWeekday(last)}`;
}

/** The campaign as it was named on the line. */
export function dailyMarkdown({ items }: Daily, campaign: string | undefined): string {
  const of = campaign === undefined ? '' : `, campaign ${markdownText(inline(campaign))}`;
  const row = (label: string, { sent, replies, positiveReplies, meetings }: Figures, bold = '') =>
    `| ${[label, ...[sent, replies, positiveReplies, meetings].map((figure) => `${bold}${grouped(figure)}${bold}`)].join(' | ')} |`;
  return [
    `### Results by day${of}`,
    '',
    `${periodText(items)} (UTC)`,
    '',
    '| Day | Sent | Replies | Positive replies | Meetings |',
    '|---|--:|--:|--:|--:|',
    ...items.map((figures) => row(dayWithWeekday(figures.date), figures)),
    row('**Total**', sumOf(items), '**'),
    '',
  ].join('\n');
}
