import { counted, grouped } from '../../../base/counted.ts';
import {
  type Bar,
  bars,
  type Cell,
  heading,
  record,
  screen,
  stack,
  table,
  text,
  toned,
  type View,
} from '../../../cli/declare/view.ts';
import { withoutRoute } from '../../../cli/messages/hints/route-hint.ts';
import { inline } from '../../../cli/output/text/inline.ts';
import { shortDay } from '../../../cli/output/text/times.ts';
import * as s from '../../../contract/schema/schema.ts';
import { type Constraint, capacityOn, type Phase } from '../../../domain/course/binding.ts';
import { type Band, dateOf, type Forecast } from '../../../domain/course/forecast.ts';
import type { Plan } from '../../../domain/course/plan.ts';
import { never } from '../../../domain/mailbox/turn.ts';
import { describeDays } from '../../../domain/schedule-text.ts';
import { clockText, day, everOpens, opensOn } from '../../../domain/window.ts';

const constraintWords: Readonly<Record<Constraint, string>> = {
  'mailbox-limits': 'the daily limits of the mailboxes',
  'campaign-limit': 'the limits of the campaign',
  'build-up': 'build-up',
  window: 'the sending hours',
  gap: 'the time between two emails',
  'follow-ups': 'the days between follow-ups',
};

/** What `campaigns forecast` answers; dates are UTC days. */
export const forecastFields = s.object({
  /** Null where it is not known how many people there are. */
  emails: s.nullable(s.integer()),
  /** It takes more than three years: no day after them is forecast. */
  cut: s.boolean(),
  ...s.each(['firstDay', 'lastDay', 'lastDayEarly', 'lastDayLate'], s.nullable(s.string())),
  sendingDays: s.integer(),
  bindingConstraint: s.nullable(s.oneOf(Object.keys(constraintWords) as [Constraint, ...Constraint[]])),
  /** Follow-ups that wait for mailboxes that send nothing: not among the emails. */
  waiting: s.object({ emails: s.integer(), mailboxes: s.integer() }),
  days: s.array(s.object({ date: s.string(), ...s.each(['first', 'followUp', 'capacity'], s.integer()) })),
  assumptions: s.array(s.string()),
  unknown: s.array(s.object(s.each(['what', 'why'], s.string()))),
  whatIf: s.array(s.object({ change: s.string(), lastDay: s.string() })),
});

export type ShownForecast = s.DocumentOf<typeof forecastFields> & {
  readonly screen?: {
    readonly id: number;
    readonly name: string;
    readonly status: unknown;
    readonly plan: Plan;
    readonly forecast: Forecast;
  };
};

export function forecastView(shown: ShownForecast): View {
  const { days, whatIf } = shown;
  const byDay = table(
    days,
    [
      ['Date', 'date'],
      ['First', 'first'],
      ['Follow-up', 'followUp'],
      ['Capacity', 'capacity'],
    ],
    '',
  );
  const assumed = days.length > 0 ? shown.assumptions : [];
  const unknown: string[] = [];
  // Without days no hour is shown.
  for (const { what, why } of shown.unknown)
    if (days.length > 0 || what !== 'zone') unknown.push(`${what}: ${withoutRoute(why)}`);
  const notes: string[] = [];
  for (const line of assumed) notes.push(`Assumed: ${line}`);
  for (const line of unknown) notes.push(`Not known: ${line}`);
  return screen(
    stack(byDay, text(...notes)),
    summary(shown),
    ...chart(shown),
    listed(
      'Sooner with',
      whatIf.map(({ change, lastDay }) => `${change}: ${shortDay(lastDay)}`),
    ),
    listed('Assumed', assumed),
    listed('Not known', unknown),
  );
}

