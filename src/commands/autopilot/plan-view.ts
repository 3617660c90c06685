import { counted, grouped } from '../../base/counted.ts';
import { usd } from '../../base/dollars.ts';
import { record, stack, text, type View } from '../../cli/declare/view.ts';
import type { autopilot } from '../../contract/areas/autopilot.ts';
import type { Output } from '../../contract/operation.ts';

export type Plan = NonNullable<Output<typeof autopilot.run>['plan']>;

/** Label and value: what a plan says, as far as the service tells it. */
export function planFields(plan: Plan): [label: string, value: string | undefined][] {
  return [
    ['First month', dollars(plan.firstMonthUsd, 'about ')],
    ['One-off', dollars(plan.setupUsd)],
    ['Each month', dollars(plan.recurringUsd)],
    ['Mailboxes', mailboxes(plan)],
    ['Credits', credits(plan)],
    ['Prospects', number(plan.prospectsPerMonth, ' a month')],
    ['Emails', number(plan.monthlySends, ' a month')],
    ['Meetings', number(plan.expectedMeetingsPerMonth, ' a month, an estimate')],
  ];
}

export const planView = (plan: Plan): View =>
  stack(
    record(['Feasible', plan.feasible, 'state'], ...planFields(plan)),
    ...(plan.notes ?? []).map((note) => text(note)),
  );

/** The same as lines. */
export const planLines = (plan: Plan): string[] =>
  planFields(plan).flatMap(([label, value]) => (value === undefined ? [] : [`${label}: ${value}`]));

/** What it costs, in a line. */
export function planLine({ firstMonthUsd, recurringUsd }: Plan): string | undefined {
  const [first, later] = [dollars(firstMonthUsd, 'about '), dollars(recurringUsd)];
  if (first === undefined) return undefined;
  return `Plan: ${first} in the first month${later === undefined ? '' : `, then ${later} a month`}`;
}

function mailboxes({ mailboxes, domains, mailboxesMonthlyUsd }: Plan): string | undefined {
  if (typeof mailboxes !== 'number') return undefined;
  const on = typeof domains === 'number' ? ` on ${counted(domains, 'domain')}` : '';
  const cost = typeof mailboxesMonthlyUsd === 'number' ? `, ${usd(mailboxesMonthlyUsd)} a month` : '';
  return `up to ${grouped(mailboxes)}${on}${cost}`;
}

function credits({ credits, creditsUsd }: Plan): string | undefined {
  if (typeof credits !== 'number') return undefined;
  const worth = typeof creditsUsd === 'number' ? `, worth ${usd(creditsUsd)}` : '';
  return `${grouped(credits)} a month${worth}`;
}

const dollars = (amount: number | null | undefined, before = ''): string | undefined =>
  typeof amount === 'number' ? `${before}${usd(amount)}` : undefined;

const number = (amount: number | null | undefined, after: string): string | undefined =>
  typeof amount === 'number' ? `${grouped(amount)}${after}` : undefined;
