import type { MergeLead } from '../merge-tags.ts';
import { mostExamples } from './problem.ts';
import type { RuleId } from './rules.ts';

/** A lead as the rules see it: as the service lists it, or as a row of a file. */
export interface CheckedLead extends MergeLead {
  /** Absent for a row of a file. */
  readonly id?: unknown;
  /** Its category (spec, Lead). */
  readonly tag?: string | null | undefined;
  /** Of a row: what the service has of that person, where the row says nothing of it. */
  readonly stored?: { readonly optedOut: boolean; readonly invalid: boolean } | undefined;
}

/** A rule that one lead breaks. `detail` tells cases of one rule apart: a merge tag, the domain that was meant. */
export interface LeadFault {
  readonly rule: RuleId;
  readonly detail?: string;
}

/** Rules that look at each lead by itself: the same for a walk over a campaign, a row of a file and a lead that is added. */
export type LeadRules = (lead: CheckedLead) => Iterable<LeadFault>;

export interface FaultCount {
  readonly fault: LeadFault;
  readonly count: number;
  readonly examples: readonly string[];
}

/** Counts the faults of leads, case by case; it keeps no lead. */
export function createFaultTally() {
  const cases = new Map<string, { fault: LeadFault; count: number; examples: string[] }>();
  let leads = 0;
  return {
    add({ email }: Pick<CheckedLead, 'email'>, faults: Iterable<LeadFault>): void {
      leads += 1;
      for (const fault of faults) {
        const key = `${fault.rule} ${fault.detail ?? ''}`;
        const known = cases.get(key) ?? { fault, count: 0, examples: [] };
        if (known.count === 0) cases.set(key, known);
        known.count += 1;
        if (known.examples.length < mostExamples) known.examples.push(email);
      }
    },
    leads: () => leads,
    counts: (): readonly FaultCount[] => [...cases.values()],
  };
}

export type FaultTally = ReturnType<typeof createFaultTally>;
