import { counted, grouped, percent } from '../../base/counted.ts';
import { usd } from '../../base/dollars.ts';
import { differences, shareOf, stepsTable } from '../../cli/answer/steps-table.ts';
import { type Column, type Field, record, table, text, toned } from '../../cli/declare/view.ts';
import { awayNotes } from '../../cli/find/out-of-office.ts';
import type { Block, Page, Section } from '../../cli/output/page/page.ts';
import { inline } from '../../cli/output/text/inline.ts';
import { fullTime } from '../../cli/output/text/times.ts';
import { dateOf } from '../../domain/course/forecast.ts';
import { dayNumber } from '../../domain/window.ts';
import type { CampaignCosts } from './campaign-costs.ts';
import { charts } from './daily-view.ts';
import { campaignSections, footnotes, outcomesSection, spendSection } from './outcomes-page.ts';
import type { ClientReport, Part } from './read-client-report.ts';
import { type Counts, type Period, plus, type Sum, sumOf } from './read-outcomes.ts';

interface Wanted extends Period {
  readonly title: string | undefined;
  /** Whose workspace it is, where there are several. */
  readonly profile?: string | null | undefined;
  /** Campaigns were named; else it is about the workspace. */
  readonly isOfCampaigns: boolean;
  /** No amount is shown. */
  readonly withoutCost: boolean;
}

/** What was achieved, for someone outside: a few figures, charts, and what is not in them. */
export function clientPage(report: ClientReport, wanted: Wanted, costs: Partial<CampaignCosts> = {}): Page {
  const { title, profile, isOfCampaigns, withoutCost } = wanted;
  const { whole, parts, unread, left } = report;
  const names = isOfCampaigns ? parts.map(({ name }) => inline(name)).join(', ') : (profile ?? '');
  const { since, until } = wanted;
  const period = `${since ? `Since ${fullTime(since)}` : 'Since the beginning'}${until ? ` until ${fullTime(until)}` : ''}`;
  const cost = isOfCampaigns ? 'Cost, of the whole workspace' : 'Cost';
  const isOfPeriod = since !== undefined || until !== undefined;
  return {
    title: title === undefined ? names || 'Outreach results' : inline(title),
    subtitle: [...(title !== undefined && names !== '' ? [names] : []), period].join(' · '),
    sections: [
      { blocks: [headline(whole.outcomes)] },
      outcomesSection(whole.outcomes),
      ...byDay(parts, wanted),
      ...(costs.campaigns ? campaignSections(costs.campaigns, costs) : []),
      ...(parts.length > 1 && !costs.campaigns
        ? [{ heading: 'By campaign', blocks: [table(parts, campaignColumns)] }]
        : []),
      ...bySteps(parts),
      ...undelivered(parts),
      ...mailboxSection(report),
      ...(withoutCost
        ? []
        : [{ ...spendSection(whole, isOfCampaigns), heading: `${cost}: ${usd(whole.spend.totalUsd)}` }]),
    ],
    footnotes: [
      `Rates are of the emails sent${parts.length > 0 ? '; a day is a day in UTC' : ''}.`,
      ...(isOfPeriod && parts.length > 0
        ? ['Steps, bounces and complaints are counted since each campaign began, not for this period alone.']
        : []),
      ...(parts.length > 1
        ? ['A person counts in each of their campaigns: bounces and people can add up to more.']
        : []),
      ...awayNotes(whole.outcomes.outOfOffice),
      ...(withoutCost ? [] : footnotes(costs)),
      ...(left > 0 ? [`Not included: the lines of ${counted(left, 'more campaign')}.`] : []),
      ...(unread.length > 0 ? [`Not included, as it could not be read: ${unread.join(', ')}.`] : []),
    ],
  };
}

/** The positive rate first: it is what the mail was for. */
const headline = ({ sent, replies, positiveReplies, meetings }: ClientReport['whole']['outcomes']): Block =>
  record(
    ['Positive rate', shareOf(positiveReplies, sent), 'rate'],
    ['Positive replies', positiveReplies, 'number'],
    ['Reply rate', shareOf(replies, sent), 'rate'],
    ['Meetings', meetings, 'number'],
    ['Emails sent', sent, 'number'],
  );

