import { counted } from '../base/counted.ts';
import { usd } from '../base/dollars.ts';
import type { autopilot } from '../contract/areas/autopilot.ts';
import { limits } from '../contract/limits.ts';
import type { Input } from '../contract/operation.ts';

type Request = Input<typeof autopilot.plan>['body'];

/** What a plan is worked out from. The spec gives none of these figures; all of them are ours, and on the careful side. */
export const planAssumptions = {
  usdPerCredit: 0.01,
  creditsPerProspect: 2,
  usdPerMailboxMonth: 10,
  /** Once per mailbox. */
  usdPerMailboxSetup: 5,
  usdPerDomainYear: 15,
  mailboxesPerDomain: 2,
  sendsPerMailboxDay: 15,
  sendingDaysPerMonth: 20,
  emailsPerProspect: 3,
  meetingsPerProspect: 0.003,
  mostMailboxes: 1000,
};

export type PlanAssumptions = Readonly<typeof planAssumptions>;

export interface BudgetPlan extends Readonly<ReturnType<typeof sized>> {
  readonly feasible: boolean;
  readonly notes: string[];
}

/** The most mailboxes whose first month, credits included, fits the budget; none where not even one does. */
export function budgetPlan(request: Request, assumptions: PlanAssumptions = planAssumptions): BudgetPlan {
  const platform = request.platformUsd ?? 0;
  const cap = request.maxMailboxes || assumptions.mostMailboxes;
  const most = Math.min(cap, assumptions.mostMailboxes);
  const affordable = (mailboxes: number): boolean =>
    sized(mailboxes, platform, assumptions).firstMonthUsd <= request.budgetUsd;
  let mailboxes = 0;
  for (let high = most; mailboxes < high; ) {
    const middle = Math.ceil((mailboxes + high) / 2);
    if (affordable(middle)) mailboxes = middle;
    else high = middle - 1;
  }
  const sizes = sized(mailboxes, mailboxes === 0 ? 0 : platform, assumptions);
  if (mailboxes === 0) {
    const least = usd(sized(1, platform, assumptions).firstMonthUsd);
    const note = `The budget does not cover one mailbox: the first month of the smallest plan costs about ${least}.`;
    return { ...sizes, feasible: false, notes: [note] };
  }
  const notes = notesOf(sizes, assumptions);
  if (mailboxes === request.maxMailboxes && affordable(mailboxes + 1))
    notes.push(`Limited to ${counted(mailboxes, 'mailbox', 'mailboxes')} as asked; the budget allows more.`);
  return { ...sizes, feasible: true, notes };
}

/** Of a month, everything but `setupUsd` and `firstMonthUsd`. */
function sized(mailboxes: number, platformUsd: number, a: PlanAssumptions) {
  const domains = Math.ceil(mailboxes / a.mailboxesPerDomain);
  const monthlySends = mailboxes * a.sendsPerMailboxDay * a.sendingDaysPerMonth;
  const prospectsPerMonth = Math.floor(monthlySends / a.emailsPerProspect);
  const credits = prospectsPerMonth * a.creditsPerProspect;
  const creditsUsd = cents(credits * a.usdPerCredit);
  const mailboxesMonthlyUsd = cents(mailboxes * a.usdPerMailboxMonth);
  const recurringUsd = cents(mailboxesMonthlyUsd + creditsUsd + platformUsd);
  const setupUsd = cents(mailboxes * a.usdPerMailboxSetup + domains * a.usdPerDomainYear);
  return {
    credits,
    creditsUsd,
    domains,
    mailboxes,
    mailboxesMonthlyUsd,
    monthlySends,
    prospectsPerMonth,
    recurringUsd,
    setupUsd,
    firstMonthUsd: cents(recurringUsd + setupUsd),
    expectedMeetingsPerMonth: Math.round(prospectsPerMonth * a.meetingsPerProspect * 10) / 10,
  };
}

function notesOf({ domains }: ReturnType<typeof sized>, a: PlanAssumptions): string[] {
  const most = limits.domainsPerInfrastructureOrder;
  return [
    `Assumes ${counted(a.sendsPerMailboxDay, 'email')} from each mailbox on ${counted(a.sendingDaysPerMonth, 'day')} a month, and ${a.emailsPerProspect} to each prospect.`,
    'Meetings are an estimate on pessimistic assumptions, not a promise.',
    'Domains and mailboxes are a ceiling. An order costs what the prices are when it is placed.',
    ...(domains > most
      ? [`One order buys at most ${counted(most, 'domain')}, so fewer mailboxes may be placed than planned.`]
      : []),
  ];
}

const cents = (amount: number): number => Math.round(amount * 100) / 100;
