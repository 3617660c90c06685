import { inMillionths } from '../base/dollars.ts';
import { knownAmount } from './prices.ts';

/** Of a budget plan, the counts of a month and the dollars for them. */
type PlanFigures = Partial<
  Record<
    | 'credits'
    | 'creditsUsd'
    | 'domains'
    | 'mailboxes'
    | 'mailboxesMonthlyUsd'
    | 'recurringUsd'
    | 'setupUsd'
    | 'firstMonthUsd',
    unknown
  >
>;

/** The dollars of a plan, as far as they are known. A total is less than none of its parts, and as unknown as they are. */
export function planAmounts(plan: PlanFigures) {
  const creditsUsd = knownAmount(plan.creditsUsd, plan.credits);
  const mailboxesMonthlyUsd = knownAmount(plan.mailboxesMonthlyUsd, plan.mailboxes);
  const setupUsd = knownAmount(plan.setupUsd, plan.mailboxes, plan.domains);
  const everything = [plan.credits, plan.mailboxes, plan.domains];
  const total = (said: unknown, parts: readonly (readonly [said: unknown, known: number | undefined])[]) => {
    const sum = knownAmount(said, ...everything);
    // What a plan does not say is no part that is wrong.
    const saidParts = parts.filter(([part]) => part !== undefined && part !== null);
    return saidParts.every(([, part]) => part !== undefined && sum !== undefined && part <= sum)
      ? sum
      : undefined;
  };
  const recurringUsd = total(plan.recurringUsd, [
    [plan.creditsUsd, creditsUsd],
    [plan.mailboxesMonthlyUsd, mailboxesMonthlyUsd],
  ]);
  const firstMonthUsd = total(plan.firstMonthUsd, [
    [plan.recurringUsd, recurringUsd],
    [plan.setupUsd, setupUsd],
    [plan.creditsUsd, creditsUsd],
    [plan.mailboxesMonthlyUsd, mailboxesMonthlyUsd],
  ]);
  return { creditsUsd, mailboxesMonthlyUsd, setupUsd, recurringUsd, firstMonthUsd };
}

/** Of a plan in the first month, without its credits, which are counted as credits. */
export function infrastructureUsd(plan: PlanFigures): number | undefined {
  const { firstMonthUsd, creditsUsd = 0 } = planAmounts(plan);
  return firstMonthUsd === undefined ? undefined : inMillionths(firstMonthUsd - creditsUsd);
}
