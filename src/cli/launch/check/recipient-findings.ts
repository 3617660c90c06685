import { sum } from '../../../base/counted.ts';
import type { KnownVerdicts } from '../../../domain/address/known-verdicts.ts';
import { addressRules, verdictCounts } from '../../../domain/launch/address-rules.ts';
import type { FaultCount } from '../../../domain/launch/lead-faults.ts';
import { type Finding, type Findings, found } from '../../../domain/launch/problem.ts';
import { recipientProblems, recipientSettings } from '../../../domain/launch/recipient-rules.ts';
import { type Read, whyOf } from '../../answer/fact.ts';
import type { Surroundings } from '../../declare/command.ts';
import { type CampaignReading, hasStarted, settingsIn } from '../read-campaign.ts';
import {
  learnVerdicts,
  type VerificationJobs,
  verifiedIn,
  verifyingCost,
  verifyingImports,
} from '../read-verdicts.ts';
import type { Walk } from '../walk-leads.ts';

/** What is wrong with the recipients of a walk; where too few are verified, also what the others would cost. */
export async function recipientFindings(
  context: Surroundings,
  reading: CampaignReading,
  walk: Walk,
  { jobs, asked }: { readonly jobs: Read<VerificationJobs>; readonly asked: KnownVerdicts },
): Promise<Findings> {
  const failure = walk.leads === 0 ? undefined : await learnVerdicts(context, asked, jobs);
  const looked = { leads: walk.leads, hasStarted: hasStarted(reading) };
  const settings = recipientSettings(settingsIn(reading), looked.hasStarted);
  const problemsOf = (known: readonly FaultCount[], verified = 0) =>
    recipientProblems([...walk.counts, ...known], settings, { ...looked, verified });
  const known = verdictCounts(asked);
  if (failure) {
    // Nothing is known of a verdict that could not be read.
    const sure = known.filter(({ fault }) => fault.rule !== 'not-verified');
    const why = whyOf(failure);
    return found(
      problemsOf(sure),
      addressRules.map((rule) => ({ rule, why })),
    );
  }
  const problems = problemsOf(known);
  if (!problems.some(isUnverified)) return found(problems);
  // By imports of the finder, which do not say whom.
  const verified = sum((await verifyingImports(context.service, reading.id)).map(verifiedIn));
  const left = problemsOf(known, verified);
  const unverified = left.find(isUnverified);
  if (!unverified) return found(left);
  const cost = await verifyingCost(context.service, unverified.count);
  const priced = { ...unverified, message: `${unverified.message}; verifying them: ${cost}` };
  return found(left.map((one) => (one === unverified ? priced : one)));
}

const isUnverified = ({ rule }: Finding): boolean => rule === 'not-verified';
