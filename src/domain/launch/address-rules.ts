import type { KnownVerdict } from '../address/address-verdict.ts';
import type { KnownVerdicts } from '../address/known-verdicts.ts';
import { columnVerdictIn } from '../address/status-column.ts';
import type { CheckedLead, FaultCount, LeadFault, LeadRules } from './lead-faults.ts';
import type { RuleId } from './rules.ts';

/** The rules that depend on what verification found out. */
export const addressRules = [
  'known-invalid',
  'risky-share',
  'not-verified',
] as const satisfies readonly RuleId[];

/** From so many people on a launch is refused; below, verifiers are wrong about some. */
export const invalidThatBlock = 3;
const risky = { people: 5, percent: 15 };
const unverified = { people: 50, percent: 50 };

/** Whether so many risky addresses of those that get mail are worth a word: at least 5, and 15 %. */
export const isRiskyShare = (count: number, mailed: number): boolean =>
  count >= risky.people && count * 100 >= mailed * risky.percent;

/** Whether too little is known of those that get mail: at least 50, and nothing of more than half. */
export const isMostlyUnverified = (count: number, mailed: number): boolean =>
  mailed >= unverified.people && count * 100 > mailed * unverified.percent;

const columnOf = ({ email, customVariables, stored }: CheckedLead): KnownVerdict | undefined => {
  const verdict = columnVerdictIn(customVariables ?? {}, email) ?? (stored?.invalid ? 'invalid' : undefined);
  return verdict && { verdict, source: 'column' };
};

/** One whose mail bounced breaks the rule about that, and is not counted here. */
const isCounted = ({ tag }: CheckedLead): boolean => tag !== 'bounced';

/** Breaks nothing: asks what jobs know of each lead, for {@link verdictCounts}. */
export const asking =
  (known: KnownVerdicts): LeadRules =>
  (lead) => {
    if (isCounted(lead)) known.ask(lead.email, columnOf(lead)?.verdict);
    return [];
  };

/** Where the jobs are read: what is known of the address of each lead, or that nothing is. */
export const verdictRules = (known: KnownVerdicts): LeadRules =>
  function* rules(lead) {
    const fault = isCounted(lead) && faultOf(known.of(lead.email) ?? columnOf(lead));
    if (fault) yield fault;
  };

function faultOf(found: KnownVerdict | undefined): LeadFault | undefined {
  if (found === undefined) return { rule: 'not-verified' };
  if (found.verdict === 'risky') return { rule: 'risky-share' };
  return found.verdict === 'invalid' ? { rule: 'known-invalid', detail: found.source } : undefined;
}

/** The same of all that were asked about. */
export function verdictCounts(known: KnownVerdicts): FaultCount[] {
  const counts: FaultCount[] = [];
  for (const { known: found, ...counted } of known.counts()) {
    const fault = faultOf(found);
    if (fault) counts.push({ fault, ...counted });
  }
  return counts;
}
