import { counted } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import { inLanes } from '../../base/steps.ts';
import { type Context, command } from '../../cli/declare/command.ts';
import { opt } from '../../cli/declare/params.ts';
import { checkPage, notWithMarkdown, pageOptions, withPage } from '../../cli/output/page/page-options.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { report } from '../../contract/areas/report.ts';
import { countUtcDays, type DayPart, utcDays } from '../../domain/utc-days.ts';
import { day, startOfDay } from '../../domain/window.ts';
import { type Daily, type DayFigures, dailyFields, dailyPage, dailyView } from './daily-view.ts';
import { readOutcomes, warnOfFuture } from './read-outcomes.ts';

/** A call each: about 40 seconds at the rate limit. */
const mostDays = 366;
const usualDays = 14;

export const daily = command({
  name: 'daily',
  summary: 'Show the results of each day',
  about: `Shows one line per UTC day, the oldest first: the last 14 days, or the days you ask for (at most 366). Each event counts on the day it happened; a reply counts on the day it arrived. So the days add up to the figures of \`report outcomes\` for the same period.

It makes one request per day. --since and --until are in the local time zone, or in UTC with --utc. So the first and the last line can cover only part of a UTC day. \`hours\` then shows that part, such as 08:00-24:00.`,
  uses: [report.outcomes, campaigns.list],
  tool: 'read',
  answer: dailyFields,
  rows: 'items',
  whole: true,
  args: {
    since: opt.moment('since this day or time', 'since'),
    until: opt.moment('until the end of this day, or this time', 'until'),
    campaign: opt.text('only results for this campaign', { hint: 'campaign', names: 'campaigns' }),
    ...pageOptions,
  },
  excludes: [notWithMarkdown],
  examples: [
    'outreach report daily',
    'outreach report daily --since 2026-10-01 --until 2026-10-31 --utc',
    'outreach report daily --campaign 1 --since 30d --json',
    'outreach report daily --markdown',
    'outreach report daily --since 30d --html report.html',
  ],
  async run(context, { html, markdown, campaign, ...period }): Promise<Daily | string> {
    await checkPage(context, { html });
    const days = daysOf(await periodOf(context, period));
    const campaignId = campaign === undefined ? undefined : await context.service.find.campaign(campaign);
    const parts: string[] = [];
    for (const { isWhole, date } of days) if (!isWhole) parts.push(date);
    if (parts.length > 0)
      context.screen.note(`Days are UTC. The period has only a part of ${parts.join(' and ')}.`);
    await warnOfFuture(context, period.since);
    const items = await readDays(context, days, campaignId);
    const shown = { items, total: items.length };
    return withPage(context, { html, markdown }, shown, () => dailyPage(shown, campaign));
  },
  view: dailyView,
});

/** In UTC, to the minute. An end is the last moment that counts: 23:59:59 is 24:00. */
function hoursOf(since: string, until: string): string {
  const from = new Date(since).toISOString().slice(11, 16);
  const to = new Date(Date.parse(until) + 1000).toISOString().slice(11, 16);
  return `${from}-${to === '00:00' ? '24:00' : to}`;
}

interface Period {
  readonly since: string;
  readonly until: string;
}

/** What is left out follows from what is given: days up to an end, or from a beginning until today. */
async function periodOf(
  context: Context,
  { since, until }: { readonly [End in keyof Period]: string | undefined },
): Promise<Period> {
  const now = until === undefined ? await context.service.targetNow() : 0;
  const last = startOfDay(Math.max(now, since === undefined ? 0 : Date.parse(since)));
  const end = until ?? new Date(last + day - 1).toISOString();
  const first = startOfDay(Date.parse(end)) - (usualDays - 1) * day;
  return { since: since ?? new Date(first).toISOString(), until: end };
}

function daysOf({ since, until }: Period): DayPart[] {
  const count = countUtcDays(since, until);
  if (count > mostDays)
    throw new Failure('invalid_value', `these are ${counted(count, 'day')}, and ${mostDays} is the most`, {
      hint: 'Bring --since and --until nearer to each other.',
    });
  return utcDays(since, until);
}

function readDays(
  { service, screen }: Context,
  days: readonly DayPart[],
  campaignId: number | undefined,
): Promise<DayFigures[]> {
  const label = 'Reading the days';
  return screen.progress(label, (say) => {
    let done = 0;
    return inLanes(days, async ({ date, since, until, isWhole }) => {
      const { outcomes } = await readOutcomes(service.api, { since, until, campaignId });
      const { sent, replies, positiveReplies, meetings } = outcomes;
      done += 1;
      say(label, { done, total: days.length });
      const hours = isWhole ? null : hoursOf(since, until);
      return { date, sent, replies, positiveReplies, meetings, hours };
    });
  });
}
