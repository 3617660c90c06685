import { counted, grouped } from '../../base/counted.ts';
import { usd } from '../../base/dollars.ts';
import { record, stack, text, type View } from '../../cli/declare/view.ts';
import type { autopilot } from '../../contract/areas/autopilot.ts';
import type { Output } from '../../contract/operation.ts';
import { planAmounts } from '../../contract/plan-amounts.ts';

export type Plan = NonNullable<Output<typeof autopilot.run>['plan']>;

/** Label and value: what a plan says, as far as the service tells it. */
export function planFields(plan: Plan): [label: string, value: string | undefined][] {
  const known = planAmounts(plan);
  return [
    ['First month', dollars(plan.firstMonthUsd, known.firstMonthUsd, 'about ')],
    ['One-off', dollars(plan.setupUsd, known.setupUsd)],
    ['Each month', dollars(plan.recurringUsd, known.recurringUsd)],
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

/** `most` 3: what it costs. A plan may lack any of them. */
export const planLines = (plan: Plan, most?: number): string[] =>
  planFields(plan)
    .slice(0, most)
    .flatMap(([label, value]) => (value === undefined ? [] : [`${label}: ${value}`]));

function mailboxes(plan: Plan): string | undefined {
  const { mailboxes, domains } = plan;
  if (typeof mailboxes !== 'number') return undefined;
  const on = typeof domains === 'number' ? ` on ${counted(domains, 'domain')}` : '';
  const monthly = dollars(plan.mailboxesMonthlyUsd, planAmounts(plan).mailboxesMonthlyUsd);
  const cost = monthly === undefined ? '' : `, ${monthly} a month`;
  return `up to ${grouped(mailboxes)}${on}${cost}`;
}

function credits(plan: Plan): string | undefined {
  if (typeof plan.credits !== 'number') return undefined;
  const worth = dollars(plan.creditsUsd, planAmounts(plan).creditsUsd);
  return `${grouped(plan.credits)} a month${worth === undefined ? '' : `, worth ${worth}`}`;
}

/** Undefined where the plan does not say. */
function dollars(
  said: number | null | undefined,
  known: number | undefined,
  before = '',
): string | undefined {
  if (said === null || said === undefined) return undefined;
  return known === undefined ? 'an unknown amount' : `${before}${usd(known)}`;
}

const number = (amount: number | null | undefined, after: string): string | undefined =>
  typeof amount === 'number' ? `${grouped(amount)}${after}` : undefined;