function summary({ emails, lastDay, screen: shown }: ShownForecast): View {
  if (!shown) return stack();
  const { plan, forecast, id, name } = shown;
  const [own] = plan.campaigns;
  const { window } = own.limits;
  const hours = everOpens(window)
    ? `${describeDays(window.days.join(','))} ${clockText(window.start)} to ${clockText(window.end)} (UTC assumed)`
    : 'sending hours not known';
  const connected = plan.mailboxes.filter(({ isConnected }) => isConnected);
  const title = `Campaign ${id} "${inline(name)}": ${counted(connected.length, 'connected mailbox', 'connected mailboxes')}, ${counted(own.delays.length + 1, 'step')}, ${hours}`;
  if (emails === 0) return stack(heading(title), text('Nothing is left to send.'));
  const unknown = toned('not known', 'unknown');
  if (emails === null || forecast.emails.typical === 0)
    return stack(
      heading(title),
      record(['Emails', emails === null ? unknown : `at most ${grouped(emails)}`], ['Ends', unknown]),
    );
  const { firsts: first, waiting } = forecast;
  return stack(
    heading(title),
    record(
      [
        'Emails',
        forecast.isCut
          ? `at most ${grouped(emails)}`
          : `about ${grouped(emails)}${band(forecast.emails)}, ${kindsText(emails, first)}`,
      ],
      [
        'Waiting',
        waiting.emails === 0
          ? undefined
          : `about ${counted(waiting.emails, 'follow-up')} for ${counted(waiting.mailboxes, 'mailbox that sends', 'mailboxes that send')} nothing: held back, disconnected or with a limit of 0`,
      ],
      ['Begins', forecast.firstDay === null ? undefined : shortDay(dateOf(forecast.firstDay))],
      ['Ends', endText(forecast, lastDay)],
      ['Sending days', `${grouped(forecast.sendingDays.typical)}${band(forecast.sendingDays)}`],
      ['Held up by', heldUp(forecast.phases)],
    ),
  );
}

const kindsText = (emails: number, first: number): string => {
  if (first === 0) return 'all of them follow-ups';
  return first === emails ? 'all of them first emails' : `${grouped(first)} of them first emails`;
};

const band = ({ low, high }: Band): string => (low === high ? '' : ` (${grouped(low)} to ${grouped(high)})`);

function endText({ lastDayEarly, lastDayLate }: Forecast, lastDay: string | null): Cell {
  if (lastDay === null) return 'in more than three years';
  if (lastDayEarly === null || lastDayLate === null || lastDayEarly === lastDayLate) return shortDay(lastDay);
  return `${shortDay(lastDay)} (${shortDay(dateOf(lastDayEarly))} to ${shortDay(dateOf(lastDayLate))} in 19 of 20 runs)`;
}

const heldUp = (phases: readonly Phase[]): string =>
  phases
    .map(({ constraint, until }, index) =>
      index === phases.length - 1
        ? constraintWords[constraint]
        : `${constraintWords[constraint]} until ${shortDay(dateOf(until))}`,
    )
    .join(', then ');

/** More weeks than this are drawn four by four, or by as many as give this number of bars. */
const [mostWeeks, mostBars] = [20, 12];

function chart({ days, screen: shown }: ShownForecast): View[] {
  if (days.length === 0 || !shown) return [];
  const all = openDays(days, shown.plan);
  const weekOf = (number: number) => Math.floor((number + 3) / 7);
  const [from, to] = [weekOf(all[0]?.number ?? 0), weekOf(all.at(-1)?.number ?? 0)];
  const weeks = to - from + 1;
  const step = weeks > mostWeeks ? 4 * Math.ceil(weeks / (4 * mostBars)) : 1;
  const weekly: Bar[] = [];
  for (let week = from; week <= to; week += step) {
    let [value, of] = [0, 0];
    for (const { number, first, followUp, capacity } of all) {
      if (weekOf(number) < week || weekOf(number) >= week + step) continue;
      value += first + followUp;
      of += capacity;
    }
    weekly.push({ label: shortDay(dateOf(week * 7 - 3)), value, of });
  }
  const period = step === 1 ? 'Week of' : `${step} weeks from`;
  return [heading(`${period} (UTC): emails, of how many could go out`), bars(...weekly)];
}

/** The days of a forecast with those between them on which it could send and has nothing to. */
function openDays(days: ShownForecast['days'], plan: Plan) {
  const [own] = plan.campaigns;
  const sent = new Map(days.map((each) => [Date.parse(each.date) / day, each]));
  const numbers = [...sent.keys()];
  const open = [];
  for (let number = numbers[0] ?? 0; number <= (numbers.at(-1) ?? -1); number++) {
    const today = sent.get(number);
    if (today) open.push({ number, ...today });
    else if (opensOn(own.limits.window, number * day)) {
      const capacity = Math.min(capacityOn(plan, number * day).campaign, own.dailyLimit ?? never);
      open.push({ number, first: 0, followUp: 0, capacity });
    }
  }
  return open;
}

function listed(title: string, lines: readonly string[]): View {
  return lines.length === 0 ? stack() : stack(heading(title), text(...lines.map((line) => `- ${line}`)));
}
