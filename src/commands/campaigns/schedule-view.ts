import type { Cell } from '../../cli/declare/view.ts';
import type { campaigns } from '../../contract/areas/campaigns.ts';
import type { Output } from '../../contract/operation.ts';
import { describeDays } from '../../domain/schedule-text.ts';

export type Schedule = NonNullable<Output<typeof campaigns.getSchedule>['schedule']>;

/** Or all that came, where it holds no schedule. */
export const scheduleIn = (answer: Output<typeof campaigns.getSchedule>): Schedule =>
  answer.schedule ?? (answer as unknown as Schedule);

export const scheduleFields = (schedule: Schedule): [label: string, value: Cell][] => [
  ['Days', describeDays(schedule.daysSchedule ?? '')],
  ['Hours', hours(schedule)],
];

const hours = ({ startSchedule, endSchedule }: Schedule): string =>
  startSchedule || endSchedule ? `${startSchedule || '?'} to ${endSchedule || '?'}` : 'not set';

/** `Mon-Fri, 09:00 to 17:00`. */
export const describeSchedule = (schedule: Schedule): string =>
  `${describeDays(schedule.daysSchedule ?? '')}, ${hours(schedule)}`;