/** Of all campaigns together, without a gap; none where one of them has no days. */
function byDay(parts: readonly Part[], { since, until }: Wanted): Section[] {
  const days = new Map<number, Counts>();
  const from = since === undefined ? Number.NEGATIVE_INFINITY : dayNumber(Date.parse(since));
  const to = until === undefined ? Number.POSITIVE_INFINITY : dayNumber(Date.parse(until));
  for (const { figures } of parts)
    for (const { date, sent, replied, positive } of figures?.daily ?? []) {
      const day = dayNumber(Date.parse(date));
      if (Number.isNaN(day) || day < from || day > to) continue;
      const counts = { sent, replies: replied, positiveReplies: positive, meetings: 0 };
      days.set(day, sumOf([days.get(day) ?? sumOf([]), counts]));
    }
  if (days.size === 0 || parts.some(({ figures }) => !figures?.daily)) return [];
  const [first, last] = [Math.min(...days.keys()), Math.max(...days.keys())];
  const items = [];
  for (let day = first; day <= last && items.length < mostDays; day++)
    items.push({ date: dateOf(day), hours: null, ...(days.get(day) ?? sumOf([])) });
  return charts({ items, total: items.length });
}

/** Ten years: a date that cannot be makes no endless chart. */
const mostDays = 3660;

const campaignColumns: readonly Column<Part>[] = [
  ['Campaign', ({ name }) => inline(name)],
  ['Positive rate', ({ outcomes }) => outcomes && shareOf(outcomes.positiveReplies, outcomes.sent), 'rate'],
  ['Positive', 'outcomes.positiveReplies', 'number'],
  ['Replies', 'outcomes.replies', 'number'],
  ['Meetings', 'outcomes.meetings', 'number'],
  ['Sent', 'outcomes.sent', 'number'],
];

/** So many campaigns have their steps on the page. */
const mostSteps = 10;

function bySteps(parts: readonly Part[]): Section[] {
  const sections: Section[] = [];
  for (const { name, figures } of parts) {
    const steps = figures?.steps ?? [];
    if (sections.length === mostSteps || !steps.some(({ sent }) => sent > 0)) continue;
    const heading = `By step and variant${parts.length > 1 ? `: ${inline(name)}` : ''}`;
    const verdicts = differences(steps).map((line) => `${line}.`);
    sections.push({ heading, blocks: [stepsTable(steps), text(...verdicts)] });
  }
  return sections;
}

/** From this share on, providers begin to hold mail back. */
const [manyBounces, manyComplaints] = [0.04, 0.003];

function undelivered(parts: readonly Part[]): Section[] {
  if (parts.length === 0) return [];
  let [contacted, bounced, reported]: [Sum, Sum, Sum] = [0, 0, 0];
  for (const { stats, figures } of parts) {
    contacted = plus(contacted, stats?.contactedLeadsCount);
    bounced = plus(bounced, stats?.bouncedLeadsCount);
    reported = plus(reported, figures?.emailCounts?.spamReport);
  }
  const shown = (count: Sum, many: number) => {
    if (count === null) return toned('not known', 'unknown');
    const share = contacted === null ? null : shareOf(count, contacted);
    if (share === null) return count;
    const words = `${grouped(count)} of ${counted(contacted ?? 0, 'person', 'people')} (${percent(share)})`;
    return share >= many ? toned(words, 'warn') : words;
  };
  const fields: Field[] = [
    ['Bounced', shown(bounced, manyBounces)],
    ['Reported as spam', shown(reported, manyComplaints)],
  ];
  return [{ heading: 'Bounces and complaints', blocks: [record(...fields)] }];
}

/** More are told as a number: a page is for people. */
const mostMailboxes = 25;

function mailboxSection({ mailboxes }: ClientReport): Section[] {
  if (mailboxes === undefined || mailboxes.length === 0) return [];
  const left = mailboxes.length - mostMailboxes;
  const columns: readonly Column<(typeof mailboxes)[number]>[] = [
    ['Mailbox', 'address', 'id'],
    ['Connected', ({ isConnected }) => (isConnected === false ? toned('no', 'bad') : 'yes')],
    ['Health', 'healthScore', 'health'],
  ];
  const blocks: Block[] = [table(mailboxes.slice(0, mostMailboxes), columns)];
  if (left > 0) blocks.push(text(`and ${counted(left, 'more mailbox', 'more mailboxes')}`));
  return [{ heading: 'Mailboxes', blocks }];
}
