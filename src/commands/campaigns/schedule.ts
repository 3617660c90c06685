import { omitUndefined } from '../../base/omit-undefined.ts';
import { advise } from '../../cli/advice/advise.ts';
import { command } from '../../cli/declare/command.ts';
import { arg, opt } from '../../cli/declare/params.ts';
import { record } from '../../cli/declare/view.ts';
import { shownAnyway } from '../../cli/run/other-shape.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { limits } from '../../contract/limits.ts';
import { gapText, scheduleFields, scheduleIn } from './campaign-view.ts';
import { changeReads, inOptions, noCost } from './settings.ts';

const [min, max] = limits.timeBetweenEmails;

export const schedule = command({
  name: 'schedule',
  summary: 'Show or set the days and hours in which a campaign sends',
  about: `Without options it shows the schedule. Days are names, ranges or numbers (0 is Sunday): mon-fri, mon,wed,fri, weekdays, daily.

It asks before it changes a running or completed campaign. It does not ask if you only set fewer days, fewer hours or longer gaps.`,
  uses: [campaigns.schedule, ...changeReads],
  tool: 'work',
  core: true,
  args: {
    campaign: arg.text('id or exact name', { asked: 'campaign' }),
    days: opt.days('weekdays, for example mon-fri'),
    from: opt.hour('start of the sending hours, for example 09:00'),
    to: opt.hour('end of the sending hours, for example 17:00'),
    minGap: opt.int('minimum gap between two emails, in minutes', { min, max }),
    maxGap: opt.int('maximum gap between two emails, in minutes', { min, max }),
  },
  examples: [
    'outreach campaigns schedule 1 --days mon-fri --from 09:00 --to 17:00',
    'outreach campaigns schedule "First steps" --days tue,thu',
    'outreach campaigns schedule 1',
  ],
  async run({ service, consent, screen }, { campaign, days, from, to, minGap, maxGap }) {
    const body = omitUndefined({
      daysSchedule: days,
      startSchedule: from,
      endSchedule: to,
      minimumTimeBetweenEmails: minGap,
      maximumTimeBetweenEmails: maxGap,
    });
    const params = { id: await service.find.campaign(campaign) };
    if (Object.keys(body).length === 0)
      return scheduleIn(await shownAnyway(service.api(campaigns.getSchedule, { params })));
    const call = { params, body };
    const approval = await consent.approve(campaigns.schedule, call, noCost).catch(inOptions);
    const answer = await service.api(campaigns.schedule, call, approval).catch(inOptions);
    screen.note(answer.message ?? 'Saved.');
    return scheduleIn(answer);
  },
  next: ({ daysSchedule, cronSchedule }, { campaign, ...set }) => {
    if (!daysSchedule && !cronSchedule)
      return [advise('campaigns schedule', { campaign, days: 'mon-fri', from: '09:00', to: '17:00' })];
    const wasSet = Object.values(set).some((value) => value !== undefined);
    return wasSet ? [['see the campaign', advise('campaigns get', { campaign })]] : [];
  },
  view: (set) =>
    record(
      ...scheduleFields(set),
      ['Every', typeof set.everySchedule === 'string' ? set.everySchedule || undefined : undefined],
      ['Cron', set.cronSchedule || undefined],
      ['Gap between emails', gapText(set)],
    ),
});
